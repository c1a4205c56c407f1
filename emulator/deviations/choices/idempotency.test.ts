import { describe, expect, it } from 'vitest';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import {
  answerOf,
  answers,
  given,
  header,
  last,
  makeup,
  openPlayed,
  type Played,
  type PlayedRow,
  play,
  type Step,
  send,
  skin,
} from '../../testing/play.ts';

const KEY = { idempotencyKey: 'the-same' };
const REUSED = '409 IDEMPOTENCY_KEY_REUSED';
const INVALID = '400 INVALID_REQUEST';
const BUSY = '503 SERVICE_UNAVAILABLE';
const LIPSTICK = { category: 'lipstick', color: '#a1304a' };
const MASKS = ['acne', 'redness'].map((concern) => ({ concern, kind: 'mask' }));
const FIRST = skin({}, KEY);
const LONG_INPUT = { readings: { input_retention: '7d' } };

const keyed = (idempotencyKey: string) => answers(skin({}, { idempotencyKey }));
const lipstick = (change: object) => makeup({ products: [{ ...LIPSTICK, ...change }] }, KEY);
/** The answer to the same request after some steps. */
const replay = (...steps: Step[]) => given([FIRST, ...steps], answers(FIRST));
const spelt =
  (opacity: string) =>
  async ({ client, faces }: Played) => {
    const products = [LIPSTICK];
    const body = JSON.stringify({ inputs: [{ asset_id: faces.get('test'), role: 'source' }], products });
    return client.call('POST', '/v1/makeup/try-ons', {
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'spelt' },
      body: body.replace('"#a1304a"', `"#a1304a", "opacity": ${opacity}`),
    });
  };
const withoutKey = async (played: Played) => {
  const { body: asset } = await played.client.upload();
  const json = { inputs: [{ asset_id: asset.id, role: 'source' }], concerns: ['acne'] };
  return answerOf(await play(played, send('POST /v1/skin/analyses', { json })));
};
const atOnce = async (played: Played) => {
  await play(played, 'GET /v1/assets/{face}');
  const replies = await Promise.all([FIRST, FIRST, FIRST, skin()].map((step) => play(played, step)));
  return [...replies.map(answerOf).sort(), answerOf(await play(played, FIRST))];
};
const deleted = given([FIRST, '4s', 'DELETE /v1/jobs/{job}'], answers(FIRST, makeup({}, KEY)));
const finishedReplay = last(({ body }) => [body.status, body.output?.type ?? null], FIRST, '4s', FIRST);
const colorCase = answers(lipstick({}), lipstick({ color: '#A1304A' }));
const otherAccount = answers(FIRST, skin({}, { ...KEY, as: 'other' }));
const numbers = given(['GET /v1/assets/{face}'], answers(spelt('1'), spelt('1.0')));
const refused = answers(skin({ concerns: ['freckles'] }, KEY), skin({ concerns: ['freckles'] }, KEY), FIRST);
const visualizations = answers(skin({ visualizations: MASKS }, KEY), skin({ visualizations: MASKS.toReversed() }, KEY));

