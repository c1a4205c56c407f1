import type { Exchange } from '../api/types.ts';

/** Why a request was refused, in a sentence: the rule, where it stands, and what was compared. */
export function sentenceOf({ because, status }: Pick<Exchange, 'because' | 'status'>): string {
  if (because === null) return '';
  const { rule, section, compared } = because;
  if (rule === 'FAULT')
    return `${status} by the fault ${shown(compared['fault'])}, which was asked for (${shown(compared['effect'])}).`;
  const parts = Object.entries(compared).map(([name, value]) => `${name.replaceAll('_', ' ')} is ${shown(value)}`);
  const why = parts.length === 0 ? '' : `, since ${parts.join(' and ')}`;
  return `${status} by ${rule} (specification ${section})${why}.`;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
