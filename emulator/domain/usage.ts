import type { Operation } from './vocabulary.ts';

/** The number of accepted jobs of one operation on one UTC day. */
export type UsageRow = { owner: string; date: string; operation: Operation; accepted: number };

export function usageKey(owner: string, date: string, operation: Operation): string {
  return `${owner}/${date}/${operation}`;
}
