import {
  afterService,
  endOf,
  type KnownAsset,
  type KnownJob,
  NOTHING,
  ownerOf,
  stepped,
  taken,
  withJob,
} from '../../shared/sessions/known.ts';
import { ownThings } from '../../shared/sessions/means.ts';
import type { Product, Reference } from '../../shared/sessions/operation.ts';
import { doneOf, type Situation } from './features.ts';
import { hasUnitsForAll, type Of, type Operation, type Session, type World } from './operation.ts';

/** What a session has created so far, according to its operations. */
export type Known = Situation & {
  world: World;
  isEndpointOff: boolean;
  hasRotated: boolean;
  /** Requests were sent together already. */
  hasBatch: boolean;
  /** Steps that read the balance of the account. */
  balances: readonly number[];
  /** Submissions with a mistake: whether their Idempotency-Keys can be used is what the next submission shows. */
  mistaken: readonly number[];
  /** The product for which units were left. */
  edge: Product | null;
  /** Operations since enough time passed for refusals and retention to differ. */
  sinceLongWait: number;
};

export function knownAfter({ world, operations }: Pick<Session, 'world' | 'operations'>): Known {
  const arePlansSure = hasUnitsForAll(world);
  const nothing: Known = {
    ...{ ...NOTHING, arePlansSure, world },
    isEndpointOff: false,
    hasRotated: false,
    hasBatch: false,
    ...{ balances: [], mistaken: [] },
    edge: null,
    sinceLongWait: 1_000,
    waits: [],
    done: [],
  };
  return operations.reduce(after, nothing);
}

export function after(before: Known, operation: Operation): Known {
  if (operation.does === 'at once') return operation.parts.reduce(after, { ...before, hasBatch: true });
  const isLongWait =
    operation.does === 'wait for its end' || (operation.does === 'wait' && /h$|^61m$/.test(operation.for));
  const known = {
    ...before,
    sinceLongWait: isLongWait ? 0 : before.sinceLongWait + 1,
    done: [...before.done, doneOf(operation, before)],
  };
  switch (operation.does) {
    case 'balance':
      return operation.key === undefined ? { ...known, balances: [...known.balances, operation.nth] } : known;
    case 'units for':
      return { ...known, edge: operation.product };
    case 'wait':
      return { ...known, waits: [...known.waits, { nth: operation.nth, name: operation.for }] };
    case 'wait for its end':
      return {
        ...known,
        waits: [...known.waits, { nth: operation.nth, name: `its end ${operation.by}`, of: operation.of }],
      };
    case 'wait for midnight':
      return { ...known, waits: [...known.waits, { nth: operation.nth, name: `midnight ${operation.by}` }] };
    case 'endpoint':
      return { ...known, isEndpointOff: operation.change === 'disable' };
    case 'rotate':
      return { ...known, hasRotated: true };
    case 'step':
      return withJob(known, operation.of, stepped);
    case 'follow':
      return withJob(known, operation.of, (job) => taken(job, operation.steps));
    case 'finish':
      return withJob(known, operation.of, (job) =>
        job.owner === ownerOf(operation.key) ? { ...job, stage: 'done', shownBy: operation.nth, end: endOf(job) } : job,
      );
    case 'submit':
      if (isMistaken(operation)) return { ...known, mistaken: [...known.mistaken, operation.nth] };
      return hasExpired(operation.of, known) ? known : afterService(known, operation);
    default:
      return afterService(known, operation);
  }
}

/** Whether an input asset is gone on most servers, by the waits since its upload. */
export function hasExpired(nth: Reference, { waits, assets }: Situation): boolean {
  if (nth === 'unknown') return false;
  const isPast = ({ name, of = -1 }: Situation['waits'][number]) => {
    if (!name.startsWith('its end')) return name === DAY;
    // Results are kept much longer.
    const isOfAsset = assets.some((asset) => asset.nth === of);
    return !isOfAsset || nth < of || (nth === of && !name.includes('-'));
  };
  return waits.some((wait) => wait.nth > nth && isPast(wait));
}
const DAY = '26h';

/** How many results a job has shown. */
export function resultsOf({ end, shownBy, body }: KnownJob): number {
  if (shownBy === null || end !== 'succeeded') return 0;
  return 'concerns' in body ? (body.visualizations?.length ?? 0) : 1;
}

/** Own assets that most servers still have. */
export function lastingAssets(known: Known): KnownAsset[] {
  return ownThings(known.assets).filter(({ nth }) => !hasExpired(nth, known));
}

/** A new submission with the usual key that must be refused for its body. */
function isMistaken({ nth, claim, mistake, of, key }: Of<'submit'>): boolean {
  return claim === nth && key === undefined && (mistake !== undefined || of === 'unknown');
}
