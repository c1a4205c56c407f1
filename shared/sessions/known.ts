import type { Operation, Owner, Role } from './operation.ts';

/** What a session has made so far, as its operations alone tell: the latest of each kind, by their numbers. */
export type Known = {
  assets: readonly KnownThing[];
  jobs: readonly KnownJob[];
  /** Those that are past their retention, whose keys stay what they are. */
  old: readonly KnownJob[];
  /** How much time has passed. */
  now: number;
  /** Lists and pages whose answer may have a cursor. */
  pages: readonly Extract<Operation, { does: 'list' | 'next page' }>[];
  endpoints: readonly number[];
  /** What was there when it was saved, by slot. */
  saved: Readonly<Record<number, Things>>;
  exported: Readonly<Record<number, Things>>;
  /** Until which operation all is being written whole beside what happens. */
  writingUntil: number;
  /** Whether the disk takes nothing, or the process is about to die. */
  trouble: boolean;
};
type Things = Pick<Known, 'assets' | 'jobs' | 'old' | 'now' | 'pages' | 'endpoints'>;
export type KnownThing = { nth: number; owner: Owner };
export type KnownJob = KnownThing & Extract<Operation, { does: 'submit' }> & { at: number };

/** Older things are hardly ever spoken of. */
const MOST = 40;
/** About as long as all is written whole beside what happens. */
const STEPS_OF_A_CHECKPOINT = 10;

export const NOTHING: Known = {
  assets: [],
  jobs: [],
  old: [],
  now: 0,
  pages: [],
  endpoints: [],
  saved: {},
  exported: {},
  writingUntil: 0,
  trouble: false,
};

const OWNERS: Readonly<Partial<Record<Role, Owner>>> = { other_env: 'one/test', other_account: 'two/live' };
export const KEYS_OF: Readonly<Record<Owner, readonly Role[]>> = {
  'one/live': ['primary', 'primary', 'primary', 'second'],
  'one/test': ['other_env'],
  'two/live': ['other_account'],
};

/** Whose things a key is for. */
export function ownerOf(key: Role | undefined): Owner {
  return OWNERS[key ?? 'primary'] ?? 'one/live';
}

export function after(known: Known, operation: Operation): Known {
  const { nth } = operation;
  switch (operation.does) {
    case 'upload':
      return { ...known, assets: more(known.assets, { nth, owner: ownerOf(operation.key) }) };
    case 'submit':
      return operation.claim === nth && operation.mistake === undefined
        ? { ...known, jobs: more(known.jobs, { ...operation, owner: ownerOf(operation.key), at: known.now }) }
        : known;
    case 'list':
    case 'next page':
      return { ...known, pages: more(known.pages, operation) };
    case 'register':
      return { ...known, endpoints: more(known.endpoints, nth) };
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

function thingsOf({ assets, jobs, old, now, pages, endpoints }: Known): Things {
  return { assets, jobs, old, now, pages, endpoints };
}

const HOUR = 3_600_000;
const RETENTION = 168 * HOUR;

/** What is past its retention is hardly worth a request: of it the last are spoken of. */
function outlived(before: Known, by: number): Known {
  const now = before.now + by;
  const known = { ...before, now };
  if (by < 12 * HOUR) return known;
  const past = known.jobs.filter((job) => now - job.at > RETENTION && !known.old.includes(job));
  const old = [...known.old, ...past].slice(-MOST);
  const jobs = by < RETENTION ? known.jobs : known.jobs.slice(-3);
  return { ...known, assets: known.assets.slice(-2), jobs, old };
}

function more<Item>(items: readonly Item[], item: Item): readonly Item[] {
  return [...items.slice(1 - MOST), item];
}