const ROWS: readonly PlayedRow[] = [
  ['idempotency_key', withoutKey, INVALID, { optional: 202 }],
  ['idempotency_key_max_length', keyed('k'.repeat(65)), [202], { 64: [INVALID] }],
  ['idempotency_key_max_length', keyed('k'.repeat(300)), [INVALID], { 300: [202] }],
  ['idempotency_key_characters', keyed('two words'), [INVALID], { with_spaces: [202] }],
  ['idempotency_key_characters', keyed('schlüssel'), [INVALID], { any: [202] }],
  ['idempotency_key_characters', keyed('no-uuid'), [202], { uuid: [INVALID] }],
  ['empty_idempotency_key', keyed(''), [INVALID], { as_missing: [202] }, { readings: { idempotency_key: 'optional' } }],
  ['idempotency_key_retention', replay('24h'), [200], { '24h': [202] }, LONG_INPUT],
  ['idempotency_key_routes', answers(FIRST, makeup({}, KEY)), [202, REUSED], { apart: [202, 202] }],
  ['idempotency_key_owner', replayBy('second'), [202, 200], { api_key: [202, 202] }],
  ['idempotency_key_of_other_account', otherAccount, [202, 202], { conflict: [202, REUSED] }],
  ['same_request.defaults', answers(lipstick({}), lipstick({ opacity: 1 })), [202, 200], { other: [202, REUSED] }],
  ['same_request.numbers', numbers, [202, 200], { other: [202, REUSED] }],
  ['same_request.color_case', colorCase, [202, REUSED], { same: [202, 200] }],
  ['same_request.visualization_order', visualizations, [202, REUSED], { same: [202, 200] }],
  ['refused_request_claims_key', refused, [INVALID, INVALID, 202], { claimed: [INVALID, INVALID, REUSED] }],
  ['replay_state', finishedReplay, ['succeeded', 'skin.analysis'], { first: ['queued', null] }],
  ['replay_location', header('location', FIRST, FIRST), expect.stringContaining('/v1/jobs/job_'), { absent: null }],
  ['replay_retry_after', header('retry-after', FIRST, FIRST), '1', { absent: null }],
  ['replay_retry_after', header('retry-after', FIRST, '4s', FIRST), null, { always: '1' }],
  ['replay_after_input_gone', replay('DELETE /v1/assets/{face}'), [200], { refuse: ['404 ASSET_NOT_FOUND'] }],
  ['replay_over_limit', replay(), [200], { refuse: ['429 RATE_LIMITED'] }, { readings: { admission_per_minute: 1 } }],
  ['replay_under_way', atOnce, [200, 200, 202, 202, 200], { 503: [202, 202, BUSY, BUSY, 200] }],
  ['deleted_key_other_request', deleted, ['410 JOB_DELETED', '410 JOB_DELETED'], { 409: ['410 JOB_DELETED', REUSED] }],
  [
    'key_of_expired_job',
    replay('48h'),
    ['410 JOB_DELETED'],
    { new_job: [202] },
    { readings: { job_retention: '1d', input_retention: '7d' } },
  ],
];

function replayBy(as: 'second') {
  return answers(FIRST, skin({}, { ...KEY, as, input: '{face}' }));
}

describeChoices('idempotency', ROWS, { open: openPlayed });

describe('several choices of keys', () => {
  it('wait for a submission in progress as briefly as without them', async () => {
    const played = await openPlayed({ readings: { replay_under_way: 503, retry_after_503_seconds: 120 } });
    await play(played, 'GET /v1/assets/{face}');
    const replies = await Promise.all([FIRST, FIRST].map((step) => play(played, step)));
    const refused = replies.find(({ status }) => status === 503);
    expect(refused?.headers.get('retry-after')).toBe('1');
  });

  it('separate keys by route and by API key', async () => {
    const played = await openPlayed({
      readings: { idempotency_key_routes: 'apart', idempotency_key_owner: 'api_key' },
    });
    const steps = [FIRST, makeup({}, KEY), skin({}, { ...KEY, as: 'second' }), skin({ concerns: ['pore'] }, KEY)];
    expect(await answers(...steps)(played)).toEqual([202, 202, 202, INVALID]);
  });

  it('show a replay as one of their old names does, in a running world', async () => {
    const played = await openPlayed();
    const first = await play(played, FIRST);
    await played.emulator.deviations.on('replay-without-location');
    const second = await play(played, FIRST);
    expect([first, second].map(({ headers }) => headers.has('location'))).toEqual([true, false]);
    expect(second.headers.has('retry-after')).toBe(false);
    await played.emulator.readings.set({ replay_location: 'present', replay_state: 'first' });
    const third = await play(played, FIRST);
    expect([third.headers.has('location'), third.text]).toEqual([true, first.text]);
  });

  it('replay the body of the 202, even for a job in progress', async () => {
    const played = await openPlayed({
      readings: { replay_state: 'first', accepted_job: 'as_it_is', stage_status: { picked_up: 'running' } },
      stages: { queued: 0 },
    });
    const [first, second] = [await play(played, FIRST), await play(played, FIRST)];
    expect([first.body.status, second.status, second.text]).toEqual(['running', 200, first.text]);
  });
});
