import { MISTAKES } from '../../../shared/sessions/mistakes.ts';
import { chance, pick, type Random, weighted } from '../../../shared/sessions/random.ts';
import type { Known, KnownAsset } from '../known.ts';
import { NEW, type Product, type Reference, type Submission } from '../operation.ts';
import { drawBody, otherBody } from './bodies.ts';
import { keyOf, OWNERS, refusedKey } from './keys.ts';
import { type Drawn, type Means, productsOf, type Tools } from './means.ts';

export function drawSubmit(random: Random, known: Known, means: Tools): Drawn<'submit'> | null {
  if (known.jobs.length > 0 && chance(random, 0.3)) return drawReplay(random, known);
  const products = productsOf(means);
  const usable = known.assets.filter(({ isDeleted }) => !isDeleted);
  const asset = usable.length === 0 ? undefined : pick(random, usable);
  if (asset === undefined || products.length === 0) return null;
  if (chance(random, 0.2)) return drawMistaken(random, asset, means);
  const product: Product = pick(random, products);
  const body = drawBody(random, product);
  const key = keyOf(random, means, OWNERS[asset.owner] ?? []);
  const good: Drawn<'submit'> = { does: 'submit', product, of: asset.nth, body, claim: NEW, ...key };
  if (chance(random, 0.3)) return { ...good, ...drawMistake(random, known, means, product, asset) };
  return { ...good, ...planned(random, known, means) };
}

/** Where there may be no units for it, no job may come of a plan. */
function planned(random: Random, { world }: Known, { stages }: Means): Pick<Submission, 'plan'> {
  if (stages.length === 0 || world.credits !== undefined) return {};
  const outcome = weighted(random, [
    [6, 'succeeded'],
    [1, 'PROCESSING_FAILED'],
    [1, 'INPUT_UNPROCESSABLE'],
  ] as const);
  return { plan: { hold_at: pick(random, stages), outcome } };
}

/** A body that every server refuses. */
function drawMistaken(random: Random, { nth, owner }: KnownAsset, tools: Tools): Drawn<'submit'> {
  const products = productsOf(tools);
  const known = Object.entries(MISTAKES).filter(([, { of }]) => products.some((one) => of === undefined || of === one));
  const [mistake, { of: only }] = tools.decks.next('mistake', known);
  const product = products.find((one) => one === only) ?? pick(random, products);
  const key = keyOf(random, tools, OWNERS[owner] ?? []);
  return { does: 'submit', product, of: nth, body: drawBody(random, product), claim: NEW, mistake, ...key };
}

/** Its input or its key is wrong, and nothing else. */
function drawMistake(
  random: Random,
  known: Known,
  means: Means,
  product: Product,
  asset: KnownAsset,
): Partial<Drawn<'submit'>> {
  const deleted = known.assets.filter((one) => one.isDeleted && one.owner === asset.owner);
  const foreign = known.assets.filter((one) => !one.isDeleted && one.owner !== asset.owner);
  const others = [
    { of: 'unknown' as Reference },
    ...deleted.map(({ nth }) => ({ of: nth as Reference })),
    ...foreign.map(({ nth }) => ({ of: nth as Reference })),
    ...(asset.owner === 'own'
      ? [keyOf(random, means, ['no_scope', product === 'skin.analyze' ? 'no_skin' : 'no_makeup'])]
      : []),
    refusedKey(random, means),
  ];
  if (foreign.length > 0 && chance(random, 0.5)) return { of: pick(random, foreign).nth };
  return pick(random, others);
}

/** The key of an earlier submission again, with the same request, the same in other words, or another. */
function drawReplay(random: Random, { jobs, assets }: Known): Drawn<'submit'> | null {
  // Whether a replay needs its input is left open.
  const lasting = jobs.filter(({ of }) => assets.some((asset) => asset.nth === of && !asset.isDeleted));
  if (lasting.length === 0) return null;
  const { product, of, body, nth, key, owner, isDeleted } = pick(random, lasting);
  const same: Drawn<'submit'> = { does: 'submit', product, of, body, claim: nth, ...(key !== undefined && { key }) };
  const roll = random();
  if (roll < 0.45 || isDeleted) return same;
  if (roll < 0.6) return { ...same, respell: pick(random, [['member_order'], ['whitespace'], ['escapes']] as const) };
  const others = assets.filter((asset) => asset.nth !== of && asset.owner === owner && !asset.isDeleted);
  if (roll < 0.75 && others.length > 0) return { ...same, of: pick(random, others).nth };
  return { ...same, body: otherBody(random, body) };
}
