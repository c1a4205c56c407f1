import {
  type Numbered,
  type Page,
  type Reference,
  type Role,
  type ServiceDeed,
  type ServiceOperation,
  STAGES,
  type Stage,
  type Submission,
} from './operation.ts';

/** The owner of a thing: the account and environment of the primary key, the other environment, or another account. */
export type Owner = 'own' | 'other environment' | 'another account';

export type KnownAsset = { nth: number; owner: Owner; isDeleted: boolean };
export type KnownJob = Submission & {
  nth: number;
  key?: Role;
  owner: Owner;
  /** The stage at which it is held; `done` if it has ended; null if unknown. */
  stage: Stage | 'done' | null;
  isDeleted: boolean;
  /** A cancel was requested after it was picked up. */
  isGoingToEnd: boolean;
  /** A change was requested while its stage was unknown, so it may or may not have happened. */
  isUnclear: boolean;
  /** It is not known whether it was billed after a late cancel. */
  isBillUnclear: boolean;
  end: 'succeeded' | 'failed' | 'cancelled';
  /** The operation whose answer shows its output. */
  shownBy: number | null;
};

/** What a session has created so far, as far as its operations show. */
export type Known = {
  assets: readonly KnownAsset[];
  jobs: readonly KnownJob[];
  /** Lists and pages whose answers may have a cursor. */
  pages: readonly Page[];
  /** Reads of jobs whose answers have a tag. */
  tags: readonly { nth: number; of: number }[];
  /** Whether jobs reach the stages of their plans; false if units may be insufficient. */
  arePlansSure: boolean;
};

export const NOTHING: Known = { assets: [], jobs: [], pages: [], tags: [], arePlansSure: true };

const REFUSED: readonly Role[] = ['none', 'revoked', 'expired', 'disabled', 'outside'];

/** The owner of the things that a key can access; null for a key that is always refused. */
export function ownerOf(key: string | undefined): Owner | null {
  if (key === 'other_env') return 'other environment';
  if (key === 'other_account') return 'another account';
  return REFUSED.some((role) => role === key) ? null : 'own';
}

const SCOPES: Readonly<Partial<Record<Submission['product'], Role>>> = {
  'skin.analyze': 'no_skin',
  'makeup.apply': 'no_makeup',
};

export function lacksScope(key: string | undefined, { product }: Pick<Submission, 'product'>): boolean {
  return key === 'no_scope' || (key !== undefined && key === SCOPES[product]);
}

/** The state after an operation of the service; other operations do not change it here. */
export function afterService<All extends Known>(known: All, operation: Numbered<{ does: string }>): All {
  const one = operation as ServiceOperation;
  const owner = ownerOf((operation as { key?: Role }).key);
  if (owner === null) return known;
  switch (one.does) {
    case 'upload':
      return { ...known, assets: [...known.assets, { nth: one.nth, owner, isDeleted: false }] };
    case 'submit':
      return makesJob(known, one, owner) ? { ...known, jobs: [...known.jobs, jobOf(one, owner, known)] } : known;
    case 'delete':
      return afterDelete(known, one, owner);
    case 'list':
    case 'next page':
      return one.does === 'list' && one.whole ? known : { ...known, pages: [...known.pages, one] };
    case 'read':
      return one.thing === 'job' && typeof one.of === 'number'
        ? { ...known, tags: [...known.tags, { nth: one.nth, of: one.of }] }
        : known;
    case 'cancel':
      return withJob(known, one.of, (job) => (job.owner === owner ? cancelled(job, one.key) : job));
    default:
      return known;
  }
}

export function withJob<All extends Known>(known: All, of: Reference, change: (job: KnownJob) => KnownJob): All {
  return { ...known, jobs: known.jobs.map((job) => (job.nth === of ? change(job) : job)) };
}

/** A job after `steps` boundaries: a requested cancel takes effect at the first one before processing. */
export function taken(job: KnownJob, steps: number): KnownJob {
  if (job.stage === null || job.stage === 'done') return job;
  const stage = STAGES[STAGES.indexOf(job.stage) + steps];
  if (stage !== undefined && !job.isGoingToEnd) return { ...job, stage };
  return { ...job, end: endOf(job), stage: 'done' };
}

/** A job that is no longer held: unless it has ended, its stage is unknown. */
export function stepped(job: KnownJob): KnownJob {
  if (job.stage === null || job.stage === 'done') return job;
  const ends = job.stage === 'processing' || job.isGoingToEnd;
  return ends ? { ...job, stage: 'done', end: endOf(job) } : { ...job, stage: null };
}

export function endOf(job: KnownJob): KnownJob['end'] {
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

function makesJob({ assets }: Known, operation: Numbered<Submission & { key?: Role }>, owner: Owner): boolean {
  const asset = assets.find(({ nth }) => nth === operation.of);
  const isNew = operation.claim === operation.nth && operation.mistake === undefined;
  return isNew && asset?.owner === owner && !asset.isDeleted && !lacksScope(operation.key, operation);
}

function jobOf(operation: Numbered<Submission>, owner: Owner, { arePlansSure }: Known): KnownJob {
  return {
    ...operation,
    owner,
    stage: arePlansSure ? (operation.plan?.hold_at ?? null) : null,
    isDeleted: false,
    isGoingToEnd: false,
    isUnclear: false,
    isBillUnclear: false,
    end: 'succeeded',
    shownBy: null,
  };
}

function afterDelete<All extends Known>(
  known: All,
  { thing, of, key }: Extract<ServiceDeed, { does: 'delete' }>,
  owner: Owner,
): All {
  if (thing === 'result') return known;
  if (thing === 'job')
    return withJob(known, of, (job) => (job.owner === owner && !lacksScope(key, job) ? deleted(job) : job));
  const assets = known.assets.map((asset) =>
    asset.nth === of && asset.owner === owner ? { ...asset, isDeleted: true } : asset,
  );
  return { ...known, assets };
}

function deleted(job: KnownJob): KnownJob {
  if (job.stage === null) return { ...job, isUnclear: true };
  return job.stage === 'done' ? { ...job, isDeleted: true } : job;
}
