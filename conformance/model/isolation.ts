import { decoded } from '../../shared/expression/decoded.ts';
import { isMap } from '../../shared/is-map.ts';
import { hookViewOf } from '../effects/http/view.ts';
import type { Owner } from '../plan/owner.ts';
import type { Inbox } from '../play/trace.ts';
import { type Demand, failing, mustBe, mustRefuse, mustRefuseWith, sparedAs } from './demand.ts';
import { isMentioned, type Known, type KnownAsset, type KnownJob, keepIn } from './known.ts';
import { isUsual } from './nothing.ts';
import { listIn, sourceOf } from './read-submission.ts';
import { isAccepted, isKeySent, type Sight } from './sight.ts';
import { idsIn, textsIn, textsOf } from './texts.ts';
import { type CreateTopic, isOfAccounts } from './topic.ts';
import { commonWords, keepWords, wordsOf } from './words.ts';

type Foreign = KnownJob | KnownAsset;

const WHY = 'it belongs to another account or environment';
const CHANGES: Readonly<Record<string, string>> = {
  cancel: 'ISOLATION-CANCEL',
  'job-delete': 'ISOLATION-JOB-DELETE',
  // Reading 32: what a stranger is answered is open, beyond that it deletes nothing.
  'asset-delete': 'ISOLATION-ASSET-DELETE',
};

/** Spec 5: what belongs to another account or environment cannot be seen, changed or used. */
export const createIsolation: CreateTopic = (known) => {
  /** How reads of ids that belong to nothing were answered, by operation, owner and key. */
  const ofNothing = keepIn(known, new Map<string, string[]>());
  return {
    demands: (sight) => {
      const thing = thingOf(sight, known);
      const isForeign = thing !== undefined && sight.owner !== null && thing.owner !== sight.owner;
      // An operation that is off answers every request in the same way too.
      const words = isForeign && sight.isAnswered && sight.isPlain ? ofWords(sight, ofNothing) : [];
      if (!sight.isJudged) return words;
      if (sight.route === 'submit') return [...ofInput(sight, known, ofNothing), ...ofMentioned(sight, known)];
      if (sight.route === 'asset-list') return ofAssetList(sight, known);
      if (sight.route === 'job-list') return ofJobList(sight, known);
      if (!isForeign) return ofMentioned(sight, known);
      return [...ofRead(thing, sight), ...ofChange(sight), ...words];
    },
    keep: (sight) => {
      const isPlain = sight.isAnswered && sight.isPlain && sight.owner !== null;
      if (isPlain && isOfNothing(sight, known))
        keepWords(ofNothing, nameOf(sight), wordsOf(sight.view, [namedIn(sight)]));
    },
    // What is off, or fails, answers in other words.
    drive: (call) => {
      if (isOfAccounts(call) || call.startsWith('faults')) ofNothing.clear();
    },
  };
};

function thingOf({ route, id }: Sight, { jobs, assets, mayOthersAct }: Known): Foreign | undefined {
  const thing = route === 'job' || route === 'cancel' || route === 'job-delete' ? jobs.get(id) : assets.get(id);
  // Of the things that were not seen, one may have the same id.
  return mayOthersAct && !isTelling(id) ? undefined : thing;
}

function ofRead({ owner, id, kind }: Foreign, sight: Sight): Demand[] {
  const because = [id];
  if (sight.route === 'content') return [mustRefuse({ rule: 'ISOLATION-CONTENT', because, why: WHY })];
  if (sight.route !== 'job' && sight.route !== 'asset') return [];
  const rule = ruleOfReader(owner, sight.owner);
  const code = kind === 'job' ? 'JOB_NOT_FOUND' : 'ASSET_NOT_FOUND';
  return mustRefuseWith(404, code, { rule, because, why: WHY });
}

function ruleOfReader(owner: Owner, reader: Owner | null): string {
  return owner.split(' ')[0] === reader?.split(' ')[0] ? 'ISOLATION-ENVIRONMENT' : 'ISOLATION-ACCOUNT';
}

function ofChange(sight: Sight): Demand[] {
  const { route, id, key } = sight;
  const rule = CHANGES[route ?? ''];
  if (rule === undefined || key.startsWith('no_')) return [];
  return [sparedAs(sparedIn(sight), mustBe([404], { rule, because: [id], why: WHY }))];
}

function ofInput(sight: Sight, known: Known, ofNothing: Words): Demand[] {
  const { view, owner } = sight;
  const asset = known.assets.get(sourceOf(view.request.body) ?? '');
  if (asset === undefined || asset.owner === owner) return [];
  const reason = { rule: 'ISOLATION-SUBMIT', because: [asset.id], why: `its input: ${WHY}` };
  const refused = mustBe([404, 400, 401, 402, 403, 409, ...(isKeySent(sight, known) ? [410] : [])], reason);
  return [refused, ...(view.status === 404 ? ofWords(sight, ofNothing) : [])];
}

