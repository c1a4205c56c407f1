import { describe, expect, it } from 'vitest';
import { REQUESTS, type Reply } from '../testing/client.ts';
import {
  each,
  given,
  hair,
  itShows,
  makeup,
  openPlayed,
  outcomes,
  type Played,
  play,
  send,
  skin,
} from '../testing/play.ts';
import { idsOf } from '../testing/steps.ts';

type Product = 'skin' | 'makeup' | 'hair';

const KEY = { idempotencyKey: 'one' };
const REUSED = '409 IDEMPOTENCY_KEY_REUSED';
const DELETED = '410 JOB_DELETED';
const SUBMIT = { skin, makeup, hair };
const OPERATIONS = { skin: 'skin.analyze', makeup: 'makeup.apply', hair: 'hair.try_on' } as const;
const BOTH = [202, 200];
const FIRST = makeup({}, KEY);
const CANCEL = 'POST /v1/jobs/{job}/cancel';
const LIPSTICK = { category: 'lipstick', color: '#a1304a' };
const FOUNDATION = { category: 'foundation', color: '#caa184' };
const GRADIENT = { dark: { color: '#8090a0', opacity: 0.5 }, light: { color: '#203040' } };
const MASK = { concern: 'acne', kind: 'mask' };

/** Sends the text of a valid body, and then another spelling of it. */
const respelt = (product: Product, respell: (text: string) => string) => async (played: Played) => {
  const { path, body } = REQUESTS[OPERATIONS[product]];
  const inputs = [{ asset_id: (await play(played, 'upload')).body.id, role: 'source' }];
  const text = JSON.stringify({ inputs, ...body });
  expect(respell(text)).not.toBe(text);
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' };
  return outcomes(...[text, respell(text)].map((sent) => send(`POST ${path}`, { headers, body: sent })))(played);
};
const changed = (product: Product, before: object, after: object) =>
  given(
    [SUBMIT[product](before, KEY)],
    each((reply) => reply.body.error?.code ?? idsOf(reply).length, SUBMIT[product](after, KEY), 'GET /v1/jobs'),
  );
const CONFLICT = ['IDEMPOTENCY_KEY_REUSED', 1];
const replayed = ({ status, headers, body }: Reply) => [
  status,
  headers.get('idempotency-replayed'),
  headers.get('location') === `/v1/jobs/${body.id}`,
  body.status,
  headers.get('retry-after'),
];

describe('4.2 idempotency, the same request', () => {
  it.each(['skin', 'makeup', 'hair'] as const)(
    'of %s answers 200 with the same job, and creates no other',
    async (product) => {
      const played = await openPlayed();
      const submit = SUBMIT[product]({}, { ...KEY, as: 'live' });
      const [first, again] = [await play(played, submit), await play(played, submit)];
      expect([first.status, ...replayed(again)]).toEqual([202, 200, 'true', true, 'queued', '1']);
      expect([again.text, again.headers.get('etag')]).toEqual([first.text, first.headers.get('etag')]);
      expect(idsOf(await play(played, 'GET /v1/jobs as live'))).toEqual([first.body.id]);
      expect((await play(played, 'GET /v1/usage as live')).body.data).toMatchObject([{ accepted: 1 }]);
    },
  );

  itShows([
    [
      'shows the present state of the job, and Retry-After until it has ended',
      given([FIRST], each(replayed, '2s', FIRST, '2s', FIRST)),
      [
        [200, 'true', true, 'running', '1'],
        [200, 'true', true, 'succeeded', null],
      ],
    ],
    ['may differ in the order of its members', respelt('skin', reversed), BOTH],
    ['may differ in the order of the members within', respelt('hair', reversed), BOTH],
    ['may differ in whitespace', respelt('makeup', (text) => ` ${JSON.stringify(JSON.parse(text), null, 3)}\n`), BOTH],
    ['may differ in escapes', respelt('makeup', (text) => text.replace('lipstick', '\\u006cipstick')), BOTH],
    [
      'may differ in concern order',
      respelt('skin', (text) => text.replace('"acne","redness"', '"redness","acne"')),
      BOTH,
    ],
    [
      'may leave out the opacity of a stop or say 1.0',
      respelt('hair', (text) => text.replace('#203040"', '#203040","opacity":1.0')),
      BOTH,
    ],
    [
      'may leave out visualizations or name none',
      outcomes(skin({ visualizations: undefined }, KEY), skin({ visualizations: [] }, KEY)),
      BOTH,
    ],
  ]);
});

describe('4.2 idempotency, another request with the same key, which is refused', () => {
  itShows([
    ['with other concerns', changed('skin', {}, { concerns: ['acne'] }), CONFLICT],
    ['with more concerns', changed('skin', {}, { concerns: ['acne', 'redness', 'pore'] }), CONFLICT],
    ['with another visualization', changed('skin', {}, { visualizations: [{ ...MASK, kind: 'visual' }] }), CONFLICT],
    ['with no visualization', changed('skin', {}, { visualizations: [] }), CONFLICT],
    ['with another category', changed('makeup', {}, { products: [{ ...LIPSTICK, category: 'lip_liner' }] }), CONFLICT],
    ['with another color', changed('makeup', {}, { products: [{ ...LIPSTICK, color: '#a1304b' }] }), CONFLICT],
    ['with another opacity', changed('makeup', {}, { products: [{ ...LIPSTICK, opacity: 0.9 }] }), CONFLICT],
    ['with colors exchanged', changed('hair', {}, { color_gradient: GRADIENT }), CONFLICT],
    [
      'with the products in another order',
      changed('makeup', { products: [FOUNDATION, LIPSTICK] }, { products: [LIPSTICK, FOUNDATION] }),
      CONFLICT,
    ],
    ['on another asset, also of the same bytes', outcomes(FIRST, 'upload', FIRST), [202, 201, REUSED]],
    ['on another route', outcomes(FIRST, skin({}, KEY), FIRST), [202, REUSED, 200]],
  ]);
});

describe('4.2 idempotency, a key', () => {
  itShows([
    [
      'of a deleted job answers 410 to the same request and to another, and goes on answering it',
      outcomes(
        FIRST,
        CANCEL,
        FIRST,
        'DELETE /v1/jobs/{job}',
        FIRST,
        makeup({ products: [FOUNDATION] }, KEY),
        '30d',
        FIRST,
      ),
      [202, 200, 200, 204, DELETED, DELETED, DELETED],
    ],
    [
      'is claimed by no wrong input',
      outcomes(makeup({}, { ...KEY, input: 'asset_never' }), FIRST),
      ['404 ASSET_NOT_FOUND', 202],
    ],
    [
      'is not claimed by a submission without the credits',
      outcomes(
        makeup({}, { ...KEY, as: 'live' }),
        async ({ emulator }) => emulator.credits.adjust({ units: 1 }),
        makeup({}, { ...KEY, as: 'live' }),
      ),
      ['402 INSUFFICIENT_CREDITS', 202],
      { accounts: [{ name: 'demo', credits: { granted: 0 }, keys: [{ secret: 'pk_live_demo' }] }] },
    ],
  ]);
});

/** The same JSON with the members of every object in the opposite order. */
function reversed(text: string): string {
  const turn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turn);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).reverse();
    return Object.fromEntries(members.map(([name, inner]) => [name, turn(inner)]));
  };
  return JSON.stringify(turn(JSON.parse(text)));
}
