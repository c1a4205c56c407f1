import { parseInstant } from '../../../shared/expression/quantities.ts';
import { isMap } from '../../../shared/is-map.ts';
import { type Demand, mustBe, mustNotBe } from '../demand.ts';
import type { CreateDetail } from './detail.ts';
import { isGone, type Sight, type Thing, timeAt, type World } from './world.ts';

/** Spec 2.1, 8: what has expired, and what has not yet. */
export const createExpiry: CreateDetail = (world) => ({
  demands: (sight) => {
    if (sight.owner === null || !sight.isJudged) return [];
    if (sight.route === 'submit') return ofInput(sight, world);
    const thing = world.things.get(sight.id);
    if (thing === undefined || thing.owner !== sight.owner || isGone(thing, world) || thing.isUnsure) return [];
    if (sight.key.startsWith('no_') && sight.route !== 'asset') return [];
    return hasExpired(thing, sight, world) ? ofExpired(thing, sight) : [];
  },
});

function untilOf({ body, told }: Thing): number | null {
  return parseInstant(body?.['expires_at'] ?? told?.['expires_at']);
}

/** Where it is a result, its job says when. */
function hasExpired(thing: Thing, sight: Sight, world: World): boolean {
  const until = untilOf(thing);
  const time = timeAt(world, sight);
  return until !== null && time !== null && until < time.from;
}

function ofExpired({ id, kind, purpose }: Thing, { route, view }: Sight): Demand[] {
  const [because, why] = [[id], 'it has expired'];
  if (kind !== 'asset' || view.request.url.includes('?')) return [];
  if (route === 'content' && purpose === 'result')
    return [mustNotBe([200, 206, 301, 302, 303, 307, 308], { rule: 'RESULT-EXPIRED-404', because, why })];
  // Its metadata may stay until a later purge.
  if (route === 'asset') return [mustBe([404, 200], { rule: 'ASSET-EXPIRES', because, why })];
  return [];
}

function ofInput(sight: Sight, world: World): Demand[] {
  const { view, owner } = sight;
  const { body } = view.request;
  const [input] = isMap(body) && Array.isArray(body['inputs']) ? body['inputs'] : [];
  const asset = isMap(input) ? world.things.get(String(input['asset_id'])) : undefined;
  if (asset === undefined || asset.owner !== owner || isGone(asset, world) || !hasExpired(asset, sight, world))
    return [];
  return [mustNotBe([202], { rule: 'SUBMIT-INPUT-410', because: [asset.id], why: 'its input has expired' })];
}
