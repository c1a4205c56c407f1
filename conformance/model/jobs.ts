import { isDeepStrictEqual } from 'node:util';
import { parseInstant } from '../../shared/expression/quantities.ts';
import { isMap } from '../../shared/is-map.ts';
import { UNKNOWN_TAG } from '../../shared/sessions/operation.ts';
import { type Demand, failing, mustBe, mustRefuseWith, mustShow, sparedAs } from './demand.ts';
import { isJobKept, isMentioned, type Known, type KnownJob, timeAt, wasShownLately } from './known.ts';
import { listIn } from './read-submission.ts';
import { isUnclear, jobOf, type Sight } from './sight.ts';
import type { CreateTopic } from './topic.ts';

/** Spec 3, 4.2, 4.5: what the jobs of the caller show, one by one and in their list. */
export const createJobs: CreateTopic = (known) => {
  /** A submission may have been accepted although no answer shows its job. */
  let isAnyLost = false;
  /** A driver may have decided that a job fails for want of its input. */
  let isDecided = false;
  return {
    demands: (sight) => {
      const { route, view } = sight;
      if (!sight.isJudged) return [];
      if (route === 'job-list') return [...ofList(sight, known), ...(isAnyLost ? [] : ofUnknown(sight, known))];
      const job = jobOf(sight, known);
      if (job === undefined) return [];
      if (route === 'job') return ofRead(job, sight, known, isDecided);
      return route === 'cancel' && (view.status === 200 || view.status === 202) ? ofView(job) : [];
    },
    keep: (sight) => {
      const isAccepted = (sight.view.status ?? 599) < 300;
      const isClear = !isUnclear(sight) && !sight.isForgotten && (sight.owner !== null || !isAccepted);
      if (sight.view.request.method === 'POST' && !isClear) isAnyLost = true;
    },
    drive: (_, given) => {
      if (JSON.stringify(given).includes(INPUT_EXPIRED)) isDecided = true;
    },
  };
};

/** In an account that was made for the instance, a job that is newer than one of its own was made by it, and an answer showed it. */
function ofUnknown({ view: { body, status }, owner }: Sight, known: Known): Demand[] {
  if (!known.isAccountMade || status !== 200) return [];
  const listed = jobsIn(body);
  const last = listed.findLastIndex((id) => known.jobs.get(id)?.owner === owner);
  const unknown = listed.slice(0, Math.max(last, 0)).find((id) => !isMentioned(id, known));
  if (unknown === undefined) return [];
  const expected = 'only jobs that a submission has answered';
  return [failing('SUBMIT-REFUSED-NO-JOB', unknown, expected, unknown)];
}

/** Reading 12: the shape of the list of jobs is not specified. */
function jobsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(jobsIn);
  if (!isMap(value)) return [];
  const { id } = value;
  const own = typeof id === 'string' && id.startsWith('job_') ? [id] : [];
  return [...own, ...Object.values(value).flatMap(jobsIn)];
}

function ofRead(job: KnownJob, sight: Sight, known: Known, isDecided: boolean): Demand[] {
  const { view } = sight;
  const because = [job.id];
  if (job.isDeleted)
    return mustRefuseWith(404, 'JOB_NOT_FOUND', { rule: 'JOB-DELETED-404', because, why: 'the job was deleted' });
  const tag = view.request.header['if-none-match'] ?? '';
  const isConditional = tag !== '' && tag !== UNKNOWN_TAG;
  const reason = { rule: 'JOB-READ-200', because, why: 'the job is there and belongs to the caller' };
  return [
    mustBe(isConditional ? [200, 304] : [200], reason),
    mustShow('/id', job.id, reason),
    ...(hasExpired(job, sight, known) ? [expired(job)] : []),
    ...(isDecided ? [] : ofInput(job, known)),
    ...ofView(job, mayHaveExpired(job, sight, known)),
  ];
}

const INPUT_EXPIRED = 'INPUT_EXPIRED';
/** So soon, no job times out, and no server erases its own copy of an input. */
const COPY_KEPT = 1_000;

/** Spec 4.1: a job keeps its own copy of its input, so it does not fail for want of it before the input expires. */
function ofInput({ id, submission, isDeleted }: KnownJob, { assets, isAccountMade }: Known): Demand[] {
  const until = assets.get(submission?.input ?? '')?.until ?? null;
  if (isDeleted || !isAccountMade || until === null) return [];
  const check: Demand['check'] = ({ body }) => {
    const { error, created_at: created, completed_at: completed } = isMap(body) ? body : {};
    const [from, to] = [parseInstant(created), parseInstant(completed)];
    if (!isMap(error) || error['code'] !== INPUT_EXPIRED || from === null || to === null) return null;
    if (to >= until || to - from >= COPY_KEPT) return null;
    return {
      pointer: '/body/error/code',
      expected: 'another code, since its input had not expired',
      seen: INPUT_EXPIRED,
    };
  };
  return [{ rule: 'JOB-SNAPSHOT-DELETE', because: [id], check }];
}

const OPERATION_RULES: Readonly<Record<string, string>> = {
  'skin.analyze': 'SKIN-OPERATION',
  'makeup.apply': 'MAKEUP-OPERATION',
  'hair.try_on': 'HAIR-OPERATION',
};

/** What is shown of a job that has expired is open. */
function mayHaveExpired(job: KnownJob, sight: Sight, known: Known): boolean {
  return parseInstant(job.end?.['expires_at']) !== null && !isJobKept(job, sight, known);
}

