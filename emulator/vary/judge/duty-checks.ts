import type { DeliveryAnswer } from '../../domain/test-control/audit-event.ts';
import { isDelivered } from '../../domain/webhook.ts';
import { isOn, isSubmit } from '../facts.ts';
import type { Seen, SeenExchange } from '../seen.ts';
import { aboutJobOf, endIn, idInPath, isArrived, isEndKnown, isLost, type JobSeen, jobsIn } from './jobs-seen.ts';
import { isLaterTry } from './later-try.ts';

export type DutyRun = {
  seen: Seen;
  plain: Seen;
  passed: boolean;
  /** The section about what varies. */
  section?: string;
  deviate?: readonly string[];
};

/** A time when a duty applied. `open`: neither the exchanges nor the tests show what the client did. */
export type Occasion = {
  state: 'kept' | 'broken' | 'open';
  by: readonly (SeenExchange | string)[];
  /** If the section depends on the variation. */
  section?: string;
};

export function verdict(state: Occasion['state'], ...by: SeenExchange[]): Occasion {
  return { state, by };
}

export function lostIn({ exchanges }: Seen, isMeant: (one: SeenExchange) => boolean): SeenExchange[] {
  return exchanges.filter((one) => isLost(one.exchange) && isMeant(one));
}

export function isRepeated(one: SeenExchange, { exchanges }: Seen): boolean {
  return exchanges.some((other) => isLaterTry(one, other));
}

/** Submissions whose answer was lost. A test may stop one: it is proven if none of that route was repeated. */
export function droppedSubmissions(seen: Seen): Occasion[] {
  const lost = lostIn(seen, ({ exchange }) => isSubmit(exchange));
  const repeated = new Set(lost.filter((one) => isRepeated(one, seen)).map(({ exchange }) => exchange.route));
  return lost.map((one) => verdict(repeated.has(one.exchange.route) ? 'kept' : 'broken', one));
}

/** Jobs not read again after a lost read. A test may stop polling: only more than in the plain run count. */
export function givenUp(seen: Seen, plain: Seen): Occasion[] {
  const lost = lostIn(seen, ({ exchange }) => isOn(exchange, 'readJob'));
  const broken = lost.filter((one) => !isReadAgain(one, seen));
  return broken.length > jobsIn(plain).filter(isUnfinished).length ? broken.map((one) => verdict('broken', one)) : [];
}

/** A client may give up after some tries: a read that was a try after another lost one counts as read again. */
function isReadAgain(one: SeenExchange, seen: Seen): boolean {
  if (isEndKnown(one, seen)) return true;
  return aboutJobOf(one, seen).some(
    ({ place, exchange }) => place > one.place || (place < one.place && isLost(exchange)),
  );
}

/** Whether neither an answer nor an event showed the client how a job ended. */
function isUnfinished({ ended, hasEvent }: JobSeen): boolean {
  return ended === null && !hasEvent;
}

/**
 * Jobs whose submission was repeated, and that were not read afterwards. A single test may have stopped before that, so
 * it is proven only if no repeated submission was followed by a read, and every job of the plain run was.
 */
export function replaysNotFollowed(seen: Seen, plain: Seen): Occasion[] {
  const isFollowed = ({ reads, cancels, hasEvent }: JobSeen) => reads.length > 0 || cancels.length > 0 || hasEvent;
  const before = jobsIn(plain);
  const repeated = jobsIn(seen).filter(({ accepted }) =>
    seen.exchanges.some((one) => isSubmit(one.exchange) && one.exchange.fault !== null && isLaterTry(one, accepted)),
  );
  if (before.length === 0 || !before.every(isFollowed) || repeated.some(isFollowed)) return [];
  return repeated.map(({ accepted }) => verdict('broken', accepted));
}

/** If every test passes, as many jobs are followed as in the plain run. */
export function notFollowed({ seen, plain, passed }: DutyRun): Occasion[] {
  if (!passed || !seen.exchanges.some(({ exchange }) => exchange.fault !== null)) return [];
  const open = jobsIn(seen).filter(isUnfinished);
  return open.length > jobsIn(plain).filter(isUnfinished).length
    ? open.map(({ accepted }) => verdict('broken', accepted))
    : [];
}

