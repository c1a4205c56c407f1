import { comparedParts, valueText } from '../../shared/report/compared-text.ts';
import type { Exchange } from '../api/types.ts';

const LONGEST = 120;

/** Why a request was refused, in a sentence: the rule, where it stands, and what was compared. */
export function sentenceOf({ because, status }: Pick<Exchange, 'because' | 'status'>): string {
  if (because === null) return '';
  const { rule, section, compared } = because;
  if (rule === 'FAULT')
    return `${status} by the fault ${shown(compared['fault'])}, which was asked for (${shown(compared['effect'])}).`;
  const parts = comparedParts(compared).map(shortened);
  const why = parts.length === 0 ? '' : `, since ${parts.join(' and ')}`;
  return `${status} by ${rule} (specification ${section})${why}.`;
}

function shown(value: unknown): string {
  return shortened(valueText(value));
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
