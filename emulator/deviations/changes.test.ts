import { describe, expect, it } from 'vitest';
import { DAY, SECOND } from '../domain/values/time.ts';
import { type SmallWorld, smallWorld } from '../testing/small-world.ts';

const fired = ({ state }: SmallWorld, id: string) => state.deviations.get(id)?.fired ?? 0;

describe('A forgotten claim', () => {
  it.each<[id: string, stage: 'queued' | 'cancelled' | 'gone', pass: number, isSame: boolean, isForgotten: boolean]>([
    ['replay-makes-another-job', 'queued', 0, true, true],
    ['replay-makes-another-job', 'queued', 0, false, false],
    ['reuse-free-after-a-day', 'queued', DAY, false, true],
    ['reuse-free-after-a-day', 'queued', DAY - 1, false, false],
    ['replay-only-until-end', 'cancelled', 0, true, true],
    ['replay-only-until-end', 'queued', 0, true, false],
    ['replay-not-within-an-instant', 'queued', 999, true, true],
    ['replay-not-within-an-instant', 'queued', SECOND, true, false],
    ['cancel-frees-key', 'cancelled', 0, true, true],
    ['deleted-key-free-again', 'gone', 0, true, true],
    ['deleted-key-free-again', 'cancelled', 0, true, false],
    ['deleted-key-free-for-others', 'gone', 0, false, true],
    ['deleted-key-free-for-others', 'gone', 0, true, false],
  ])('%s: for a job that is %s after %i ms, same request %j: %j', (id, stage, pass, isSame, isForgotten) => {
    const small = smallWorld({ config: { stages: { queued: 2 * DAY } }, deviate: [id] });
    const submission = small.skin();
    const { job } = small.submit({ submission, idempotencyKey: 'one' });
    if (stage !== 'queued') small.make('cancel', { caller: small.caller, job: job.id });
    if (stage === 'gone') small.make('delete_job', { caller: small.caller, job: job.id });
    small.pass(pass);
    const again = { submission: isSame ? submission : small.skin(), idempotencyKey: 'one' };
    const made = () => small.submit(again).job.id;
    const before = fired(small, id);
    if (isForgotten) expect(made()).not.toBe(job.id);
    else if (isSame && stage !== 'gone') expect(made()).toBe(job.id);
    else expect(made).toThrow();
    // If the deviation also changes a reading, reads of that are counted too.
    if (id !== 'reuse-free-after-a-day') expect(fired(small, id) - before).toBe(isForgotten ? 1 : 0);
  });
});

describe('The results of a removed job', () => {
  it.each<[id: string, goes: 'deleted' | 'expired', stay: boolean]>([
    ['job-deleted-keeps-content', 'deleted', true],
    ['job-deleted-keeps-results', 'deleted', true],
    ['job-deleted-keeps-results', 'expired', false],
    ['list-keeps-results-of-deleted', 'deleted', true],
    ['result-outlives-job', 'expired', true],
    ['result-outlives-job', 'deleted', false],
  ])('%s: if it is %s, they are kept: %j', (id, goes, stay) => {
    const small = smallWorld({ deviate: [id] });
    const job = small.takeTo(small.submit().job, 'succeeded');
    const [result = ''] = job.results;
    const bytes = small.state.assets.get(result)?.digest ?? '';
    if (goes === 'deleted') small.make('delete_job', { caller: small.caller, job: job.id });
    else small.pass(30 * DAY);
    expect(small.jobNow(job)).toBeUndefined();
    expect([small.state.assets.has(result), small.state.blobUses.has(bytes)]).toEqual([stay, stay]);
    expect(fired(small, id)).toBe(stay ? 1 : 0);
  });

  it('are removed with their account anyway', () => {
    const small = smallWorld({ deviate: ['job-deleted-keeps-results'] });
    small.takeTo(small.submit().job, 'succeeded');
    small.make('remove_account', { account: 'small' });
    expect([...small.state.assets.keys(), ...small.state.tombstones.keys()]).toEqual([]);
  });
});

describe('The deliveries of an endpoint', () => {
  const failed = { status: 500, failure: null, took: 1, answer: '' };

  /** An endpoint that has failed until it was disabled, with deliveries that were still pending. */
  function failing(deviate: string[]) {
    const small = smallWorld({ deviate });
    const { id } = small.make('register_endpoint', {
      owner: small.caller.owner,
      url: 'https://one.test/',
      events: ['job.succeeded'],
      secret: null,
    });
    for (let hours = 0; small.state.endpoints.get(id)?.enabled === true; hours += 1) {
      if (hours % 6 === 0) small.takeTo(small.submit().job, 'succeeded');
      small.doEffects(failed);
      small.pass(DAY / 24);
      small.doEffects(failed);
    }
    const states = () => new Set([...small.state.deliveries.values()].map(({ state }) => state));
    return { ...small, small, id, states, endpoint: () => small.state.endpoints.get(id) };
  }

  it('are cancelled when it is disabled, and stay cancelled when it is enabled', () => {
    const { make, id, states, endpoint } = failing([]);
    expect(endpoint()?.enabled).toBe(false);
    expect(states()).not.toContain('pending');
    make('enable_endpoint', { id, enabled: true });
    expect(states()).not.toContain('pending');
  });

  it('disabling-keeps-pending: continue when it is disabled', () => {
    const { small, states, endpoint } = failing(['disabling-keeps-pending']);
    expect(endpoint()?.enabled).toBe(false);
    expect(states()).toContain('pending');
    expect(states()).not.toContain('cancelled');
    expect(fired(small, 'disabling-keeps-pending')).toBe(1);
  });

  it('enabling-revives: are retried when it is enabled', () => {
    const { small, make, id, states } = failing(['enabling-revives']);
    expect(states()).toContain('cancelled');
    make('enable_endpoint', { id, enabled: true });
    expect(states()).not.toContain('cancelled');
    expect(states()).toContain('pending');
    expect(fired(small, 'enabling-revives')).toBeGreaterThan(0);
  });
});
