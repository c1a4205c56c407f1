import { createHash } from 'node:crypto';
import { addAsset, unknownFields } from './assets.ts';
import { dyed, GREY_PIXEL, type Product, painted, pngOf } from './pictures.ts';
import { type Job, stamp, type World } from './world.ts';

const UNAVAILABLE: Readonly<Record<string, string>> = { tear_trough: 'not_measurable', firmness: 'not_measured' };

export function outputOf(world: World, job: Job): Record<string, unknown> {
  const output = OUTPUTS[job.operation](world, job);
  if (world.choice('unknown_output_type') === 'always')
    return { type: `${job.operation}/next`, findings: [1, { a: null }] };
  return { ...output, ...unknownFields(world) };
}

function skinOutput(world: World, job: Job): Record<string, unknown> {
  const { choice, breaks } = world;
  const asked = job.body['concerns'] as string[];
  const isWithMore = asked.includes('pore') && !asked.includes('oiliness') && breaks('pore brings oiliness along');
  const analysed = isWithMore ? [...asked, 'oiliness'] : asked;
  const concerns = analysed.toReversed().map((concern) => concernResult(world, job, concern));
  const wanted = job.body['visualizations'] as { concern: string; kind: string }[];
  const isLeftOut = (concern: string) =>
    choice('visualization_of_other_concern') === 'leave_out' && !asked.includes(concern);
  const shown = wanted.filter(({ concern }) => UNAVAILABLE[concern] === undefined && !isLeftOut(concern));
  const visualizations = shown.map((one) => resultOf(world, job, roleOf(world, one)));
  const [first, second] = visualizations;
  if (first && second && breaks('the second visualization links to the first')) second['href'] = first['href'];
  return {
    concerns,
    type: breaks('another type for skin') ? 'makeup.try_on' : 'skin.analysis',
    ...(choice('analysis_version') === 'other' && { analysis_version: 'skin-2026-11-other.3' }),
    ...(job.environment === 'test' && breaks('test analyses have a null version') && { analysis_version: null }),
    ...((choice('no_visualizations') === 'empty_list' || shown.length > 0) && { visualizations }),
  };
}

function roleOf({ breaks }: World, { concern, kind }: { concern: string; kind: string }): string {
  if (breaks('roles have hyphens')) return `${kind}.${concern.replaceAll('_', '-')}`;
  if (breaks('roles the other way round')) return `${concern}.${kind}`;
  return breaks('a visual has the role of a mask') ? `mask.${concern}` : `${kind}.${concern}`;
}

function concernResult(world: World, job: Job, concern: string): Record<string, unknown> {
  const reason = UNAVAILABLE[concern] ?? null;
  const digest = createHash('sha256').update(`${job.id} ${concern}`).digest();
  const [lowest, highest] = world.choice('score_range');
  const isZero = reason === 'not_measurable' && world.breaks('what is not measurable scores zero');
  const score = lowest + (digest.readUInt16BE(0) / 0xffff) * (highest - lowest);
  return {
    status: reason === null ? 'measured' : 'unavailable',
    unavailable_reason: concern === 'pore' && world.breaks('a measured pore has a reason') ? 'not_measured' : reason,
    score: reason === null ? score : isZero ? 0 : null,
    concern,
    ...unknownFields(world),
  };
}

function makeupOutput(world: World, job: Job): Record<string, unknown> {
  const { length } = job.body['products'] as Product[];
  const isNamed = length > 1 && world.breaks('a try-on of several layers has a revision in words');
  return {
    image: resultOf(world, job, 'try_on', tryOnOf(job)),
    type: 'makeup.try_on',
    ...(world.choice('makeup_revision') === 'other' && { revision: 4 }),
    ...(isNamed && { revision: 'four' }),
  };
}

function hairOutput(world: World, job: Job): Record<string, unknown> {
  const applied = { color_gradient: job.body['color_gradient'] };
  return { applied, type: 'hair.try_on', image: resultOf(world, job, 'try_on', recolored(world, job)) };
}

const OUTPUTS = { 'skin.analyze': skinOutput, 'makeup.apply': makeupOutput, 'hair.try_on': hairOutput };

/** Colors the white part of the mask, or the top of the picture if there is no mask. */
function recolored({ assets }: World, { environment, pixels, body }: Job): Picture {
  if (environment === 'test' || pixels === null) return PLAIN;
  const { width, height } = pixels;
  const mask = assets.get(body.inputs.find(({ role }) => role === 'hair_mask')?.asset_id ?? '')?.pixels ?? null;
  const { dark } = body['color_gradient'] as { dark: { color: string } };
  return { bytes: pngOf(dyed(pixels, mask, dark.color)), width, height };
}

type Picture = { bytes: Buffer; width: number; height: number };
const PLAIN: Picture = { bytes: GREY_PIXEL, width: 1, height: 1 };

/** Spec 5.3: a test key always gets the same picture. So does a picture that cannot be fully decoded. */
function tryOnOf({ environment, pixels, body }: Job): Picture {
  if (environment === 'test' || pixels === null) return PLAIN;
  const { width, height } = pixels;
  return { bytes: pngOf(painted(pixels, body['products'] as Product[])), width, height };
}

/** A result is an Asset that expires together with its job. */
function resultOf(world: World, job: Job, role: string, picture = PLAIN): Record<string, unknown> {
  const { choice, breaks } = world;
  const isEarly = job.operation === 'skin.analyze' && breaks('visualizations expire a minute before their job');
  const expires = (job.expires ?? 0) - (isEarly ? 60_000 : 0);
  const asset = addAsset(
    world,
    job,
    { purpose: 'result', media_type: 'image/png', ...picture, pixels: null, job: job.id },
    expires,
  );
  job.results.push(asset.id);
  const { width, height } = picture;
  const sides = choice('result_sides') === 'as_null' ? { width: null, height: null } : { width, height };
  return {
    role,
    id: asset.id,
    href: `/v1/assets/${encodeURIComponent(asset.id)}/content`,
    media_type: breaks('results say webp') ? 'image/webp' : 'image/png',
    size_bytes: asset.size + (breaks('results say a byte more') ? 1 : 0),
    expires_at: stamp(world, expires),
    ...(choice('result_sides') !== 'absent' && sides),
    ...unknownFields(world),
  };
}
