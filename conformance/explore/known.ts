import type { Role } from '../suite/vocabulary.ts';
import type { Operation, Reference, Session, Stage, Submission, World } from './operation.ts';

export type Owner = 'own' | 'own other environment' | 'another account';

export type KnownAsset = { nth: number; owner: Owner; isDeleted: boolean };
export type KnownJob = Submission & {
  nth: number;
  key?: Role | 'none';
  owner: Owner;
  /** Where it is held; `done` where it was brought to its end; null where nobody knows. */
  stage: Stage | 'done' | null;
  isDeleted: boolean;
  /** Somebody asked for its cancel after it was picked up. */
  isGoingToEnd: boolean;
  /** A change was asked for when nobody knew its stage: it may have been done or not. */
  isUnclear: boolean;
  /** Whether it ran on after a cancel was not seen. */
  isBillUnclear: boolean;
  end: 'succeeded' | 'failed' | 'cancelled';
  /** The operation whose answer shows its output. */
  shownBy: number | null;
};

/** What a session has made so far, as its operations alone tell. */
export type Known = {
  world: World;
  assets: readonly KnownAsset[];
  jobs: readonly KnownJob[];
  /** Lists and pages whose answer may have a cursor. */
  pages: readonly Extract<Operation, { does: 'list' | 'next page' }>[];
  /** Reads of jobs whose answer has a tag. */
  tags: readonly { nth: number; of: number }[];
  isEndpointOff: boolean;
  /** Something was sent together already. */
  hasBatch: boolean;
  /** Operations since so much time passed that what was refused or kept may be otherwise. */
  sinceLongWait: number;
};

export function knownAfter({ world, operations }: Pick<Session, 'world' | 'operations'>): Known {
  const nothing: Known = {
    world,
    assets: [],
    jobs: [],
    pages: [],
    tags: [],
    isEndpointOff: false,
    hasBatch: false,
    sinceLongWait: 1_000,
  };
  return operations.reduce(after, nothing);
}

/** Whose things a key is for; null for a key that is good for nothing. */
export function ownerOf(key: string | undefined): Owner | null {
  if (key === 'other_env') return 'own other environment';
  if (key === 'other_account') return 'another account';
  return ['revoked', 'expired', 'disabled', 'outside', 'none'].includes(key ?? 'primary') ? null : 'own';
}

export function after(before: Known, operation: Operation): Known {
  if (operation.does === 'at once') return operation.parts.reduce(after, { ...before, hasBatch: true });
  const isLongWait =
    operation.does === 'wait for its end' || (operation.does === 'wait' && /h$|^61m$/.test(operation.for));
  const known = { ...before, sinceLongWait: isLongWait ? 0 : before.sinceLongWait + 1 };
  const owner = ownerOf('key' in operation ? operation.key : undefined);
  if (owner === null) return known;
  switch (operation.does) {
    case 'upload':
      return { ...known, assets: [...known.assets, { nth: operation.nth, owner, isDeleted: false }] };
    case 'submit':
      return makesJob(known, operation, owner)
        ? { ...known, jobs: [...known.jobs, jobOf(operation, owner, known)] }
        : known;
    case 'delete':
      return afterDelete(known, operation, owner);
    case 'list':
    case 'next page':
      return operation.does === 'list' && operation.whole ? known : { ...known, pages: [...known.pages, operation] };
    case 'read':
      return operation.thing === 'job' && typeof operation.of === 'number'
        ? { ...known, tags: [...known.tags, { nth: operation.nth, of: operation.of }] }
        : known;
    case 'endpoint':
      return { ...known, isEndpointOff: operation.change === 'disable' };
    default:
      return afterWork(known, operation, owner);
  }
}

function afterWork(known: Known, operation: Operation, owner: Owner): Known {
  switch (operation.does) {
    case 'step':
      return changed(known, operation.of, (job) => stepped(job));
    case 'follow':
      return changed(known, operation.of, (job) => taken(job, operation.steps));
    case 'finish':
      return changed(known, operation.of, (job) =>
        job.owner === owner ? { ...job, stage: 'done', shownBy: operation.nth, end: endOf(job) } : job,
      );
    case 'cancel':
      return changed(known, operation.of, (job) => (job.owner === owner ? cancelled(job, operation.key) : job));
    default:
      return known;
  }
}

