import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from '../index.ts';
import { clientOf, type Reply } from '../testing/client.ts';
import { overSocket } from '../testing/mixed-requests.ts';

const KEY = { key: 'pk_live_demo' };

/** Simultaneous requests with the same key: body 0 of each is the same request, body 1 another one, and so on. */
async function racing(emulator: Emulator, bodies: readonly number[], key: string) {
  const client = clientOf(emulator);
  const asset = await client.upload(KEY);
  const before = await countsOf(emulator);
  const replies = await Promise.all(
    bodies.map((body) => {
      const products = [{ category: 'lipstick', color: `#00000${body}` }];
      const json = { inputs: [{ asset_id: asset.body.id, role: 'source' }], products };
      return client.submit('/v1/makeup/try-ons', json, { ...KEY, idempotencyKey: key });
    }),
  );
  const after = await countsOf(emulator);
  return { replies, accepted: after.accepted - before.accepted, charged: before.available - after.available };
}

async function countsOf(emulator: Emulator) {
  const client = clientOf(emulator);
  const { body: balance } = await client.get('/v1/credits/balance', KEY);
  const { body: usage } = await client.get('/v1/usage', KEY);
  const accepted: number[] = usage.data.map((row: { accepted: number }) => row.accepted);
  return { available: balance.available_units as number, accepted: accepted.reduce((sum, count) => sum + count, 0) };
}

/** The parts of a reply that a client reacts to. */
function gist({ status, headers, body }: Reply): string {
  const replayed = headers.get('idempotency-replayed') === 'true' ? ' replayed' : '';
  return `${status} ${body.error?.code ?? body.id}${replayed}`;
}

describe.each([
  ['without a socket', false, 60],
  ['over a socket', true, 20],
])('4.2 the same Idempotency-Key many times at once, %s', (_, listen, numRuns) => {
  async function withEmulator(test: (emulator: Emulator) => Promise<void>): Promise<void> {
    await using emulator = await createEmulator({ listen, clock: 'frozen' });
    await test(listen ? overSocket(emulator) : emulator);
  }
  let keys = 0;
  const freshKey = () => {
    keys += 1;
    return `racing-${keys}`;
  };

  it('replays the winner for the same request, and refuses the others', () =>
    withEmulator((emulator) =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.nat({ max: 2 }), { minLength: 2, maxLength: 16 }), async (bodies) => {
          const { replies, accepted, charged } = await racing(emulator, bodies, freshKey());
          const won = replies.findIndex(({ status }) => status === 202);
          const id = replies[won]?.body.id;
          const expected = bodies.map((body, index) => {
            if (index === won) return `202 ${id}`;
            return body === bodies[won] ? `200 ${id} replayed` : '409 IDEMPOTENCY_KEY_REUSED';
          });
          expect(replies.map(gist)).toEqual(expected);
          expect({ accepted, charged }).toEqual({ accepted: 1, charged: 1 });
        }),
        { numRuns },
      ),
    ));
});
