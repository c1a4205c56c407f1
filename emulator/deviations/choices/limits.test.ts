import { describe, expect, it } from 'vitest';
import { type Chosen, testQuestions } from '../../testing/choices/question-rows.ts';
import { readingsWith } from '../../testing/choices/topic-questions.ts';
import { type Client, emulatorFor } from '../../testing/client.ts';
import { LIVE } from '../../testing/steps.ts';

type World = Awaited<ReturnType<typeof emulatorFor>>;
type Operation = Parameters<Client['submitOn']>[0];
/** A submission of an operation or a wait, in turn. */
type Step = Operation | `${number}${'ms' | 's' | 'm' | 'h'}` | { key: string } | { idempotencyKey: string } | 'bad';

const MAKEUP = 'makeup.apply';
const SKIN = 'skin.analyze';
const SECOND_KEY = 'pk_test_second';
const accounts = [{ name: 'demo', keys: ['pk_test_demo', SECOND_KEY, LIVE].map((secret) => ({ secret })) }];

async function take({ emulator, client }: World, step: Step): Promise<[number, string | null] | null> {
  if (typeof step === 'object' || step === 'bad' || step.includes('.')) {
    const options = typeof step === 'object' ? step : {};
    const { status, headers } =
      step === 'bad'
        ? await client.submit('/v1/makeup/try-ons', {})
        : await client.submitOn(typeof step === 'object' ? MAKEUP : (step as Operation), options);
    return [status, status === 202 || status === 200 ? null : headers.get('Retry-After')];
  }
  await emulator.clock.advance(step);
  return null;
}

/** What each submission is answered, and how long it is told to wait where it is refused. */
function answers(begun: Chosen, ...steps: Step[]) {
  return async (chosen: Chosen) => {
    const world = await emulatorFor({
      readings: readingsWith({ ...begun, ...chosen }),
      accounts,
      clock: { mode: 'frozen', start: '2026-01-01T12:00:00Z' },
    });
    const shown = [];
    for (const step of steps) shown.push(await take(world, step));
    return shown.filter((one) => one !== null).map(([status, wait]) => (wait === null ? status : `${status} ${wait}`));
  };
}

const one = { 'daily_quota.test': { [MAKEUP]: 1 } };
const two = { 'daily_quota.test': { [MAKEUP]: 2 } };
const perMinute = (limit: number) => ({ admission_per_minute: limit });

async function codeOverQuota(chosen: Chosen): Promise<unknown> {
  const { client } = await emulatorFor({ readings: readingsWith({ 'daily_quota.test': { [MAKEUP]: 0 }, ...chosen }) });
  const { body } = await client.submitOn(MAKEUP);
  return [body.error.code, body.error.retryable];
}

testQuestions('limits', /./, [
  {
    question: 'daily_quota.live',
    choice: { [MAKEUP]: 1 },
    shown: answers({}, { key: LIVE }, { key: LIVE }, MAKEUP, MAKEUP),
    is: [202, '429 43200', 202, 202],
    usually: [202, 202, 202, 202],
  },
  {
    question: 'daily_quota.test',
    choice: { [MAKEUP]: 1 },
    shown: answers({}, MAKEUP, MAKEUP, SKIN, { key: LIVE }, { key: LIVE }),
    is: [202, '429 43200', 202, 202, 202],
    usually: [202, 202, 202, 202, 202],
  },
  ...[402, 403].map((status) => ({
    question: 'quota_status',
    choice: status,
    shown: answers(one, MAKEUP, MAKEUP),
    is: [202, `${status} 43200`],
    usually: [202, '429 43200'],
  })),
  {
    question: 'quota_status',
    choice: 403,
    shown: codeOverQuota,
    is: ['RATE_LIMITED', false],
    usually: ['RATE_LIMITED', true],
  },
  {
    question: 'quota_code',
    choice: 'QUOTA_EXCEEDED',
    shown: codeOverQuota,
    is: ['QUOTA_EXCEEDED', true],
    usually: ['RATE_LIMITED', true],
  },
  {
    question: 'quota_retry_after',
    choice: 'one_hour',
    shown: answers(one, MAKEUP, MAKEUP),
    is: [202, '429 3600'],
    usually: [202, '429 43200'],
  },
  {
    question: 'quota_retry_after',
    choice: 'absent',
    shown: answers(one, MAKEUP, MAKEUP),
    is: [202, 429],
    usually: [202, '429 43200'],
  },
  {
    question: 'quota_of_failed',
    choice: 'given_back',
    shown: async (chosen) => {
      const { emulator, client } = await emulatorFor({ readings: readingsWith({ ...one, ...chosen }) });
      emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
      await client.submitOn(MAKEUP);
      await emulator.clock.advance('10s');
      return [(await client.submitOn(MAKEUP)).status, (await client.submitOn(MAKEUP)).status];
    },
    is: [202, 429],
    usually: [429, 429],
  },
  {
    question: 'quota_counts',
    choice: 'together',
    shown: answers({ 'daily_quota.test': { [MAKEUP]: 1, [SKIN]: 1 } }, SKIN, MAKEUP, SKIN, 'hair.try_on'),
    is: [202, 202, '429 43200', 202],
    usually: [202, 202, '429 43200', 202],
  },
  {
    question: 'quota_counts',
    choice: 'together',
    shown: answers({ 'daily_quota.test': { [MAKEUP]: 1, [SKIN]: 1 } }, SKIN, SKIN, MAKEUP),
    is: [202, 202, '429 43200'],
    usually: [202, '429 43200', 202],
  },
  {
    question: 'quota_day',
    choice: 'at_first_job',
    shown: answers(two, '6h', MAKEUP, '1h', MAKEUP, '11h', MAKEUP, '12h', MAKEUP, MAKEUP, MAKEUP),
    is: [202, 202, '429 43200', 202, 202, '429 86400'],
    usually: [202, 202, 202, 202, '429 21600', '429 21600'],
  },
  {
    question: 'quota_day',
    choice: 'rolling',
    shown: answers(two, '6h', MAKEUP, '1h', MAKEUP, '11h', MAKEUP, '12h', MAKEUP, MAKEUP),
    is: [202, 202, '429 43200', 202, '429 3600'],
    usually: [202, 202, 202, 202, '429 21600'],
  },
  {
    question: 'quota_owner',
    choice: 'api_key',
    shown: answers(one, MAKEUP, { key: SECOND_KEY }, { key: SECOND_KEY }),
    is: [202, 202, '429 43200'],
    usually: [202, '429 43200', '429 43200'],
  },
  {
    question: 'admission_per_minute',
    choice: 1,
    shown: answers({}, MAKEUP, '10s', MAKEUP, '50s', MAKEUP),
    is: [202, '429 50', 202],
    usually: [202, 202, 202],
  },
  {
    question: 'admission_window',
    choice: 'sliding_minute',
    shown: answers(perMinute(2), '30s', MAKEUP, '10s', MAKEUP, MAKEUP, '20s', MAKEUP, '30s', MAKEUP, MAKEUP),
    is: [202, 202, '429 50', '429 30', 202, '429 10'],
    usually: [202, 202, '429 20', 202, 202, '429 30'],
  },
  {
    question: 'admission_window',
    choice: 'token_bucket',
    shown: answers(perMinute(2), MAKEUP, MAKEUP, MAKEUP, '20s', MAKEUP, '10s', MAKEUP, MAKEUP, '60s', MAKEUP, MAKEUP),
    is: [202, 202, '429 30', '429 10', 202, '429 30', 202, 202],
    usually: [202, 202, '429 60', '429 40', '429 30', '429 30', 202, 202],
  },
  {
    question: 'admission_owner',
    choice: 'environment',
    shown: answers(perMinute(1), MAKEUP, { key: SECOND_KEY }, { key: LIVE }),
    is: [202, '429 60', 202],
    usually: [202, 202, 202],
  },
  {
    question: 'admission_owner',
    choice: 'account',
    shown: answers(perMinute(1), MAKEUP, { key: LIVE }),
    is: [202, '429 60'],
    usually: [202, 202],
  },
  {
    question: 'admission_counts',
    choice: 'all',
    shown: answers(perMinute(2), 'bad', { idempotencyKey: 'a' }, MAKEUP),
    is: [400, 202, '429 60'],
    usually: [400, 202, 202],
  },
]);

