import { comparedParts, valueText } from '../../shared/report/compared-text.ts';
import type { Exchange } from '../api/types.ts';

/** Why a request was refused, in a sentence: the rule, its section, and the compared values. */
export function sentenceOf({ because, status }: Pick<Exchange, 'because' | 'status'>): string {
  if (because === null) return '';
  const { rule, section, compared } = because;
  if (rule === 'FAULT') {
    const [fault, effect] = [compared['fault'], compared['effect']].map((value) => short(valueText(value)));
    return `${status} caused by the fault ${fault} (${effect}).`;
  }
  const parts = comparedParts(compared).map(short);
  const why = parts.length === 0 ? '' : `, since ${parts.join(' and ')}`;
  const where = section === '-' ? '' : ` (specification ${section})`;
  return `${status} by ${rule}${where}${why}.`;
}

const LONGEST = 160;

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
