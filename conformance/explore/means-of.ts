import type { Stage } from '../../shared/sessions/operation.ts';
import type { Means } from '../sessions/draw/means.ts';
import { meansOf, PLAIN_WORLD, stagesHeld } from '../sessions/means-of-run.ts';
import type { Operation, Session, World } from '../sessions/operation.ts';
import { stepId } from '../sessions/write/places-in-steps.ts';
import { PLENTY, scenarioOf } from '../sessions/write/write-scenario.ts';
import type { Product } from '../suite/vocabulary.ts';
import { mapIn, viewIn } from './compare/names.ts';
import { type Played, playSession, type Side } from './play-session.ts';

/** What sessions can use on a target, and the properties of its accounts that the twin needs, too. */
export type Outlook = { means: Means; account: Record<string, unknown>; problem: string | null };

/** Finds out the prices of a target, and the stages in which its jobs can be held, by small sessions. */
export async function outlookOf(side: Side, only: Means['only'], products: readonly Product[]): Promise<Outlook> {
  const { session } = side;
  const { features, offered } = session;
  const known = meansOf(session);
  const begun = await tried(side, [
    { nth: 0, does: 'upload', picture: 'face' },
    { nth: 1, does: 'balance' },
  ]);
  const { unit_costs } = mapIn(viewIn(begun.seen.get(stepId(1)))?.body);
  // On a shared account, plans may affect the jobs of others, or those of the next session.
  const all = { ...known.features, ...productsAmong(features, products) };
  const stages = offered.includes('jobs') && offered.includes('tenants') ? await stagesOf(side, all) : [];
  return {
    means: { ...known, stages, units: await unitsOf(side), features: all, only },
    account: { ...(unit_costs !== undefined && { unit_costs }), features: switches(features) },
    problem:
      lackingProduct(all, products) ??
      (begun.ended.outcome === 'done' ? null : (begun.ended.detail ?? begun.ended.outcome)),
  };
}

/** Returns what balances report for accounts that were requested with certain units. */
async function unitsOf(side: Side): Promise<Means['units']> {
  const { offered, features } = side.session;
  if (!offered.includes('tenants') || features['credits.balance'] !== true) return 'none';
  const shown = async (world: Partial<World>) => {
    const { seen } = await tried(side, [{ nth: 0, does: 'balance' }], world);
    return mapIn(viewIn(seen.get(stepId(0)))?.body);
  };
  const plenty = await shown({});
  if (plenty['available_units'] !== PLENTY || plenty['enforced'] !== true) return 'none';
  // It is left open whether free operations are refused for lack of units.
  if (Object.values(mapIn(plenty['unit_costs'])).includes(0)) return 'plenty';
  const above = await shown({ credits: 9, threshold: 5, test_funded: 2 });
  const below = await shown({ credits: 5, threshold: 5 });
  const showsEdges = above['spendable_units'] === 7 && above['low_balance'] === false && below['low_balance'] === true;
  return showsEdges ? 'edges' : 'plenty';
}

async function stagesOf(side: Side, features: Means['features']): Promise<Stage[]> {
  return stagesHeld(features, async ({ operations }) => {
    const { ended, seen } = await tried(side, operations);
    return ended.outcome === 'done' && viewIn(seen.get(stepId(1)))?.status === 202;
  });
}

async function tried({ session }: Side, operations: readonly Operation[], world: Partial<World> = {}): Promise<Played> {
  const one: Session = { seed: '', world: { ...PLAIN_WORLD, ...world }, operations };
  return playSession(scenarioOf(one, {}), session);
}

function lackingProduct(features: Means['features'], products: readonly Product[]): string | null {
  if (products.length === 0 || products.some((product) => features[product] === true)) return null;
  return `the server does not have ${products.join(' or ')}, which --only names`;
}

/** Returns the chosen products that the target may have. No choice means all. */
function productsAmong(features: Side['session']['features'], products: readonly Product[]): Means['features'] {
  const isMeant = (product: Product) => products.length === 0 || products.includes(product);
  return { skin: features.skin !== false && isMeant('skin'), makeup: features.makeup !== false && isMeant('makeup') };
}

/** Returns the switches of an account for features that a target may lack. */
function switches(features: Side['session']['features']): Record<string, boolean> {
  return {
    lists: features.lists !== false,
    cancel: features['job.cancel'] !== false,
    delete: features['job.delete'] !== false,
    credits: features['credits.balance'] !== false,
  };
}
