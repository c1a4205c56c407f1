import { describe, expect, it } from 'vitest';
import { type Asker, type ChoiceRow, itShowsEachChoice } from '../../testing/choices/shown-choices.ts';
import { emulatorFor } from '../../testing/client.ts';
import { UNTIL } from '../../testing/steps.ts';

const KEY = { idempotencyKey: 'the-same' };
const TWO_KEYS = ['pk_test_demo', 'pk_test_other'].map((secret) => ({ secret }));
const TWO_ACCOUNTS = [
  { name: 'demo', keys: [{ secret: 'pk_test_demo' }] },
  { name: 'other', keys: [{ secret: 'pk_test_other' }] },
];
const OTHER = { key: 'pk_test_other' };
const LIPSTICK = { category: 'lipstick', color: '#a1304a' };
const MASKS = ['acne', 'redness'].map((concern) => ({ concern, kind: 'mask' }));

type Replies = Awaited<ReturnType<Asker['skin']>>;
const answer = ({ status, body }: Replies) => (status < 400 ? status : `${status} ${body.error.code}`);
const statusWith = (key: string) => async (asker: Asker) => answer(await asker.skin({}, { idempotencyKey: key }));

/** Two requests under one key: what the second answers. */
const again = (first: object, second: object) => async (asker: Asker) => {
  await asker.makeup({ products: [{ ...LIPSTICK, ...first }] }, KEY);
  return answer(await asker.makeup({ products: [{ ...LIPSTICK, ...second }] }, KEY));
};

/** The first request, what happens then, and the same request again. */
const replayAfter = (happens: (asker: Asker, id: string) => Promise<unknown>) => async (asker: Asker) => {
  const { body } = await asker.skin({}, KEY);
  await happens(asker, body.id);
  return asker.skin({}, KEY);
};
const ended = ({ emulator }: Asker) => emulator.clock.advance(UNTIL.ended);
const days =
  (count: number) =>
  ({ emulator }: Asker) =>
    emulator.clock.advance(`${count}d`);
const replayed = replayAfter(async () => {});
const paceOf = async (reply: Promise<Replies>) => (await reply).headers.get('retry-after');

const keyOf = (text: string, choice: string, usual: unknown, chosen: unknown): ChoiceRow => ({
  choice,
  asks: statusWith(text),
  usual,
  chosen,
});

async function spelt({ client, face }: Asker, opacity: string) {
  const body = JSON.stringify({ inputs: [{ asset_id: face, role: 'source' }], products: [LIPSTICK] });
  return client.call('POST', '/v1/makeup/try-ons', {
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'spelt' },
    body: body.replace('"#a1304a"', `"#a1304a", "opacity": ${opacity}`),
  });
}