describe('limits under several choices', () => {
  it('a cancelled job gives its unit back, whatever day is counted', async () => {
    for (const quota_day of ['at_first_job', 'rolling', 'utc_midnight'] as const) {
      const { client } = await emulatorFor({ readings: { daily_quota: { test: { [MAKEUP]: 1 } }, quota_day } });
      const { body } = await client.submitOn(MAKEUP);
      await client.call('POST', `/v1/jobs/${body.id}/cancel`);
      expect([quota_day, (await client.submitOn(MAKEUP)).status]).toEqual([quota_day, 202]);
    }
  });

  it.each([
    ['by_operation', [202, 202, 202, 202]],
    ['together', [202, 202, 429, 429]],
  ] as const)('a quota that tests set is one of whatever is counted: %s', async (quota_counts, statuses) => {
    const { emulator, client } = await emulatorFor({ readings: { quota_counts } });
    emulator.switches.set({ daily_quota: 2 });
    const shown = [];
    for (const operation of [MAKEUP, SKIN, MAKEUP, SKIN] as const)
      shown.push((await client.submitOn(operation)).status);
    expect(shown).toEqual(statuses);
  });

  it('a replay counts where all submissions do', async () => {
    const { client } = await emulatorFor({ readings: { admission_per_minute: 2, admission_counts: 'all' } });
    const { body: asset } = await client.upload();
    const inputs = [{ asset_id: asset.id, role: 'source' }];
    const submit = (idempotencyKey: string) =>
      client.submit('/v1/skin/analyses', { inputs, concerns: ['acne'] }, { idempotencyKey });
    const shown = [await submit('a'), await submit('a'), await submit('a'), await submit('b')];
    expect(shown.map(({ status }) => status)).toEqual([202, 200, 200, 429]);
  });

  it('a refusal for want of a quota follows the code of any other 429 until it has one of its own', async () => {
    expect(await codeOverQuota({ 'codes.rate_limited': 'SLOW_DOWN' })).toEqual(['SLOW_DOWN', true]);
    const both = { 'codes.rate_limited': 'SLOW_DOWN', quota_code: 'QUOTA_EXCEEDED' };
    expect(await codeOverQuota(both)).toEqual(['QUOTA_EXCEEDED', true]);
  });

  it('are set while a world runs, and jobs of before count', async () => {
    const { emulator, client } = await emulatorFor();
    await client.submitOn(MAKEUP);
    await emulator.readings.set({ daily_quota: { test: { [MAKEUP]: 1 } }, quota_day: 'rolling', quota_status: 402 });
    expect((await client.submitOn(MAKEUP)).status).toBe(402);
    await emulator.clock.advance('24h');
    expect((await client.submitOn(MAKEUP)).status).toBe(202);
  });
});
