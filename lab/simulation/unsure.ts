import type { Job } from '../../emulator/domain/job.ts';
import { accountOf, environmentOf, fingerprintOf, isReadable } from './books.ts';
import { Broken } from './broken.ts';
import { noteDeleted } from './judge/judge.ts';
import { acceptAsset, acceptJob } from './judge/see.ts';
import type { Of, Owner } from './operation.ts';
import { ownerOf } from './operation.ts';
import { requestOf, type ServiceOperation } from './requests.ts';
import type { Sim } from './sim.ts';

/** Finds out whether unanswered requests were performed. Each must have been performed completely or not at all. */
export function settleUnsure(sim: Sim): void {
  const { unsure } = sim;
  sim.unsure = [];
  if (unsure.length === 0) return;
  const { jobs, assets } = sim.machine.state();
  for (const asset of assets.values())
    if (asset.purpose === 'input' && !sim.books.assets.has(asset.id)) {
      const body = {
        ...{ id: asset.id, created_at: new Date(asset.createdAt).toISOString(), size_bytes: asset.sizeBytes },
        expires_at: new Date(asset.expiresAt).toISOString(),
      };
      const known = acceptAsset(sim, body, madeBy(unsure, 'upload', asset.owner as Owner, asset.id));
      known.text = null;
    }
  for (const job of jobs.values()) if (!sim.books.jobs.has(job.id)) foundJob(sim, unsure, job);
  for (const operation of unsure) settleOne(sim, operation);
}

function madeBy(unsure: readonly ServiceOperation[], does: string, owner: Owner, id: string): Owner {
  if (unsure.some((one) => one.does === does && ownerOf(one.key) === owner)) return owner;
  throw new Broken('one-key-one-job', `${id} exists, and no request created it`);
}

function foundJob(sim: Sim, unsure: readonly ServiceOperation[], job: Job): void {
  const { books } = sim;
  const owner = job.owner as Owner;
  const by = unsure.find((one): one is Of<'submit'> => {
    return one.does === 'submit' && ownerOf(one.key) === owner && `claim-${one.claim}` === job.idempotencyKey;
  });
  if (by === undefined) throw new Broken('one-key-one-job', `${job.id} exists, and no request submitted it`);
  const name = `${owner} claim-${by.claim}`;
  const claim = books.claims.get(name);
  if (claim !== undefined) throw new Broken('one-key-one-job', `${name} has made ${claim.job} and ${job.id}`);
  const cost = environmentOf(owner) === 'test' ? 0 : books.accounts[accountOf(owner)].costs[by.product];
  const body = { id: job.id, operation: by.product, created_at: new Date(job.createdAt).toISOString() };
  acceptJob(sim, body, owner, cost);
  books.claims.set(name, { fingerprint: fingerprintOf(by, job.inputs[0]?.assetId ?? ''), job: job.id });
  books.made.set(by.nth, job.id);
}

function settleOne(sim: Sim, operation: ServiceOperation): void {
  const { jobs, assets } = sim.machine.state();
  if (operation.does !== 'delete' && operation.does !== 'cancel') return;
  const { id } = requestOf(operation, sim.books);
  const job = sim.books.jobs.get(id ?? '');
  const asset = sim.books.assets.get(id ?? '');
  if (operation.does === 'cancel' && job !== undefined && mayEnd(jobs.get(job.id))) job.isCancelAsked = true;
  if (operation.does === 'delete' && job !== undefined && !jobs.has(job.id)) noteDeleted(sim, job);
  if (
    operation.does === 'delete' &&
    asset?.purpose === 'input' &&
    !assets.has(asset.id) &&
    isReadable(sim.books, asset)
  )
    asset.isDeleted = true;
}

/** Whether the cancel was performed, immediately or deferred. */
function mayEnd(job: Job | undefined): boolean {
  return job !== undefined && (job.cancelRequested || job.stage === 'cancelled');
}