describe('a choice of what an Idempotency-Key is', () => {
  itShowsEachChoice('idempotency', {
    idempotency_key: {
      choice: 'optional',
      asks: async ({ client, face }) => {
        const json = { inputs: [{ asset_id: face, role: 'source' }], concerns: ['acne'] };
        return answer(await client.call('POST', '/v1/skin/analyses', { json }));
      },
      usual: '400 INVALID_REQUEST',
      chosen: 202,
    },
    idempotency_key_max_length: [
      { choice: 64, asks: statusWith('k'.repeat(65)), usual: 202, chosen: '400 INVALID_REQUEST' },
      { choice: 300, asks: statusWith('k'.repeat(300)), usual: '400 INVALID_REQUEST', chosen: 202 },
    ],
    idempotency_key_characters: [
      keyOf('two words', 'with_spaces', '400 INVALID_REQUEST', 202),
      keyOf('schlüssel', 'any', '400 INVALID_REQUEST', 202),
      keyOf('no-uuid', 'uuid', 202, '400 INVALID_REQUEST'),
    ],
    empty_idempotency_key: {
      choice: 'as_missing',
      asks: statusWith(''),
      usual: '400 INVALID_REQUEST',
      chosen: 202,
      and: { readings: { idempotency_key: 'optional' } },
    },
    idempotency_key_retention: {
      choice: '24h',
      asks: async (asker) => answer(await replayAfter(days(1))(asker)),
      usual: 200,
      chosen: 202,
      and: { readings: { input_retention: '7d' } },
    },
    idempotency_key_routes: {
      choice: 'apart',
      asks: async ({ skin, makeup }) => [answer(await skin({}, KEY)), answer(await makeup({}, KEY))],
      usual: [202, '409 IDEMPOTENCY_KEY_REUSED'],
      chosen: [202, 202],
    },
    idempotency_key_owner: {
      choice: 'api_key',
      asks: async ({ skin }) => [answer(await skin({}, KEY)), answer(await skin({}, { ...KEY, ...OTHER }))],
      usual: [202, 200],
      chosen: [202, 202],
      and: { accounts: [{ name: 'demo', keys: TWO_KEYS }] },
    },
    idempotency_key_of_other_account: {
      choice: 'conflict',
      asks: async ({ skin, client }) => {
        await skin({}, KEY);
        return answer(await client.submitOn('skin.analyze', { ...KEY, ...OTHER }));
      },
      usual: 202,
      chosen: '409 IDEMPOTENCY_KEY_REUSED',
      and: { accounts: TWO_ACCOUNTS },
    },
    'same_request.defaults': {
      choice: 'other',
      asks: again({}, { opacity: 1 }),
      usual: 200,
      chosen: '409 IDEMPOTENCY_KEY_REUSED',
    },
    'same_request.numbers': {
      choice: 'other',
      asks: async (asker) => [answer(await spelt(asker, '1')), answer(await spelt(asker, '1.0'))],
      usual: [202, 200],
      chosen: [202, '409 IDEMPOTENCY_KEY_REUSED'],
    },
    'same_request.color_case': {
      choice: 'same',
      asks: again({}, { color: '#A1304A' }),
      usual: '409 IDEMPOTENCY_KEY_REUSED',
      chosen: 200,
    },
    'same_request.visualization_order': {
      choice: 'same',
      asks: async ({ skin }) => {
        await skin({ visualizations: MASKS }, KEY);
        return answer(await skin({ visualizations: MASKS.toReversed() }, KEY));
      },
      usual: '409 IDEMPOTENCY_KEY_REUSED',
      chosen: 200,
    },
    refused_request_claims_key: {
      choice: 'claimed',
      asks: async ({ skin }) => {
        const bad = { concerns: ['freckles'] };
        const replies = [await skin(bad, KEY), await skin(bad, KEY), await skin({}, KEY)];
        return replies.map(answer);
      },
      usual: ['400 INVALID_REQUEST', '400 INVALID_REQUEST', 202],
      chosen: ['400 INVALID_REQUEST', '400 INVALID_REQUEST', '409 IDEMPOTENCY_KEY_REUSED'],
    },
    replay_state: {
      choice: 'first',
      asks: async (asker) => {
        const { status, body } = await replayAfter(ended)(asker);
        return [status, body.status, body.output?.type ?? null];
      },
      usual: [200, 'succeeded', 'skin.analysis'],
      chosen: [200, 'queued', null],
    },
    replay_location: {
      choice: 'absent',
      asks: async (asker) => (await replayed(asker)).headers.has('location'),
      usual: true,
      chosen: false,
    },
    replay_retry_after: [
      { choice: 'absent', asks: (asker) => paceOf(replayed(asker)), usual: '1', chosen: null },
      { choice: 'always', asks: (asker) => paceOf(replayAfter(ended)(asker)), usual: null, chosen: '1' },
    ],
    replay_after_input_gone: {
      choice: 'refuse',
      asks: async (asker) =>
        answer(await replayAfter(({ client, face }) => client.call('DELETE', `/v1/assets/${face}`))(asker)),
      usual: 200,
      chosen: '404 ASSET_NOT_FOUND',
    },
    replay_over_limit: {
      choice: 'refuse',
      asks: async (asker) => answer(await replayed(asker)),
      usual: 200,
      chosen: '429 RATE_LIMITED',
      and: { readings: { admission_per_minute: 1 } },
    },
    replay_under_way: {
      choice: 503,
      asks: async ({ skin }) => {
        const replies = await Promise.all([skin({}, KEY), skin({}, KEY), skin({}, KEY), skin({})]);
        return [...replies.map(answer).sort(), answer(await skin({}, KEY))];
      },
      usual: [200, 200, 202, 202, 200],
      chosen: [202, 202, '503 SERVICE_UNAVAILABLE', '503 SERVICE_UNAVAILABLE', 200],
    },
    deleted_key_other_request: {
      choice: 409,
      asks: async (asker) => {
        const deleted = await replayAfter(async (_, id) => {
          await ended(asker);
          await asker.client.call('DELETE', `/v1/jobs/${id}`);
        })(asker);
        return [answer(deleted), answer(await asker.makeup({}, KEY))];
      },
      usual: ['410 JOB_DELETED', '410 JOB_DELETED'],
      chosen: ['410 JOB_DELETED', '409 IDEMPOTENCY_KEY_REUSED'],
    },
    key_of_expired_job: {
      choice: 'new_job',
      asks: async (asker) => answer(await replayAfter(days(2))(asker)),
      usual: '410 JOB_DELETED',
      chosen: 202,
      and: { readings: { job_retention: '1d', input_retention: '7d' } },
    },
  });
});

