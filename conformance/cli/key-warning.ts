import { createHttpClient } from '../effects/http/http-client.ts';
import { viewOf } from '../effects/http/view.ts';
import type { Target } from '../target/target.ts';

const PATIENCE_MS = 2_000;

/** Warns before the run where the key is refused, since every rule would look broken. The run goes on. */
export async function keyWarning({ base_url, keys, connection }: Target): Promise<string[]> {
  const { primary } = keys;
  if (primary === undefined) return [];
  const client = createHttpClient({ base_url, connection });
  const headers = { 'X-API-Key': primary.secret };
  const request = { method: 'GET', url: '/v1/usage', headers, body: null, timeout: PATIENCE_MS };
  const exchange = await client.send(request).finally(() => client.close());
  if (exchange.answer?.status !== 401) return [];
  const { error } = (viewOf(exchange).body ?? {}) as { error?: { code?: unknown } };
  const code = typeof error?.code === 'string' ? ` ${error.code}` : '';
  return [`the server answers 401${code} to the primary key (GET /v1/usage): give another with --key`];
}