function hasExpired({ end, owner }: KnownJob, sight: Sight, known: Known): boolean {
  const until = parseInstant(end?.['expires_at']);
  const time = owner.startsWith('own ') ? timeAt(known, sight) : null;
  return until !== null && time !== null && until < time.from;
}

function expired({ id }: KnownJob): Demand {
  const reason = { rule: 'JOB-EXPIRES', because: [id], why: 'it has expired' };
  return sparedAs('its record may be kept longer than its results', mustBe([404], reason));
}

/** What must hold for a Job wherever its current state is shown. */
function ofView({ id, operation, submission }: KnownJob, isBare = false): Demand[] {
  const rule = OPERATION_RULES[operation] ?? 'JOB-OPERATION';
  const reason = { rule, because: [id], why: 'that is the operation it was submitted for' };
  const isAnalysis = submission?.operation === 'skin.analyze' && Array.isArray(submission.body['concerns']) && !isBare;
  return [mustShow('/operation', operation, reason), ...(isAnalysis ? ofAnalysis(id, submission.body) : [])];
}

type Output = Readonly<Record<string, unknown>>;

/** Spec 4.2: every concern that was requested, once, and the pictures that were requested of those that were measured. */
function ofAnalysis(id: string, request: Record<string, unknown>): Demand[] {
  const concerns = listIn(request, 'concerns');
  const roles = listIn(request, 'visualizations')
    .filter(isMap)
    .map(({ kind, concern }) => `${kind}.${concern}`);
  const demand = (rule: string, name: string, expected: string, isFine: (output: Output) => boolean): Demand => ({
    rule,
    because: [id],
    check: ({ body }) => {
      const output = isMap(body) ? body['output'] : undefined;
      if (!isMap(output) || output['type'] !== 'skin.analysis' || isFine(output)) return null;
      return { pointer: `/body/output/${name}`, expected, seen: output[name] ?? null };
    },
  });
  const all = `each of ${concerns.join(', ')} once`;
  const only = `only ${roles.join(', ') || 'none'}`;
  return [
    demand('SKIN-ONLY-REQUESTED', 'concerns', `only concerns of ${concerns.join(', ')}`, (output) =>
      shown(output, 'concerns', 'concern').every((one) => concerns.includes(one)),
    ),
    demand('SKIN-ALL-REQUESTED', 'concerns', all, (output) => isUnique(shown(output, 'concerns', 'concern'))),
    sparedAs(
      'what was not measured may be left out',
      demand('SKIN-ALL-REQUESTED', 'concerns', all, (output) =>
        isDeepStrictEqual(shown(output, 'concerns', 'concern').sort(), concerns.map(String).sort()),
      ),
    ),
    demand('SKIN-VIS-ONLY-ASKED', 'visualizations', only, (output) => {
      const own = shown(output, 'visualizations', 'role');
      return isUnique(own) && own.every((role) => concerns.some((one) => role.endsWith(`.${one}`)));
    }),
    sparedAs(
      'there may be pictures of each concern that was requested',
      demand('SKIN-VIS-ONLY-ASKED', 'visualizations', only, (output) =>
        shown(output, 'visualizations', 'role').every((role) => roles.includes(role)),
      ),
    ),
    demand('SKIN-VIS-ALL-ASKED', 'visualizations', `each of ${roles.join(', ')} that was measured`, (output) => {
      const measured = listIn(output, 'concerns').filter((one) => isMap(one) && one['status'] === 'measured');
      const names = shown({ measured }, 'measured', 'concern');
      const wanted = roles.filter((role) => names.some((name) => role.endsWith(`.${name}`)));
      return wanted.every((role) => shown(output, 'visualizations', 'role').includes(role));
    }),
  ];
}

function isUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

function shown(output: Output, name: string, member: string): string[] {
  return listIn(output, name).map((one) => String(isMap(one) ? one[member] : one));
}

/** Reading 12: the shape is open, so its text is searched for the jobs of the caller, newest first. */
function ofList(sight: Sight, known: Known): Demand[] {
  const { view, owner, key } = sight;
  const { text } = view;
  if (view.request.url.includes('?')) return [];
  const served = mustBe([200], { rule: 'JOBS-LIST-200', because: [], why: 'the request is valid' });
  if (view.status !== 200 || text === null) return [served];
  const own = [...known.jobs.values()].filter(
    (job) => job.owner === owner && job.by === key && !known.unsure.has(job.id),
  );
  const place = ({ id }: KnownJob) => {
    const [first, ...more] = text.split(`"${id}"`);
    return more.length === 1 ? (first ?? '').length : -1;
  };
  const createdAt = ({ id }: KnownJob) => Date.parse(String(known.shown.get(id)?.first['created_at']));
  const listed = own.filter((job) => place(job) !== -1).sort((one, other) => place(one) - place(other));
  // The length of a page is open: only an object that belongs before an older one on the page is missing.
  const missing = own.filter(
    (job) =>
      !job.isDeleted &&
      !text.includes(`"${job.id}"`) &&
      listed.some((other) => createdAt(other) < createdAt(job)) &&
      wasShownLately(job.id, sight, known) &&
      (job.end === null || isJobKept(job, sight, known)),
  );
  const wrong = listed.find((job, index) => {
    const before = listed[index - 1];
    return before !== undefined && createdAt(job) > createdAt(before);
  });
  return [
    ...missing.map(({ id }) => failing('JOBS-LIST-OWN', id, `${id}, which the caller submitted`, null)),
    ...(wrong === undefined ? [] : [failing('JOBS-LIST-ORDER', wrong.id, 'the newest job first', wrong.id)]),
  ];
}
