import type { Asked } from './asked.ts';
import { type Demand, mustBe, mustRefuse, mustRefuseWith, mustShow } from './demand.ts';
import { isForeign, isolationRule } from './isolation.ts';
import { isGone, type Known, type KnownAsset } from './known.ts';

/** What must be answered to a read of an asset that is known. */
export function demandsOfAsset(asset: KnownAsset, asked: Asked, known: Known, isThere: boolean): Demand[] {
  const because = [asset.id];
  if (isForeign(asset, asked))
    return mustRefuseWith(404, 'ASSET_NOT_FOUND', {
      rule: isolationRule(asset, asked),
      because,
      why: 'the asset belongs to another account or environment',
    });
  if (isGone(asset, known)) {
    const isResult = asset.purpose === 'result';
    const rule = isResult ? 'JOB-DELETED-RESULTS' : 'ASSET-DELETED-404';
    return mustRefuseWith(404, 'ASSET_NOT_FOUND', {
      rule,
      because,
      why: `the ${isResult ? 'job' : 'asset'} was deleted`,
    });
  }
  if (!isThere) return [];
  const rule = asset.purpose === 'result' ? 'RESULT-IS-ASSET' : 'ASSET-READ-200';
  const reason = { rule, because, why: 'the asset is there and belongs to the caller' };
  return [mustBe([200], reason), mustShow('/id', asset.id, reason)];
}

export function demandsOfContent(asset: KnownAsset, asked: Asked, known: Known, isThere: boolean): Demand[] {
  const because = [asset.id];
  if (isForeign(asset, asked))
    return [
      mustRefuse({ rule: 'ISOLATION-CONTENT', because, why: 'the asset belongs to another account or environment' }),
    ];
  if (isGone(asset, known)) {
    const rule = asset.purpose === 'result' ? 'JOB-DELETED-CONTENT' : 'ASSET-DELETED-CONTENT';
    return [mustRefuse({ rule, because, why: 'it was deleted' })];
  }
  if (asset.purpose === 'input' || !isThere) return [];
  const reason = { rule: 'RESULT-CONTENT-200', because, why: 'the result is there and belongs to the caller' };
  return [
    { ...reason, check: ({ status }) => (status !== null && status < 400 ? null : notServed(status, reason.why)) },
  ];
}

function notServed(seen: number | null, why: string) {
  return { pointer: '/status', expected: `200, since ${why}`, seen };
}

export function demandsOfAssetDeletion(asset: KnownAsset, asked: Asked, known: Known, isThere: boolean): Demand[] {
  const because = [asset.id];
  // Reading 32: what a stranger is answered is not specified beyond a doubt.
  if (isForeign(asset, asked)) return [];
  if (asset.purpose === 'result') {
    // Reading 63.
    if (isGone(asset, known) || !isThere) return [];
    return mustRefuseWith(409, 'ASSET_OWNED_BY_JOB', {
      rule: 'ASSET-OWNED-409',
      because,
      why: 'it is a result of a job',
    });
  }
  if (isGone(asset, known))
    return [mustBe([204], { rule: 'ASSET-DELETE-REPEAT-204', because, why: 'the asset was deleted before' })];
  return [mustBe([204], { rule: 'ASSET-DELETE-204', because, why: 'the asset belongs to the caller' })];
}
