import { keyOf } from '../../../shared/sessions/keys.ts';
import { ownerOf } from '../../../shared/sessions/known.ts';
import { ownThings } from '../../../shared/sessions/means.ts';
import { ruleOfQuery } from '../../../shared/sessions/mistakes.ts';
import type { Between, Page } from '../../../shared/sessions/operation.ts';
import { chance, pick } from '../../../shared/sessions/random.ts';
import { hasExpired, type Known, resultsOf } from '../known.ts';
import { keyIn, ofJob, type Turn } from './turns.ts';

export const resultsOfJob = ofJob((job, _, __, { has }) =>
  has.lists ? { does: 'list', thing: 'assets', query: {}, job: job.nth, whole: false, ...keyIn(job) } : null,
);

export const list: Turn = (_, __, { has }) =>
  has.lists ? { does: 'list', thing: 'assets', query: {}, whole: false } : null;
/** The parameters of a list, alone and together. */
const LISTS: readonly { limit?: number; purpose?: string; since?: boolean; until?: boolean; job?: boolean }[] = [
  ...[{ purpose: 'input' }, { purpose: 'result' }, { limit: 100 }, { limit: 1 }, { since: true }, { until: true }],
  ...[{ job: true }, { purpose: 'input', limit: 1 }, { purpose: 'result', limit: 1 }, { since: true, limit: 1 }],
  ...[
    { until: true, limit: 2 },
    { since: true, until: true },
    { purpose: 'input', until: true, limit: 1 },
  ],
  ...[
    { job: true, limit: 1 },
    { purpose: 'result', since: true },
    { purpose: 'input', job: true },
  ],
];

/** The list with some of its parameters; each choice comes before any is repeated. */
export const someList: Turn = (random, { assets, jobs }, { has, decks }) => {
  const { since, until, job, ...query } = decks.next('lists', LISTS);
  const by = chance(random, 0.5) ? 0 : pick(random, [-400, -1, 1, 400]);
  const there = ownThings(assets);
  const last = jobs.findLast((one) => one.owner === 'own');
  if (!has.lists || there.length === 0) return null;
  return {
    ...{ does: 'list', thing: 'assets', whole: false, query },
    ...(since && { since: pick(random, there).nth }),
    ...(until && { until: pick(random, there).nth }),
    ...((since || until) && by !== 0 && { by }),
    ...(job && last !== undefined && { job: last.nth }),
  };
};

/** Such a list page by page, to its end. */
export const walk: Turn = (random, known, tools) => {
  const deed = someList(random, known, tools);
  return deed?.does === 'list' ? { ...deed, whole: true } : null;
};

/** The page after a list or another page, with the same query and the same caller, and without its job and its bounds. */
function nextOf({ nth, query, key }: Page) {
  return { does: 'next page' as const, of: nth, thing: 'assets' as const, query, ...(key !== undefined && { key }) };
}

function jobOf({ job }: Page): Pick<Page, 'job'> {
  return job === undefined ? {} : { job };
}

function boundsOf({ since, until, by }: Between): Between {
  return {
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(by !== undefined && { by }),
  };
}
const USUAL = 20;

/** Whether there are more assets than this page and those before it show, as far as the operations say. */
export function isLikelyToGoOn(page: Page, known: Known): boolean {
  if (page.thing !== 'assets' || ruleOfQuery(page.query) !== null) return false;
  let shown = 0;
  for (let one: Page | undefined = page; one !== undefined; one = before(one, known.pages))
    shown += Number(one.query['limit'] ?? USUAL);
  return shown < assetsOn(page, known);
}

/** How many assets all pages of a list show, at least. The operations do not show when results are created. */
function assetsOn({ query: { purpose }, key, since = 0, until = Number.MAX_VALUE, job }: Page, known: Known): number {
  const owner = ownerOf(key);
  const inputs = known.assets.filter(
    (one) =>
      one.owner === owner && !one.isDeleted && one.nth >= since && one.nth < until && !hasExpired(one.nth, known),
  );
  const jobs = known.jobs.filter((one) => one.owner === owner && (job === undefined || job === one.nth));
  const ofJobs = jobs.reduce((count, one) => count + (one.isDeleted ? 0 : resultsOf(one)), 0);
  return (job === undefined && purpose !== 'result' ? inputs.length : 0) + (purpose === 'input' ? 0 : ofJobs);
}

function before(page: Page, pages: readonly Page[]): Page | undefined {
  return page.does === 'next page' ? pages.find(({ nth }) => nth === page.of) : undefined;
}

function lastSmallPage(known: Known): Page | undefined {
  return known.pages.findLast((page) => isLikelyToGoOn(page, known));
}

/** The page after the last one, with the parameters that it had. */
export const onward: Turn = (_, known, { has }) => {
  const last = lastSmallPage(known);
  if (!has.lists || last === undefined || last.key !== undefined) return null;
  return { ...nextOf(last), ...jobOf(last), ...boundsOf(last) };
};
export const listJobs: Turn = (_, __, { has }) =>
  has.jobLists ? { does: 'list', thing: 'jobs', query: {}, whole: false } : null;
export const page: Turn = (random, known, { has }) => {
  const { assets } = known;
  const last = lastSmallPage(known);
  if (!has.lists) return null;
  if (last === undefined || chance(random, 0.2))
    return { does: 'list', thing: 'assets', query: { limit: pick(random, [1, 1, 2, assets.length]) }, whole: false };
  return { ...nextOf(last), ...jobOf(last) };
};
/** The next page with one thing that is not as it was: a parameter more, a parameter less, another value, or another caller. */
export const otherPage: Turn = (random, known, tools) => {
  const { assets, jobs } = known;
  const last = lastSmallPage(known);
  const asset = assets.at(-1)?.nth;
  if (last === undefined || asset === undefined) return null;
  const { purpose, ...others } = last.query;
  const [plain, ofJob, bounds] = [nextOf(last), jobOf(last), boundsOf(last)];
  const same = { ...plain, ...ofJob, ...bounds };
  switch (tools.decks.next('other pages', OTHER_PAGES)) {
    case 'limit':
      return { ...same, query: { ...last.query, limit: last.query['limit'] === 3 ? 2 : 3 } };
    case 'purpose':
      return { ...same, query: purpose === undefined ? { ...others, purpose: 'input' } : others };
    case 'bounds':
      return Object.keys(bounds).length > 0 ? { ...plain, ...ofJob } : { ...same, since: asset };
    case 'job':
      return last.job !== undefined
        ? { ...plain, ...bounds }
        : { ...same, ...(jobs[0] !== undefined && { job: jobs[0].nth }) };
    default:
      return { ...same, ...keyOf(random, tools, ['other_env', 'other_account']) };
  }
};
const OTHER_PAGES = ['limit', 'purpose', 'bounds', 'job', 'caller'] as const;
