import { at, header, isObject, members, message, names, refusal, shape, tag } from '../forms.ts';
import { plainPng } from '../pictures.ts';
import type { Found } from '../read-facts.ts';
import {
  type Access,
  type Account,
  assetId,
  finish,
  HAIR,
  MAKEUP,
  makeupOf,
  openAccount,
  SKIN,
  skinOf,
  submit,
} from '../service.ts';

const CONCERNS = 'acne dark_circle eye_bag redness oiliness wrinkles firmness moisture pore tear_trough';
const NAMES = `${CONCERNS} hyper_pigmentation droopy_upper_eyelid`.split(' ');
const RESULT = 'id href media_type role size_bytes expires_at'.split(' ');
const CONCERN = ['concern', 'score', 'status', 'unavailable_reason'];

async function done(account: Account, line: string, json: object, key = account.keys.live): Promise<unknown> {
  const accepted = await submit(account, line, json, { key });
  return (await finish(account, String(at(accepted.json, 'id')), key)).json;
}

/** The output of a finished skin analysis. */
export async function skin(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const asset = await assetId(account);
  const visualizations = NAMES.slice(0, 9).map((concern) => ({ concern, kind: 'mask' }));
  const job = await done(account, SKIN, skinOf(asset, { concerns: NAMES, visualizations }));
  const bare = await done(account, SKIN, skinOf(asset, { concerns: ['pore', 'acne'] }));
  const concerns = at(job, 'output.concerns');
  const results = Array.isArray(concerns) ? concerns.filter(isObject) : [];
  const faceless = await done(account, SKIN, skinOf(await assetId(account, plainPng(300, 300))));
  return {
    'skin.type': at(job, 'output.type'),
    'skin.further members': members(at(job, 'output'), ['type', 'concerns', 'visualizations']),
    'skin.version': at(job, 'output.analysis_version'),
    'skin.without visualizations': shape(at(bare, 'output.visualizations') ?? null),
    'skin.order of concerns': at(bare, 'output.concerns.0.concern'),
    'skin.further members of a concern': members(at(job, 'output.concerns.0'), CONCERN),
    'skin.unmeasured': unmeasured(results),
    'skin.bound of scores': boundOf(results),
    'skin.digits of scores': digitsOf(results),
    'skin.visualizations of nine': Object.keys(at(job, 'output.visualizations') ?? {}).length,
    'skin.members of a visualization': members(at(job, 'output.visualizations.0'), RESULT),
    'skin.type of a visualization': at(job, 'output.visualizations.0.media_type'),
    'skin.picture without a face': at(faceless, 'error.code') ?? at(faceless, 'status'),
  };
}

/** The concerns without a score, each with its reason. */
function unmeasured(concerns: readonly object[]): string {
  const without = concerns.filter((one) => at(one, 'status') !== 'measured');
  return without
    .map((one) => `${at(one, 'concern')} ${at(one, 'unavailable_reason')}`)
    .toSorted()
    .join(', ');
}

function scoresOf(concerns: readonly object[]): number[] {
  return concerns.map((one) => at(one, 'score')).filter((score) => typeof score === 'number');
}

/** The smallest of the usual upper bounds that no score exceeds. */
function boundOf(concerns: readonly object[]): string {
  const scores = scoresOf(concerns);
  return String([1, 5, 10, 100, 1_000].find((most) => scores.every((score) => score <= most)) ?? 'more');
}

function digitsOf(concerns: readonly object[]): string {
  const most = Math.max(0, ...scoresOf(concerns).map((score) => String(score).split('.')[1]?.length ?? 0));
  return most > 4 ? 'many' : String(most);
}

/** The output of a finished makeup try-on, and the download of its picture. */
export async function makeup(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const { call, keys } = account;
  const job = await done(account, MAKEUP, makeupOf(await assetId(account)));
  const asset = await assetId(account, undefined, { key: keys.test });
  const test = await done(account, MAKEUP, makeupOf(asset), keys.test);
  const path = String(at(job, 'output.image.href') ?? '/v1/assets/none/content');
  const whole = await call(`GET ${path}`);
  const known = { headers: { 'if-none-match': whole.headers['etag'] ?? '"none"' } };
  const result = String(at(job, 'output.image.id'));
  return {
    'makeup.further members': members(at(job, 'output'), ['type', 'image']),
    'makeup.revision': at(job, 'output.revision'),
    'makeup.type of the picture': at(job, 'output.image.media_type'),
    'makeup.role of the picture': at(job, 'output.image.role'),
    'makeup.members of the picture': members(at(job, 'output.image'), RESULT),
    'makeup.sides of the picture': `${at(job, 'output.image.width')} ${at(job, 'output.image.height')}`,
    'makeup.sides of a test picture': `${at(test, 'output.image.width')} ${at(test, 'output.image.height')}`,
    'content.headers': names(whole),
    'content.type': header(whole, 'content-type'),
    'content.etag': tag(whole),
    'content.cache-control': header(whole, 'cache-control'),
    'content.disposition': header(whole, 'content-disposition').replace(/asset_[\w-]+/, 'ID'),
    'content.known tag': (await call(`GET ${path}`, known)).status,
    'content.part': (await call(`GET ${path}`, { headers: { range: 'bytes=0-9' } })).status,
    'content.head': (await call(`HEAD ${path}`)).status,
    'submit.result as an input': refusal(await submit(account, SKIN, skinOf(result))),
    'asset.deletion of a result, message': message(await call(`DELETE /v1/assets/${encodeURIComponent(result)}`)),
  };
}

/** Hair try-ons, which the specification only drafts. */
export async function hair(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const inputs = [{ asset_id: await assetId(account), role: 'source' }];
  const gradient = { dark: { color: '#3B1f14', opacity: 0.5 }, light: { color: '#7a4a2e' } };
  return { 'hair.status': (await submit(account, HAIR, { inputs, color_gradient: gradient })).status };
}
