import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../domain/values/time.ts';
import { smallWorld } from '../../testing/small-world.ts';

const GOOD = { status: 204, failure: null, took: 1, answer: '' };
const BAD = { status: 500, failure: null, took: 1, answer: 'no' };

function withEndpoint() {
  const small = smallWorld();
  const { caller, state } = small;
  const { id } = small.make('register_endpoint', {
    owner: caller.owner,
    url: 'https://one.test/',
    events: ['job.succeeded', 'job.cancelled'],
    secret: null,
  });
  const endJob = () => small.takeTo(small.submit().job, 'succeeded');
  const deliveries = () => [...state.deliveries.values()];
  return { ...small, id, endJob, deliveries, endpoint: () => state.endpoints.get(id) };
}

describe('6.5 A delivery', () => {
  it.each([
    ['delivered by a 2xx', GOOD, 'delivered', 0],
    ['to be tried again after a 3xx', { ...BAD, status: 302 }, 'pending', 1],
    ['to be tried again after a 4xx', { ...BAD, status: 410 }, 'pending', 1],
    ['to be tried again after a 5xx', BAD, 'pending', 1],
    ['to be tried again where nobody answered', { ...BAD, status: null, failure: 'timeout' as const }, 'pending', 1],
  ])('is %s', (_, outcome, state, count) => {
    const { endJob, doEffects, deliveries, endpoint } = withEndpoint();
    endJob();
    doEffects(outcome);
    expect(deliveries()).toEqual([expect.objectContaining({ state, attempts: [expect.objectContaining(outcome)] })]);
    expect(endpoint()?.failing?.count ?? 0).toBe(count);
  });

  it('has eight attempts within a day, with longer and longer waits, and then is exhausted', () => {
    const { endJob, doEffects, deliveries, pass, state } = withEndpoint();
    endJob();
    const begin = state.now;
    for (let minutes = 0; minutes < 30 * 60; minutes += 1) {
      doEffects(BAD);
      pass(MINUTE);
    }
    const [{ attempts = [], state: ended } = {}] = deliveries();
    expect(ended).toBe('exhausted');
    expect(attempts.length).toBeGreaterThanOrEqual(7);
    expect((attempts.at(-1)?.at ?? 0) - begin).toBeLessThanOrEqual(DAY);
    const waits = attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? 0));
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  });

  it('that is sent again is another one of the same event', () => {
    const { endJob, doEffects, deliveries, make } = withEndpoint();
    endJob();
    doEffects(GOOD);
    const [first] = deliveries();
    make('resend_delivery', { id: first?.id ?? '' });
    doEffects(BAD);
    expect(deliveries()[1]).toMatchObject({ event: first?.event, isResend: true, attempts: [{ number: 1 }] });
    expect(deliveries()[0]).toEqual(first);
  });

  it('of a ping is tried once, and its failure counts (reading 55)', () => {
    const { make, id, doEffects, deliveries, endpoint } = withEndpoint();
    make('ping_endpoint', { id });
    doEffects(BAD);
    expect(deliveries()).toEqual([expect.objectContaining({ state: 'exhausted' })]);
    expect(endpoint()?.failing?.count).toBe(1);
  });
});

describe('An endpoint', () => {
  it('gets the events that it has asked for, and one of each job', () => {
    const { endJob, submit, make, caller, state, failNext, takeTo } = withEndpoint();
    endJob();
    make('cancel', { caller, job: submit().job.id });
    failNext();
    takeTo(submit().job, 'failed');
    expect([...state.events.values()].map(({ type }) => type)).toEqual(['job.succeeded', 'job.cancelled']);
  });

  it.each([
    ['is disabled', 'enable_endpoint', 'cancelled'],
    ['is removed', 'remove_endpoint', 'gone'],
  ] as const)('that %s gets nothing more of what is pending, nor anything new', (_, verb, left) => {
    const { endJob, doEffects, deliveries, make, id, pass, state } = withEndpoint();
    endJob();
    doEffects(BAD);
    if (verb === 'enable_endpoint') make(verb, { id, enabled: false });
    else make(verb, { id });
    endJob();
    pass(DAY);
    expect(state.effects.size).toBe(0);
    expect(deliveries().map((delivery) => delivery.state)).toEqual(left === 'gone' ? [] : [left]);
  });

  it('has one previous secret, for as long as it was told (reading 53)', () => {
    const { make, id, endpoint, state } = withEndpoint();
    const secrets = [endpoint()?.secret];
    for (const secret of ['second', 'third']) secrets.push(make('rotate_secret', { id, keepFor: HOUR, secret }).secret);
    expect(endpoint()).toMatchObject({ secret: 'third', previous: { secret: 'second', until: state.now + HOUR } });
    make('rotate_secret', { id, keepFor: 0, secret: null });
    expect(endpoint()?.previous).toBeNull();
    expect(secrets).not.toContain(endpoint()?.secret);
  });
});