describe('several choices of keys', () => {
  it('are kept together: a key for each route and each API key', async () => {
    const readings = { idempotency_key_routes: 'apart', idempotency_key_owner: 'api_key' } as const;
    const { client } = await emulatorFor({ readings, accounts: [{ name: 'demo', keys: TWO_KEYS }] });
    const submits = [
      await client.submitOn('skin.analyze', KEY),
      await client.submitOn('makeup.apply', KEY),
      await client.submitOn('skin.analyze', { ...KEY, ...OTHER }),
      await client.submitOn('skin.analyze', KEY),
    ];
    expect(submits.map(answer)).toEqual([202, 202, 202, '409 IDEMPOTENCY_KEY_REUSED']);
  });

  it('show a replay as an old name of them did, in a world that runs', async () => {
    const { emulator, client } = await emulatorFor();
    const { body: asset } = await client.upload();
    const json = { inputs: [{ asset_id: asset.id, role: 'source' }], concerns: ['acne'] };
    const first = await client.submit('/v1/skin/analyses', json, KEY);
    await emulator.deviations.on('replay-without-location');
    const second = await client.submit('/v1/skin/analyses', json, KEY);
    expect([first, second].map(({ headers }) => headers.has('location'))).toEqual([true, false]);
    expect(second.headers.has('retry-after')).toBe(false);
    await emulator.readings.set({ replay_location: 'present', replay_state: 'first' });
    const third = await client.submit('/v1/skin/analyses', json, KEY);
    expect([third.headers.has('location'), third.text]).toEqual([true, first.text]);
  });

  it('shows at first what the 202 showed, also where that was a job at work', async () => {
    const readings = {
      replay_state: 'first',
      accepted_job: 'as_it_is',
      stage_status: { picked_up: 'running' },
    } as const;
    const { client } = await emulatorFor({ readings, stages: { queued: 0 } });
    const { body: asset } = await client.upload();
    const json = { inputs: [{ asset_id: asset.id, role: 'source' }], concerns: ['acne'] };
    const first = await client.submit('/v1/skin/analyses', json, KEY);
    const replay = await client.submit('/v1/skin/analyses', json, KEY);
    expect([first.body.status, replay.status, replay.text]).toEqual(['running', 200, first.text]);
  });
});
