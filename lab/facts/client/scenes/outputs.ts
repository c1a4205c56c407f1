import { at, isObject } from '../forms.ts';
import type { Answer } from '../http.ts';
import {
  type Access,
  type Account,
  assetId,
  finish,
  MAKEUP,
  makeupOf,
  openAccount,
  SKIN,
  skinOf,
  submit,
} from '../service.ts';

const CONCERNS =
  'acne dark_circle eye_bag redness oiliness wrinkles firmness moisture pore tear_trough hyper_pigmentation droopy_upper_eyelid';

type Fields = Readonly<Record<string, unknown>>;

async function done(account: Account, line: string, json: object, key = account.keys.live): Promise<unknown> {
  const accepted = await submit(account, line, json, { key });
  const id = String(at(accepted.json, 'id'));
  return (await finish(account, id, key)).json;
}

/** What finished jobs carry, and the download of a result. */
export async function outputs(access: Access) {
  const account = await openAccount(access);
  const asset = await assetId(account);
  const names = CONCERNS.split(' ');
  const kinds = names.slice(0, 9).map((concern) => ({ concern, kind: 'mask' }));
  const skin = await done(account, SKIN, skinOf(asset, { concerns: names, visualizations: kinds }));
  const bare = await done(account, SKIN, skinOf(asset, { concerns: ['pore', 'acne'] }));
  const makeup = await done(account, MAKEUP, makeupOf(asset));
  const testAsset = await assetId(account, undefined, { key: account.keys.test });
  const test = await done(account, MAKEUP, makeupOf(testAsset), account.keys.test);
  return { skin, bare, makeup, test, concerns: concernsIn(skin), ...(await downloads(account, makeup)) };
}

function concernsIn(job: unknown): Fields[] {
  const found = at(job, 'output.concerns');
  return Array.isArray(found) ? found.filter((one): one is Fields => isObject(one)) : [];
}

/** Of the concerns that were asked for, those without a score, with the reason. */
export function unmeasured(concerns: readonly Fields[]): string {
  const without = concerns.filter(({ status }) => status !== 'measured');
  return without
    .map((one) => `${one['concern']} ${one['unavailable_reason']}`)
    .toSorted()
    .join(', ');
}

/** The bound that no score is above, of some that are usual. */
export function scoreBound(concerns: readonly Fields[]): string {
  const scores = concerns.map(({ score }) => score).filter((score) => typeof score === 'number');
  const bound = [1, 5, 10, 100, 1_000].find((most) => scores.every((score) => score <= most));
  return bound === undefined ? 'more' : `at most ${bound}`;
}

export function scoreDigits(concerns: readonly Fields[]): string {
  const digits = concerns.flatMap(({ score }) =>
    typeof score === 'number' ? [`${score}`.split('.')[1]?.length ?? 0] : [],
  );
  const most = Math.max(0, ...digits);
  return most > 4 ? 'many' : String(most);
}

async function downloads(
  { call }: Account,
  job: unknown,
): Promise<Record<'whole' | 'known' | 'part' | 'head', Answer>> {
  const path = String(at(job, 'output.image.href'));
  const whole = await call(`GET ${path}`);
  return {
    whole,
    known: await call(`GET ${path}`, { headers: { 'if-none-match': whole.headers['etag'] ?? '"none"' } }),
    part: await call(`GET ${path}`, { headers: { range: 'bytes=0-9' } }),
    head: await call(`HEAD ${path}`),
  };
}
