import type { Stage } from '../../shared/sessions/operation.ts';
import type { Means } from '../sessions/draw/means.ts';
import { meansOf, PLAIN_WORLD, stagesHeld } from '../sessions/means-of-run.ts';
import type { Operation, Session, World } from '../sessions/operation.ts';
import { stepId } from '../sessions/write/places-in-steps.ts';
import { PLENTY, scenarioOf } from '../sessions/write/write-scenario.ts';
import type { Product } from '../suite/vocabulary.ts';
import { mapIn, viewIn } from './compare/names.ts';
import { type Played, playSession, type Side } from './play-session.ts';

/** What sessions may use on a target, and what of its accounts the twin has to have too. */
export type Outlook = { means: Means; account: Record<string, unknown>; problem: string | null };

/** Asks a target by small sessions: its prices, and the stages in which its jobs can be held. */
export async function outlookOf(side: Side, only: Means['only'], products: readonly Product[]): Promise<Outlook> {
  const { session } = side;
  const { features, offered } = session;
  const known = meansOf(session);
  const begun = await tried(side, [
    { nth: 0, does: 'upload', picture: 'face' },
    { nth: 1, does: 'balance' },
  ]);
  const { unit_costs } = mapIn(viewIn(begun.seen.get(stepId(1)))?.body);
  // What is planned on an account that others use may befall their jobs, or those of the next session.
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

/** What balances show of accounts that were asked for with certain units. */
async function unitsOf(side: Side): Promise<Means['units']> {
  const { offered, features } = side.session;
  if (!offered.includes('tenants') || features['credits.balance'] !== true) return 'none';
  const shown = async (world: Partial<World>) => {
    const { seen } = await tried(side, [{ nth: 0, does: 'balance' }], world);
    return mapIn(viewIn(seen.get(stepId(0)))?.body);
  };
  const plenty = await shown({});
  if (plenty['available_units'] !== PLENTY || plenty['enforced'] !== true) return 'none';
  // Whether what costs nothing is refused where units lack is left open.
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

/** Of the products that are meant, those that the target is not known to lack; none is all of them. */
function productsAmong(features: Side['session']['features'], products: readonly Product[]): Means['features'] {
  const isMeant = (product: Product) => products.length === 0 || products.includes(product);
  return { skin: features.skin !== false && isMeant('skin'), makeup: features.makeup !== false && isMeant('makeup') };
}

/** The switches that an account has for what a target may lack. */
function switches(features: Side['session']['features']): Record<string, boolean> {
  return {
    lists: features.lists !== false,
    cancel: features['job.cancel'] !== false,
    delete: features['job.delete'] !== false,
    credits: features['credits.balance'] !== false,
  };
}
