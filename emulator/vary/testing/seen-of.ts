import type { Exchange } from '../../domain/test-control/exchange.ts';
import { NOTHING_SEEN, type Seen, type SeenExchange } from '../seen.ts';

const SUBMIT: Exchange = {
  serial: 0,
  at: 0,
  route: 'POST /v1/skin/analyses',
  method: 'POST',
  path: '/v1/skin/analyses',
  query: '',
  key: 'pk_test_…',
  keyId: 'key_1',
  requestHeaders: { 'idempotency-key': 'one' },
  requestBody: '{"inputs":[{"asset_id":"asset_1"}]}',
  status: 202,
  responseHeaders: {},
  responseBody: '{"status":"queued"}',
  requestId: null,
  because: null,
  fault: null,
};

/** The observations of a run: exchanges in order, each given by its difference from an accepted submission. */
export function seenOf(
  ...parts: (Partial<Exchange> & Partial<Pick<SeenExchange, 'world' | 'emulator' | 'clock'>>)[]
): Seen {
  const exchanges = parts.map(({ world = 'default', emulator = 'beside', clock = 'auto', ...part }, place) => ({
    emulator,
    world,
    clock,
    place,
    exchange: { ...SUBMIT, serial: place + 1, ...part },
  }));
  return { ...NOTHING_SEEN, exchanges };
}

export function underKey(key: string): Pick<Exchange, 'requestHeaders'> {
  return { requestHeaders: { 'idempotency-key': key } };
}
