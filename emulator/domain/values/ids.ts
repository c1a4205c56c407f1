import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { hash53 } from './random.ts';

export type IdKind = 'asset' | 'job' | 'evt' | 'req' | 'plan' | 'fault' | 'key' | 'we' | 'del';
export type IdForm = Pick<Readings, 'id_form' | 'id_length' | 'id_order'>;

export const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const ORDERED_DIGITS = 6;
const HASHED_DIGITS = 10;
const NUMBERS = 2 ** 30;
const USUAL: IdForm = { id_form: 'base32', id_length: ORDERED_DIGITS + HASHED_DIGITS, id_order: 'growing' };
/** Spec 2: the kinds whose ids a caller sees; the other ids are internal. */
const SHOWN: readonly IdKind[] = ['asset', 'job', 'evt'];

/** The nth id of a kind: six growing digits, so that ids sort by creation, and ten from a hash of the seed. */
export function mintId(kind: IdKind, seed: string, serial: number, form: IdForm = USUAL): string {
  const label = `${seed}\u0000${kind}`;
  const start = startOf(label);
  const { id_form, id_length, id_order } = SHOWN.includes(kind) ? form : USUAL;
  const number = id_order === 'growing' ? start + serial : scattered(start + serial);
  const text = `${base32(number, ORDERED_DIGITS)}${hashed(`${label}\u0000${serial}`, id_length - ORDERED_DIGITS)}`;
  return `${kind}_${FORMS[id_form](text, number)}`;
}

/** The number of the first id for each label. */
const starts = new Map<string, number>();
const MOST_STARTS = 1_000;

function startOf(label: string): number {
  const known = starts.get(label);
  if (known !== undefined) return known;
  if (starts.size === MOST_STARTS) starts.clear();
  const start = 2 ** 28 + (hash53(label) % 2 ** 28);
  starts.set(label, start);
  return start;
}

const FORMS: Record<IdForm['id_form'], (text: string, number: number) => string> = {
  base32: (text) => text,
  capitals: (text) => text.toUpperCase(),
  number: (_, number) => String(1_000_000_000 + number),
  uuid: (text, number) => {
    const hex = number.toString(16).padStart(8, '0') + hash53(text).toString(16).padStart(14, '0');
    const last = hash53(`${text}.`).toString(16).padStart(14, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${last.slice(-12)}`;
  },
};

/** Maps each number to a different one, in no visible order. */
function scattered(number: number): number {
  return (Math.imul(number, 0x2545f491) >>> 0) % NUMBERS;
}

function hashed(label: string, length: number): string {
  let text = length > 0 ? base32(hash53(label), HASHED_DIGITS) : '';
  for (let more = 1; text.length < length; more += 1) text += base32(hash53(`${label}\u0000${more}`), HASHED_DIGITS);
  return text.slice(0, Math.max(0, length));
}

/** Two digits at a time need half as many string operations. */
const PAIRS = Array.from({ length: 32 * 32 }, (_, pair) => `${DIGITS[pair >> 5]}${DIGITS[pair % 32]}`);

/** The last `length` digits of a number; `length` is even. */
function base32(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 2) {
    text = `${PAIRS[rest % 1_024]}${text}`;
    rest = Math.floor(rest / 1_024);
  }
  return text;
}
