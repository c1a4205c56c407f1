import { jobPath } from '../../target/routes.ts';
import { type Answered, Lacking, type Place } from './place.ts';

/** Requests that several parts of the battery send. */

export const CONCERNS = ['acne', 'redness', 'wrinkles', 'pore'];
const TERMINAL = ['succeeded', 'failed', 'cancelled'];

export async function uploaded(place: Place, picture = 'face', key = 'primary'): Promise<string> {
  const { bytes, media_type } = place.picture(picture);
  const made = await place.send('POST /v1/assets', { key, headers: { 'Content-Type': media_type }, body: bytes });
  if (made.id === '') throw new Lacking('an upload that is taken');
  return made.id;
}

export function source(asset: string): { inputs: { asset_id: string; role: string }[] } {
  return { inputs: [{ asset_id: asset, role: 'source' }] };
}

export function skin(asset: string, more: object = {}): object {
  return { ...source(asset), concerns: CONCERNS, ...more };
}

export function makeup(asset: string, place: Place, more: object = {}): object {
  return { ...source(asset), products: place.products, ...more };
}

/** A JSON body of exactly this many bytes, padded with spaces before its end. */
export function padded(body: object, size: number): Buffer {
  const text = JSON.stringify(body);
  return Buffer.from(`${text.slice(0, -1)}${' '.repeat(Math.max(0, size - text.length))}}`);
}

export const HAIR_FORMS: Readonly<Record<string, object>> = {
  color_gradient: {
    color_gradient: { dark: { color: '#3a1f14', opacity: 0.8 }, light: { color: '#a5673f', opacity: 0.6 } },
  },
  colors_list: {
    colors: [
      { color: '#3a1f14', opacity: 0.8 },
      { color: '#a5673f', opacity: 0.6 },
    ],
  },
  one_color: { color: '#3a1f14', opacity: 0.8 },
};

export const SKIN = 'POST /v1/skin/analyses';
export const MAKEUP = 'POST /v1/makeup/try-ons';
export const HAIR = 'POST /v1/hair/try-ons';

type Submitting = { key?: string; word?: string; headers?: Record<string, string>; named?: string };

/** Submits a job under a label. Pass null if nothing is to be recorded. */
export async function submit(
  place: Place,
  label: string | null,
  line: string,
  body: object | string,
  { key = 'primary', word, headers = {}, named }: Submitting = {},
): Promise<Answered> {
  const own = { 'Idempotency-Key': place.uuid(word ?? label ?? 'submission'), ...headers };
  const asking = { key, headers: own, body, ...(named !== undefined && { named }) };
  return label === null ? place.send(line, asking) : place.ask(label, line, asking);
}

export async function submitted(place: Place, word: string, body: object, key = 'primary'): Promise<Answered> {
  const line = 'products' in body ? MAKEUP : SKIN;
  const made = await submit(place, null, line, body, { word, key });
  if (made.id === '') throw new Lacking('a submission that is accepted');
  return made;
}

/** Waits until a job has ended: on the server's clock, or for up to a minute and a half of real time. */
export async function ended(place: Place, id: string, key = 'primary'): Promise<Answered> {
  const isDriven = place.offers('clock');
  let wait = isDriven ? 1_000 : 200;
  for (let waited = 0; waited < (isDriven ? 4e8 : 90_000); waited += wait) {
    const read = await place.send(`GET ${jobPath(id)}`, { key });
    if (isTerminal(read) || read.status >= 400) return read;
    await place.wait(wait);
    if (isDriven && waited > 10_000) wait *= 2;
  }
  throw new Lacking('a job that ends in time');
}

export function isTerminal({ body }: Answered): boolean {
  return TERMINAL.includes(String(body['status']));
}

/** The milliseconds between two members that are times; null if one of them is not a time. */
export function between({ body }: Answered, from: string, to: string): number | null {
  const length = Date.parse(String(body[to])) - Date.parse(String(body[from]));
  return Number.isFinite(length) ? length : null;
}

/** The members that differ between two reads of a job or another resource. */
export function changedIn(before: Answered, after: Answered): string {
  const names = [...new Set([...Object.keys(before.body), ...Object.keys(after.body)])];
  const changed = names.filter((name) => JSON.stringify(before.body[name]) !== JSON.stringify(after.body[name]));
  const tag = before.headers['etag'] === after.headers['etag'] ? [] : ['ETag'];
  return [...changed.toSorted(), ...tag].join(', ') || 'nothing';
}

/**
 * Finds a limit, trying likely values first. Returns the largest value that is accepted, or null if even `most` is
 * accepted.
 */
export async function edgeOf(
  { least, most }: { least: number; most: number },
  isTaken: (figure: number) => Promise<boolean>,
): Promise<number | null> {
  let [taken, refused] = [least, most];
  if (await isTaken(most)) return null;
  if (!(await isTaken(least))) return -1;
  for (let tries = 0; refused - taken > 1 && tries < MOST_TRIES; tries += 1) {
    const figure = roundest(taken, refused);
    if (!(await isTaken(figure))) refused = figure;
    else {
      taken = figure;
      // Most limits are round numbers: try the next value.
      if (refused - taken > 1 && !(await isTaken(figure + 1))) return figure;
    }
  }
  return taken;
}

const MOST_TRIES = 40;

/**
 * Returns the roundest number between the two: a multiple of a large power of two or ten. In a wide range, it is near
 * the middle.
 */
function roundest(taken: number, refused: number): number {
  const middle = Math.sqrt(Math.max(taken, 1) * refused);
  const [low, high] = refused > 4 * Math.max(taken, 1) ? [middle / 2, middle * 2] : [taken + 1, refused - 1];
  const units = [1, 2, 4, 5, 8, 10, 16, 32, 50, 64, 100, 128, 256, 500, 512, 1000, 1024, 4096, 5000, 10_000]
    .concat([65_536, 100_000, 131_072, 262_144, 500_000, 524_288, 1_000_000, 1_048_576, 5_242_880, 10_485_760])
    .toReversed();
  for (const unit of units) {
    const figure = Math.round((low + high) / 2 / unit) * unit;
    if (figure > taken && figure < refused && figure >= low && figure <= high) return figure;
  }
  return Math.floor((taken + refused) / 2);
}
