import type { Exchange } from '../effects/http/exchange.ts';
import { viewOf } from '../effects/http/view.ts';
import { parseInstant } from '../suite/expression/quantities.ts';
import { isSubmission } from '../target/routes.ts';
import type { Run } from './frame.ts';

/** Remembers what the instance made, so that it can be counted, and erased at the end. */
export function trackThings(exchange: Exchange, role: string, run: Run): void {
  const { answer, request } = exchange;
  if (answer === null || answer.status >= 300) return;
  const path = request.url.split('?')[0] ?? '';
  if (path === '/v1/credits/balance') noteCosts(exchange, run);
  if (request.method !== 'POST') return;
  const id = idIn(exchange);
  if (id === null) return;
  const isJob = isSubmission(request.method, path) && !run.jobs.has(id);
  if (path === '/v1/assets') run.assets.set(id, { role });
  if (isJob) run.jobs.set(id, { role, path });
  // A replay answers a job that is older than the request.
  if (path === '/v1/assets' || (isJob && answer.status === 202)) noteClock(exchange, run);
}

function idIn(exchange: Exchange): string | null {
  const body = viewOf(exchange).body as { id?: unknown } | null | undefined;
  return typeof body?.id === 'string' ? body.id : null;
}

/** What was made just now says how late it is over there; within the time of the exchange it may be any of ours. */
function noteClock(exchange: Exchange, run: Run): void {
  const { at, took } = exchange;
  const created = parseInstant((viewOf(exchange).body as { created_at?: unknown }).created_at);
  if (created !== null) run.clockAhead = Math.min(0, created - at) + Math.max(0, created - at - took);
}

function noteCosts(exchange: Exchange, run: Run): void {
  const body = viewOf(exchange).body as { unit_costs?: Record<string, number> } | null | undefined;
  if (typeof body?.unit_costs === 'object' && body.unit_costs !== null) run.unitCosts = body.unit_costs;
}
