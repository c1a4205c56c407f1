import { ApiError } from '../../domain/errors.ts';
import { eraseAsset, lookUpAsset } from '../assets.ts';
import type { Caller } from '../caller.ts';
import { assetNotFound } from '../find.ts';
import type { World } from '../world.ts';

/** Spec 4.1: erases the bytes of an input. Jobs that were accepted with it keep their own copy. */
export function deleteAsset(world: World, { caller, asset: id }: { caller: Caller; asset: string }): void {
  const asset = lookUpAsset(world, caller.owner, id);
  const { readings } = world.settings;
  const verdict = asset === undefined ? 'missing' : world.rules.assetDeletion(asset, world.state.now, readings);
  if (asset === undefined || verdict === 'missing') throw assetNotFound(id);
  if (verdict === 'owned_by_job') {
    const compared = { purpose: 'result', job: 'cause' in asset ? null : asset.job };
    throw new ApiError('asset_owned_by_job', { because: { rule: 'ASSET-OWNED-409', section: '4.1', compared } });
  }
  if (verdict === 'erase' && !('cause' in asset)) eraseAsset(world, asset, 'deleted');
}