const STAGES: readonly Stage[] = ['queued', 'picked_up', 'preparing', 'processing'];

/** Over so many boundaries; a cancel that it was asked for is honoured at the first of them, before processing. */
function taken(job: KnownJob, steps: number): KnownJob {
  if (job.stage === null || job.stage === 'done') return job;
  const stage = STAGES[STAGES.indexOf(job.stage) + steps];
  if (stage !== undefined && !job.isGoingToEnd) return { ...job, stage };
  return { ...job, end: endOf(job), stage: 'done' };
}

/** Nobody holds it any more: unless it has ended, nobody knows how far it goes by itself. */
function stepped(job: KnownJob): KnownJob {
  if (job.stage === null || job.stage === 'done') return job;
  const ends = job.stage === 'processing' || job.isGoingToEnd;
  return ends ? { ...job, stage: 'done', end: endOf(job) } : { ...job, stage: null };
}

function endOf(job: KnownJob): KnownJob['end'] {
  if (job.stage === 'done') return job.end;
  if (job.isGoingToEnd) return 'cancelled';
  return job.plan === undefined || job.plan.outcome === 'succeeded' ? 'succeeded' : 'failed';
}

function cancelled(job: KnownJob, key: string | undefined): KnownJob {
  if (lacksScope(key, job)) return job;
  if (job.stage === null) return { ...job, isUnclear: true };
  if (job.stage === 'queued') return { ...job, stage: 'done', end: 'cancelled' };
  if (job.stage === 'processing' && job.plan?.lasting) return { ...job, isBillUnclear: true };
  return job.stage === 'picked_up' || job.stage === 'preparing' ? { ...job, isGoingToEnd: true } : job;
}

export function lacksScope(key: string | undefined, { product }: Pick<Submission, 'product'>): boolean {
  if (key === 'no_scope') return true;
  return key === (product === 'skin.analyze' ? 'no_skin' : 'no_makeup');
}

function changed(known: Known, of: Reference, change: (job: KnownJob) => KnownJob): Known {
  return { ...known, jobs: known.jobs.map((job) => (job.nth === of ? change(job) : job)) };
}

function makesJob(known: Known, operation: Submission & { nth: number; key?: string }, owner: Owner): boolean {
  const asset = known.assets.find(({ nth }) => nth === operation.of);
  const isFresh = operation.claim === operation.nth;
  return (
    isFresh &&
    operation.mistake === undefined &&
    asset?.owner === owner &&
    !asset.isDeleted &&
    !lacksScope(operation.key, operation)
  );
}

function jobOf(operation: Submission & { nth: number }, owner: Owner, { world }: Known): KnownJob {
  const isSure = operation.plan !== undefined && world.credits === undefined;
  const stage = isSure ? (operation.plan?.hold_at ?? null) : null;
  return {
    ...operation,
    owner,
    stage,
    isDeleted: false,
    isGoingToEnd: false,
    isUnclear: false,
    isBillUnclear: false,
    end: 'succeeded',
    shownBy: null,
  };
}

function afterDelete(known: Known, { thing, of, key }: Extract<Operation, { does: 'delete' }>, owner: Owner): Known {
  if (thing === 'asset')
    return {
      ...known,
      assets: known.assets.map((asset) =>
        asset.nth === of && asset.owner === owner ? { ...asset, isDeleted: true } : asset,
      ),
    };
  if (thing === 'result') return known;
  return changed(known, of, (job) => (job.owner === owner && !lacksScope(key, job) ? deleted(job) : job));
}

function deleted(job: KnownJob): KnownJob {
  if (job.stage === null) return { ...job, isUnclear: true };
  return job.stage === 'done' ? { ...job, isDeleted: true } : job;
}