/**
 * How the client reported the end of some jobs. If it does not say how, the duty counts as kept or is left open. Worlds
 * create the same ids, so a report about one counts for each job with that id. A test may stop before the client
 * reports an end, so a missing report is proven only if none of these jobs was reported correctly. `otherwise` says what
 * the exchanges show: `shown` needs no report.
 */
export function endReports(
  { seen }: DutyRun,
  isMeant: (job: JobSeen) => boolean,
  otherwise: (job: JobSeen) => 'shown' | 'kept' | 'open',
): Occasion[] {
  const meant = jobsIn(seen).filter(isMeant);
  const saidOf = ({ id }: JobSeen) => seen.reported.ends.get(id) ?? [];
  const isSaid = (job: JobSeen) => (job.ended === null ? saidOf(job).length > 0 : saidOf(job).includes(job.ended));
  const provesMissing = seen.reported.reports.has('ends') && !meant.some(isSaid);
  return meant.map((job) => {
    const said = saidOf(job);
    const isWrong = said.some((end) => !isEndGiven(job.id, end, seen));
    const by = [job.accepted, ...job.cancels.slice(-1), ...job.reads.slice(-1)];
    const found = otherwise(job);
    const isBroken = isWrong || (provesMissing && found !== 'shown');
    const isKept = said.length > 0 || found !== 'open';
    return { state: isBroken ? 'broken' : isKept ? 'kept' : 'open', by };
  });
}

/** Whether an answer or an event shows that the job, or another one in the same answer, ended this way. */
function isEndGiven(
  id: string,
  end: string,
  { exchanges, deliveries }: Pick<Seen, 'exchanges' | 'deliveries'>,
): boolean {
  const bodies = [
    ...exchanges.filter(({ exchange }) => isArrived(exchange)).map(({ exchange }) => exchange.responseBody ?? ''),
    ...deliveries.map(({ body }) => body),
  ];
  const status = new RegExp(`"status": ?"${end}"`);
  return bodies.some((body) => body.includes(`"${id}"`) && status.test(body));
}

export function metFailedJob({ exchanges }: Seen): boolean {
  return exchanges.some(({ exchange }) => isArrived(exchange) && endIn(exchange.responseBody) === 'failed');
}

/** Incomplete downloads of pictures that the client did not get completely by another request. */
export function failedDownloads({ seen, plain }: DutyRun): Occasion[] {
  const all = seen.exchanges.filter(({ exchange }) => isOn(exchange, 'downloadAsset'));
  const isWhole = ({ exchange }: SeenExchange) => isArrived(exchange);
  const failed = all.filter(
    (one) => !isWhole(one) && !all.some((other) => isWhole(other) && other.exchange.path === one.exchange.path),
  );
  const met = plain.exchanges.some(({ exchange }) => isOn(exchange, 'downloadAsset') && !isArrived(exchange));
  return failed.map((one) => {
    const stored = seen.reported.pictures.get(idInPath(one.exchange) ?? '') ?? null;
    if (stored !== null) return verdict('broken', one);
    return verdict(
      met || seen.reported.reports.has('pictures') || seen.reported.pictures.size > 0 ? 'kept' : 'open',
      one,
    );
  });
}

/** Jobs that failed according to a webhook, and succeeded according to polling. */
export function disagreeingEvents({ seen, passed, deviate = [] }: DutyRun): Occasion[] {
  if (!deviate.includes('event-disagrees')) return [];
  const { reported, exchanges } = seen;
  return jobsIn(seen)
    .filter(({ hasEvent }) => hasEvent)
    .map(({ id, accepted, reads, ended }) => {
      const isBelieved =
        reported.ends.get(id)?.includes('failed') && !isEndGiven(id, 'failed', { exchanges, deliveries: [] });
      const state = passed || ended !== null ? 'kept' : 'open';
      return { state: isBelieved ? 'broken' : state, by: [accepted, ...reads.slice(-1)] };
    });
}

