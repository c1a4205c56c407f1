import type { ExchangeView } from '../../effects/http/view.ts';
import type { Seen } from '../play-session.ts';

/** The answer that a step saw, the last of a poll; null where it saw something else, or nothing. */
export function viewIn(seen: Seen | undefined): ExchangeView | null {
  const subject = seen?.subject;
  return typeof subject === 'object' && subject !== null && 'status' in subject ? (subject as ExchangeView) : null;
}

export function mapIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
