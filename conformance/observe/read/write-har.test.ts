import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RawExchange } from '../traffic.ts';
import { readTraffic } from './read-traffic.ts';
import { harOf } from './write-har.ts';

const picture = readFileSync(new URL('../../../fixtures/gallery.png', import.meta.url));
const [LIVE, TEST, ODD] = ['pk_live_of_a_person', 'pk_test_of_a_person', 'a-key-of-another-form'];
const WEBHOOK = 'whsec_of_a_person';

function raw(own: Partial<RawExchange>): RawExchange {
  const answer = { status: 200, headers: [['Content-Type', 'application/json']] as const, body: Buffer.from('{}') };
  return {
    ...{ number: 1, method: 'GET', url: '/v1/usage', headers: [['X-API-Key', LIVE]], body: Buffer.alloc(0) },
    ...{ answer, silence: null, at: Date.UTC(2026, 0, 1) + 0.25, slack: 0, took: 2.5, ...own },
  };
}

const WRITING = { server: 'http://127.0.0.1:1', keepsPictures: false, version: '0' };

it('A written HAR has no keys, cookies or pictures, and different keys remain distinguishable', async () => {
  const text = harOf(
    [
      raw({
        headers: [
          ['x-api-key', LIVE],
          ['Cookie', 'session=1'],
          ['Authorization', 'Bearer of-a-person'],
        ],
      }),
      raw({ headers: [['X-API-Key', TEST]], url: `/v1/usage?key=${ODD}&limit=1`, at: Date.UTC(2026, 0, 1) + 10 }),
      raw({
        headers: [['X-API-Key', ODD]],
        method: 'POST',
        url: '/v1/assets',
        body: picture,
        at: Date.UTC(2026, 0, 1) + 20,
      }),
      raw({
        answer: { status: 200, headers: [], body: Buffer.from(`{"echo":"${Buffer.from(LIVE).toString('base64')}"}`) },
        at: Date.UTC(2026, 0, 1) + 30,
      }),
      raw({
        answer: { status: 200, headers: [], body: Buffer.from(`{"secret":"${WEBHOOK}"}`) },
        at: Date.UTC(2026, 0, 1) + 40,
      }),
    ],
    WRITING,
  );
  for (const hidden of [
    LIVE,
    TEST,
    ODD,
    WEBHOOK,
    'session=1',
    'of-a-person',
    Buffer.from(LIVE).toString('base64'),
    picture.toString('base64').slice(0, 40),
  ])
    expect(text).not.toContain(hidden);
  const { passings } = await readTraffic('t.har', text, null);
  expect(passings.map(({ exchange, missing }) => [exchange.request.headers['x-api-key'], missing])).toEqual([
    ['pk_live_masked1', null],
    ['pk_test_masked2', null],
    ['key_masked3', 'request'],
    ['pk_live_masked1', null],
    ['pk_live_masked1', null],
  ]);
});

it('A HAR has the same times, bodies and pictures when it is read back', async () => {
  const upload = raw({ method: 'POST', url: '/v1/assets', headers: [['Content-Type', 'image/png']], body: picture });
  const { passings } = await readTraffic('t.har', harOf([upload], { ...WRITING, keepsPictures: true }), null);
  const [{ exchange } = { exchange: null }] = passings;
  expect(exchange?.request.body).toMatchObject({ kind: 'bytes', size: picture.byteLength, image: { decodable: true } });
  expect(exchange?.request.body).not.toHaveProperty('image.look');
  expect([exchange?.at, exchange?.took]).toEqual([upload.at, expect.closeTo(2.501)]);
});