const KNOWN_OUTPUT = /"type": ?"(?:skin\.analysis|makeup\.try_on|hair\.try_on)"/;

export function hasUnknownOutput({ reads, ended }: JobSeen): boolean {
  const last = reads.findLast(({ exchange }) => endIn(exchange.responseBody) === 'succeeded');
  const body = last?.exchange.responseBody ?? '';
  return ended === 'succeeded' && /"type": ?"/.test(body) && !KNOWN_OUTPUT.test(body);
}

/** Operations that are answered like an unknown path, unlike in the plain run. */
export function notEnabled({ seen, plain, passed }: DutyRun): Occasion[] {
  const refused = (run: Seen) =>
    run.exchanges.filter(({ exchange }) => exchange.because?.rule === 'FEATURE-OFF-404' && exchange.route !== null);
  const before = new Set(refused(plain).map(({ exchange }) => exchange.route));
  return refused(seen)
    .filter(({ exchange }) => !before.has(exchange.route))
    .map((one) => {
      if (seen.reported.refusals.has(one.exchange.route ?? '')) return verdict('kept', one);
      if (seen.reported.reports.has('refusals')) return verdict('broken', one);
      return verdict(passed ? 'kept' : 'open', one);
    });
}

/** Lists of jobs whose page has another form than in the plain run, if a test fails. */
export function listsOfOtherShape({ seen, plain, passed }: DutyRun): Occasion[] {
  const shapes = new Set(listsIn(plain).map(shapeOf));
  const others = listsIn(seen).filter((one) => shapes.size > 0 && !shapes.has(shapeOf(one)));
  return others.map((one) => verdict(passed ? 'kept' : 'open', one));
}

function listsIn({ exchanges }: Seen): SeenExchange[] {
  return exchanges.filter(({ exchange }) => isOn(exchange, 'listJobs') && isArrived(exchange));
}

/** How the JSON begins: as a list, or with the name of its first member. */
function shapeOf({ exchange }: SeenExchange): string {
  return /^\s*(?:\[|\{\s*"[^"]*")/.exec(exchange.responseBody ?? '')?.[0].replaceAll(/\s/g, '') ?? '';
}

/** Receivers that acknowledge every forgery of one kind. One that acknowledges everything may be a stub. */
export function forgeriesAccepted({ answers }: Seen): Occasion[] {
  const forged = answers.filter((answer) => answer.forged !== null && answer.status !== null);
  return [...new Set(forged.map(({ url }) => url))].flatMap((url) => {
    const own = forged.filter((answer) => answer.url === url);
    const refused = new Set(own.filter((answer) => !isDelivered(answer)).map((answer) => answer.forged));
    const state = refused.size === 0 ? 'open' : 'broken';
    const accepted = own.filter((answer) => !refused.has(answer.forged));
    return accepted.map((answer): Occasion => ({ state, by: [answerLine(answer)] }));
  });
}

/** Statuses that refuse a delivery; another 4xx or a 5xx may say that its job is not known yet. */
const REFUSALS: readonly (number | null)[] = [400, 401, 403];

/**
 * Genuine deliveries that were refused, if the plain run had none, and the receiver accepted no other. Tests may share
 * a receiver and set its secret one after the other, so a late delivery (section 6.5) may meet the secret of another
 * test.
 */
export function genuineRefused({ seen, plain, section = '' }: DutyRun): Occasion[] {
  if (refusedIn(plain).length > 0 || section === '6.5') return [];
  return refusedIn(seen).map((answer) => ({
    state: 'broken',
    by: [answerLine(answer)],
    section: section.startsWith('6') ? section : '6.4',
  }));
}

function refusedIn({ answers }: Seen): Seen['answers'] {
  const genuine = answers.filter(({ forged }) => forged === null);
  const taking = new Set(genuine.filter(isDelivered).map(({ url }) => url));
  return genuine.filter(({ url, status }) => REFUSALS.includes(status) && !taking.has(url));
}

function answerLine({ forged, event, status }: DeliveryAnswer): string {
  return `webhook ${event}${forged === null ? '' : `, forged (${forged})`} → ${status}`;
}
