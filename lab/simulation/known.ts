import {
  afterService,
  type KnownJob,
  type Known as KnownThings,
  NOTHING as NO_THINGS,
} from '../../shared/sessions/known.ts';
import type { Operation } from './operation.ts';

/** What a session has created so far, derived only from its operations. */
export type Known = KnownThings & {
  /** Jobs past their retention, whose Idempotency-Keys must not change their meaning. */
  old: readonly KnownJob[];
  /** The elapsed time, and the times of submissions by their numbers. */
  now: number;
  submittedAt: Readonly<Record<number, number>>;
  endpoints: readonly number[];
  /** What existed when a slot was saved. */
  saved: Readonly<Record<number, Things>>;
  exported: Readonly<Record<number, Things>>;
  /** The number of the operation until which a complete write is assumed to be in progress. */
  writingUntil: number;
  /** Whether the disk refuses writes, or the process is about to die. */
  trouble: boolean;
};
type Things = Pick<Known, 'assets' | 'jobs' | 'old' | 'now' | 'pages' | 'tags' | 'submittedAt' | 'endpoints'>;

/** Older items are hardly ever used. */
const MOST = 40;
/** The approximate number of steps that a complete write takes. */
const STEPS_OF_A_CHECKPOINT = 10;

export const NOTHING: Known = {
  ...NO_THINGS,
  ...{ old: [], now: 0, submittedAt: {}, endpoints: [] },
  ...{ saved: {}, exported: {}, writingUntil: 0, trouble: false },
};

export function after(before: Known, operation: Operation): Known {
  const { nth } = operation;
  const known = latest(afterService(before, operation));
  switch (operation.does) {
    case 'submit':
      return { ...known, submittedAt: { ...recently(known), [nth]: known.now } };
    case 'register':
      return { ...known, endpoints: [...known.endpoints, nth].slice(-MOST) };
    case 'endpoint':
      if (operation.change !== 'remove') return known;
      return { ...known, endpoints: known.endpoints.filter((one) => one !== operation.of) };
    case 'advance':
      return outlived(known, operation.by);
    case 'save':
      return { ...known, saved: { ...known.saved, [operation.slot]: thingsOf(known) } };
    case 'export':
      return { ...known, exported: { ...known.exported, [operation.slot]: thingsOf(known) } };
    case 'load':
      return { ...known, ...known.saved[operation.slot] };
    case 'import':
      return { ...known, ...known.exported[operation.slot] };
    case 'die within':
      return { ...known, trouble: true };
    case 'disk':
      return { ...known, trouble: operation.state !== 'fine' };
    case 'restart':
      return { ...known, trouble: false, writingUntil: 0 };
    case 'checkpoint':
      return { ...known, writingUntil: nth + STEPS_OF_A_CHECKPOINT };
    case 'compact':
      return { ...known, writingUntil: 0 };
    default:
      return known;
  }
}

function latest(known: Known): Known {
  const { assets, jobs, pages, tags } = known;
  if (Math.max(assets.length, jobs.length, pages.length, tags.length) <= MOST) return known;
  const last = <Item>(items: readonly Item[]) => items.slice(-MOST);
  return { ...known, assets: last(assets), jobs: last(jobs), pages: last(pages), tags: last(tags) };
}

function recently({ jobs, old, submittedAt }: Known): Record<number, number> {
  return Object.fromEntries([...jobs, ...old].map(({ nth }) => [nth, submittedAt[nth] ?? 0]));
}

function thingsOf({ assets, jobs, old, now, pages, tags, submittedAt, endpoints }: Known): Things {
  return { assets, jobs, old, now, pages, tags, submittedAt, endpoints };
}

const HOUR = 3_600_000;
const RETENTION = 168 * HOUR;

/** Requests for items past their retention find little, so only the last few are kept. */
function outlived(before: Known, by: number): Known {
  const now = before.now + by;
  const known = { ...before, now };
  if (by < 12 * HOUR) return known;
  const isPast = ({ nth }: KnownJob) => now - (known.submittedAt[nth] ?? now) > RETENTION;
  const past = known.jobs.filter((job) => isPast(job) && !known.old.some(({ nth }) => nth === job.nth));
  const old = [...known.old, ...past].slice(-MOST);
  const jobs = by < RETENTION ? known.jobs : known.jobs.slice(-3);
  return { ...known, assets: known.assets.slice(-2), jobs, old };
}
