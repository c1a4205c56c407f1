import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { DIGITS } from '../ids.ts';

const GREEK = 'αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦ';

type Forms = Pick<Readings, 'request_id_form' | 'request_id_length'>;

/** Spec 2.4: a request id has no form. One that is longer than it has to be is not cut. */
export function requestIdAs(minted: string, { request_id_form: form, request_id_length: length }: Forms): string {
  if (form === 'other_alphabet') return greek(minted).padEnd(length, 'α');
  return (form === 'uuid' ? uuid(minted) : minted).padEnd(length, '0');
}

function uuid(minted: string): string {
  const digits = Buffer.from(minted).toString('hex').padStart(32, '0').slice(-32);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
}

function greek(minted: string): string {
  const [, digits = minted] = minted.split('_');
  return [...digits].map((digit) => GREEK[DIGITS.indexOf(digit)] ?? 'ω').join('');
}
