import { drawBody, otherBody } from './bodies.ts';
import { keyOf, ownKey, refusedKey } from './keys.ts';
import type { Known, KnownAsset } from './known.ts';
import { type Drawn, oneOf, type ServiceTools } from './means.ts';
import { MISTAKES } from './mistakes.ts';
import { NEW, type Product, type Reference, type ServiceDeed, type Submission } from './operation.ts';
import { chance, pick, type Random, weighted } from './random.ts';

type Submit = Drawn<ServiceDeed, 'submit'>;

/** A submission: valid, with a single mistake, or with the key of an earlier one. */
export function drawSubmit(random: Random, known: Known, tools: ServiceTools): Submit | null {
  if (known.jobs.length > 0 && chance(random, 0.3)) return drawReplay(random, known, tools);
  const usable = known.assets.filter(({ isDeleted }) => !isDeleted);
  const asset = oneOf(random, usable, tools);
  if (asset === undefined || tools.products.length === 0) return null;
  if (chance(random, 0.2)) return drawMistaken(random, asset, tools);
  const good = goodSubmission(random, asset, tools);
  if (chance(random, 0.3)) return { ...good, ...drawMistake(random, known, tools, good.product, asset) };
  return { ...good, ...planned(random, known, tools) };
}

/** A submission for an asset that every server accepts. */
export function goodSubmission(
  random: Random,
  { nth, owner }: Pick<KnownAsset, 'nth' | 'owner'>,
  tools: ServiceTools,
): Submit {
  const product = pick(random, tools.products);
  const body = drawBody(random, product);
  return { does: 'submit', product, of: nth, body, claim: NEW, ...ownKey(random, tools, owner) };
}

/** No plan if units may be insufficient: the submission might not create a job for it. */
function planned(random: Random, { arePlansSure }: Known, { stages }: ServiceTools): Pick<Submission, 'plan'> {
  if (stages.length === 0 || !arePlansSure) return {};
  const outcome = weighted(random, [
    [6, 'succeeded'],
    [1, 'PROCESSING_FAILED'],
    [1, 'INPUT_UNPROCESSABLE'],
  ] as const);
  return { plan: { hold_at: pick(random, stages), outcome } };
}

/** A body that every server refuses. */
export function drawMistaken(random: Random, { nth, owner }: KnownAsset, tools: ServiceTools): Submit {
  const { products, decks } = tools;
  const usable = Object.entries(MISTAKES).filter(([, { of }]) => of === undefined || products.includes(of));
  const [mistake, { of: only }] = decks.next('mistake', usable);
  // The specification leaves open which bodies of a hair try-on are wrong.
  const described = products.filter((one) => one !== 'hair.try_on');
  const product = only ?? pick(random, described.length === 0 ? products : described);
  const key = ownKey(random, tools, owner);
  return { does: 'submit', product, of: nth, body: drawBody(random, product), claim: NEW, mistake, ...key };
}

/** Only its input or its key is wrong. */
function drawMistake(
  random: Random,
  { assets }: Known,
  tools: ServiceTools,
  product: Product,
  asset: KnownAsset,
): Partial<Submit> {
  const deleted = assets.filter((one) => one.isDeleted && one.owner === asset.owner);
  const foreign = assets.filter((one) => !one.isDeleted && one.owner !== asset.owner);
  if (foreign.length > 0 && chance(random, 0.5)) return { of: pick(random, foreign).nth };
  const others = [
    { of: 'unknown' as Reference },
    ...[...deleted, ...foreign].map(({ nth }) => ({ of: nth as Reference })),
    ...(asset.owner === 'own'
      ? [keyOf(random, tools, ['no_scope', product === 'skin.analyze' ? 'no_skin' : 'no_makeup'])]
      : []),
    refusedKey(random, tools),
  ];
  return pick(random, others);
}

/** The key of an earlier submission, with its request, another spelling of it, or another request. */
function drawReplay(random: Random, { jobs, assets }: Known, tools: ServiceTools): Submit | null {
  // The specification does not say whether a replay needs its input.
  const lasting = jobs.filter(({ of }) => assets.some((asset) => asset.nth === of && !asset.isDeleted));
  const { isStrict, roles } = tools;
  const job = oneOf(random, isStrict ? lasting : jobs, tools);
  if (job === undefined) return null;
  const { product, of, body, nth, key, owner, isDeleted } = job;
  const same: Submit = { does: 'submit', product, of, body, claim: nth, ...(key !== undefined && { key }) };
  const roll = random();
  if (roll < 0.45 || (isDeleted && isStrict)) return same;
  if (roll < 0.6) return { ...same, respell: pick(random, ['member_order', 'whitespace', 'escapes'] as const) };
  const others = assets.filter((asset) => asset.nth !== of && asset.owner === owner && !asset.isDeleted);
  if (roll < 0.75 && others.length > 0) return { ...same, of: pick(random, others).nth };
  if (roll < 0.8 && !isStrict) return { ...same, key: pick(random, roles) };
  return { ...same, body: otherBody(random, body) };
}
