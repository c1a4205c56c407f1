import type { Owner } from '../domain/account.ts';
import { type Asset, isForgotten, type Tombstone } from '../domain/asset.ts';
import { ApiError } from '../domain/errors.ts';
import type { Job } from '../domain/job.ts';
import { lookUpAsset } from './assets.ts';
import type { World } from './world.ts';

/**
 * A job of this owner. A job of another owner, a deleted job and one that never existed get the same answer (spec 5.6).
 */
export function findJob(world: World, owner: Owner, id: string): Job {
  const job = world.state.jobs.get(id);
  if (job !== undefined && world.rules.isOwn(job, owner)) return job;
  throw jobNotFound(id);
}

/** The same for a delete, which also accepts a tombstone, but not of a job whose retention has passed. */
export function findJobOrTombstone(world: World, owner: Owner, id: string): Job | Tombstone {
  const { tombstones, now } = world.state;
  const grave = tombstones.get(id);
  const isKnown = grave?.cause === 'deleted' && !isForgotten(grave, now, world.settings.readings.tombstone_retention);
  if (isKnown && grave.operation !== null && world.rules.isOwn(grave, owner)) return grave;
  return findJob(world, owner, id);
}

/** A readable asset of this owner. */
export function findAsset(world: World, owner: Owner, id: string): Asset {
  const asset = lookUpAsset(world, owner, id);
  if (asset === undefined || 'cause' in asset || !world.rules.assetIsReadable(asset, world.state.now)) {
    throw assetNotFound(id);
  }
  return asset;
}

export function jobNotFound(id: string): ApiError {
  return new ApiError('job_not_found', { because: { rule: 'JOB-404', section: '4.3', compared: { job_id: id } } });
}

export function assetNotFound(id: string): ApiError {
  return new ApiError('asset_not_found', {
    because: { rule: 'ASSET-404', section: '4.1', compared: { asset_id: id } },
  });
}
