import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../domain/values/time.ts';
import { smallWorld } from '../../testing/small-world.ts';

const STAGES = { queued: 1_000, picked_up: 500, preparing: 500, processing: 2_000 };

describe('3 The stages of a job', () => {
  it('follow each other as long as each lasts, and not sooner', () => {
    const small = smallWorld({ config: { stages: STAGES } });
    const { job } = small.submit();
    const seen = [999, 1, 499, 1, 499, 1].map((milliseconds) => {
      small.pass(milliseconds);
      return small.jobNow(job)?.stage;
    });
    expect(seen).toEqual(['queued', 'picked_up', 'picked_up', 'preparing', 'preparing', 'processing']);
  });

  it.each([
    ['sooner than its processing time', 500, 1_500],
    ['just then', 2_000, 0],
    ['later', 9_000, 0],
  ])('end when the pictures are there and the time is over; they come %s', (_, came, rest) => {
    const small = smallWorld({ config: { stages: STAGES } });
    const { job } = small.submit();
    small.pass(2_000 + came);
    small.doEffects();
    if (rest > 0) small.pass(rest - 1);
    expect(small.jobNow(job)?.stage).toBe('processing');
    small.pass(rest > 0 ? 1 : 0);
    expect(small.jobNow(job)).toMatchObject({ stage: 'succeeded', completedAt: small.state.now, error: null });
  });

  it('end in a failure as its plan says, without a picture, and it is paid for', () => {
    const small = smallWorld({ config: { stages: STAGES } });
    small.failNext();
    const { job } = small.submit();
    small.pass(4_000);
    expect(small.state.effects.size).toBe(0);
    expect(small.jobNow(job)).toMatchObject({
      stage: 'failed',
      output: null,
      error: { code: 'PROCESSING_FAILED', message: 'The processing failed.' },
      charge: { state: 'captured' },
    });
  });

  it('end in INPUT_EXPIRED where the input was not kept so long (reading 30)', () => {
    const small = smallWorld({ config: { stages: { ...STAGES, queued: 25 * HOUR } } });
    const { job } = small.submit();
    small.pass(25 * HOUR + 1_000);
    expect(small.jobNow(job)).toMatchObject({ stage: 'failed', error: { code: 'INPUT_EXPIRED' } });
  });
});

describe('What falls due after the end', () => {
  it.each([
    ['the input', DAY, (small: ReturnType<typeof smallWorld>) => small.state.assets.size, [2, 1]],
    ['the copy of the input', DAY, ({ state }: ReturnType<typeof smallWorld>) => state.blobUses.size, [2, 1]],
    ['the job and its results', 7 * DAY, ({ state }: ReturnType<typeof smallWorld>) => state.jobs.size, [1, 0]],
  ] as const)('takes %s away, and not before', (_, after, count, [before, then]) => {
    const small = smallWorld();
    small.takeTo(small.submit().job, 'succeeded');
    small.pass(after - 1);
    expect(count(small)).toBe(before);
    small.pass(1);
    expect(count(small)).toBe(then);
  });
});