/** No answer shows the id of what belongs to others, unless the request named it, or the answer gives the id to something new. */
function ofMentioned(sight: Sight, { jobs, assets }: Known): Demand[] {
  const { route, view, owner } = sight;
  const { request, body } = view;
  // What the request named cannot be known from a body of which only the size was kept.
  if (owner === null || request.text === null || route === 'upload') return [];
  const given = isAccepted(sight) && isMap(body) ? body['id'] : undefined;
  const named = [request.url, decoded(request.url), request.text, ...textsIn(request.body)];
  const isNamed = (id: string) => id === given || named.some((text) => text.includes(id));
  for (const id of idsIn(textsOf(view))) {
    const thing = jobs.get(id) ?? assets.get(id);
    if (thing === undefined || thing.owner === owner || isNamed(id) || !isTelling(id)) continue;
    const rule = route === 'submit' ? 'ISOLATION-IDEM' : ruleOfReader(thing.owner, owner);
    return [mustNotList(id, rule, '/body')];
  }
  return [];
}

/** Accounts that number their things may give the same id to two of them. */
function isTelling(id: string): boolean {
  const [, rest = ''] = /^[a-z]+_(.*)$/.exec(id) ?? [];
  return rest.length >= 8 && /[a-z]/i.test(rest);
}

/** How what names nothing was answered, by operation, owner and key. */
type Words = ReadonlyMap<string, readonly string[]>;

/** Spec 5.6: every request about a foreign object is answered as if the object did not exist, except for members that name the request. */
function ofWords(sight: Sight, ofNothing: Words): Demand[] {
  const expected = commonWords(ofNothing, nameOf(sight));
  const seen = wordsOf(sight.view, [namedIn(sight)]);
  // Two answers of the same words show that nothing else differs from one to the next.
  if (expected === null || seen === null || seen === expected) return [];
  const isRead = sight.route === 'job' || sight.route === 'asset';
  const rule = isRead ? 'ISOLATION-SAME-ANSWER' : 'ISOLATION-NOTHING';
  return [
    sparedAs(sparedIn(sight), failing(rule, namedIn(sight), `${expected}, as of an id that belongs to nothing`, seen)),
  ];
}

/** The lawful exceptions of the rule: the table of section 7 has 404 only for reads. */
function sparedIn({ route, view: { status } }: Sight): string | null {
  const isOf = (...statuses: number[]) => statuses.includes(status ?? 0);
  if (route === 'content' && status !== 403) return 'what the content of what is not there answers is not shown';
  if (route === 'asset-delete' && isOf(204, 404)) return 'a deletion may answer 204 although it deletes nothing';
  if (CHANGES[route ?? ''] !== undefined && isOf(403, 409)) return 'a change may be refused in another way';
  return null;
}

function isOfNothing(sight: Sight, known: Known): boolean {
  const { route, view } = sight;
  const id = namedIn(sight);
  const isRefused = view.status === 404 || (route === 'asset-delete' && view.status === 204);
  return isRefused && isUsual(route, id, known) && !isMentioned(id, known);
}

/** What the path names, or the input of a submission. */
function namedIn({ id, submission }: Sight): string {
  return submission?.input ?? id;
}

function nameOf({ route, owner, key, submission }: Sight): string {
  return [route, owner, key, submission?.path].join(' ');
}

function ofAssetList({ view, owner }: Sight, { assets }: Known): Demand[] {
  if (view.status !== 200 || !isMap(view.body)) return [];
  const listed = new Set(listIn(view.body, 'data').map((item) => (isMap(item) ? item['id'] : undefined)));
  const foreign = [...assets.values()].filter(
    (asset) => asset.owner !== owner && isTelling(asset.id) && listed.has(asset.id),
  );
  return foreign.map(({ id }) => mustNotList(id, 'ISOLATION-LIST-ASSETS', '/body/data'));
}

/** Reading 12: the shape of the list of jobs is not specified, so all its texts are searched for ids. */
function ofJobList({ view: { status, body }, owner }: Sight, { jobs }: Known): Demand[] {
  if (status !== 200) return [];
  const listed = new Set(textsIn(body));
  const foreign = [...jobs.values()].filter((job) => job.owner !== owner && isTelling(job.id) && listed.has(job.id));
  return foreign.map(({ id }) => mustNotList(id, 'ISOLATION-LIST-JOBS', '/body'));
}

function mustNotList(id: string, rule: string, pointer: string): Demand {
  return { rule, because: [id], check: () => ({ pointer, expected: `no ${id}, since ${WHY}`, seen: id }) };
}

export const OF_ORGANISATION = 'an endpoint may be for several accounts of one organisation';

/** The id of a job of another account in a delivery, even if the event is about another job. */
export function foreignIn({ received, position }: Inbox, jobs: ReadonlyMap<string, Pick<KnownJob, 'owner'>>) {
  const found = received.flatMap((hook, index) => {
    const ids = idsIn(textsIn(hookViewOf(hook).json));
    const owners = ids.map((id) => jobs.get(id)?.owner);
    const foreign = ids[owners.findIndex((owner) => owner?.startsWith('other '))];
    const isOfOwn = owners.some((owner) => owner?.startsWith('own '));
    return foreign === undefined || !isOfOwn ? [] : [{ index, foreign }];
  });
  return found
    .slice(0, 1)
    .map(({ index, foreign }) => ({
      ...{ rule: 'WH-OWN-ACCOUNT', because: [foreign], position, spared: OF_ORGANISATION },
      mismatch: { pointer: `/received/${index}`, expected: 'no id of a job of another account', seen: foreign },
    }));
}
