import { beforeAll, describe, expect, it } from 'vitest';
import { uniform } from '../domain/values/random.ts';
import { HOUR, MINUTE } from '../domain/values/time.ts';
import { hostedWorld } from '../testing/hosted-world.ts';
import { createInstantImages } from '../testing/pictures/gated-images.ts';
import { type Answerer, eventsOf, headerOf, JOB_TIME, openReceivingServer } from '../testing/receiving-server.ts';

const WAITS = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 1 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
const MANY = 150;

/**
 * Many jobs that end at one instant, and `later` more half a day later. Returns what is known about their deliveries in
 * the end.
 */
async function manyAtOnce(jobs: number, answer: Answerer, later = 0) {
  await using server = await openReceivingServer(answer);
  const { emulator, client } = await hostedWorld({ clock: 'frozen', seed: 'overlap' }, createInstantImages());
  const { id } = emulator.webhooks.register({ url: server.url });
  const ids: string[] = [];
  for (const count of [jobs, later]) {
    for (let made = 0; made < count; made += 1) ids.push((await client.submitOn('makeup.apply')).body.id);
    await emulator.clock.advance(JOB_TIME);
    await emulator.clock.advance('12h');
  }
  await emulator.clock.advance('25h');
  const log = emulator.webhooks
    .deliveries(id)
    .map(({ event, state, attempts, next_attempt_at }) => ({
      event,
      state,
      next_attempt_at,
      attempts: attempts.map(({ number, at, status }) => ({ number, at, status })),
    }));
  const { url: _, ...endpoint } = emulator.webhooks.read(id);
  await emulator.close();
  return { ids, log, endpoint, server };
}

/** Each event is refused for a while: its id determines which attempt is accepted. */
const statusOf = (event: string, attempt: number) => (attempt > Math.floor(uniform(event) * 4) ? 200 : 503);

function answering(delayOf: (event: string) => number): Answerer {
  return (response, request) => {
    const event = headerOf(request, 'Service-Event-Id');
    const answer = () =>
      response.writeHead(statusOf(event, Number(headerOf(request, 'Service-Delivery-Attempt')))).end();
    const delay = delayOf(event);
    if (delay === 0) answer();
    else setTimeout(answer, delay);
  };
}

describe('6.5 more deliveries in progress than are sent one after the other', () => {
  let quick: Awaited<ReturnType<typeof manyAtOnce>>;
  beforeAll(async () => {
    quick = await manyAtOnce(
      MANY,
      answering(() => 0),
    );
  });

  it('make every attempt within its time limits, and lose no result', () => {
    const { ids, log, server } = quick;
    expect(log.map(({ event }) => event.job)).toEqual(ids);
    const strays = log.flatMap(({ event, state, attempts }) => {
      const wanted = Math.floor(uniform(event.id) * 4) + 1;
      const times = attempts.map(({ at }) => Date.parse(at));
      const isOnTime = times.slice(1).every((time, index) => {
        const nominal = WAITS[index] ?? 0;
        return Math.abs(time - (times[index] ?? 0) - nominal) <= 0.2 * nominal;
      });
      const statuses = attempts.map(({ status }) => status);
      const isComplete = statuses.length === wanted && statuses.at(-1) === 200;
      return state === 'delivered' && isComplete && isOnTime && times[0] === Date.parse(event.created)
        ? []
        : [event.id];
    });
    expect(strays).toEqual([]);
    expect(server.received).toHaveLength(log.flatMap(({ attempts }) => attempts).length);
    const pairs = server.received.map(
      (request) => `${headerOf(request, 'Service-Event-Id')} ${headerOf(request, 'Service-Delivery-Attempt')}`,
    );
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('are all exhausted if the receiver is down for the whole day', async () => {
    const { log, endpoint, server } = await manyAtOnce(MANY, (response) => response.writeHead(500).end());
    expect(new Set(log.map(({ state }) => state))).toEqual(new Set(['exhausted']));
    expect(log.filter(({ next_attempt_at }) => next_attempt_at !== null)).toEqual([]);
    expect(server.received).toHaveLength(log.flatMap(({ attempts }) => attempts).length);
    expect(log.filter(({ attempts }) => attempts.length < 7 || attempts.length > 8)).toEqual([]);
    expect(endpoint.failing?.count).toBe(server.received.length);
  });
});

describe('6.5 an endpoint that is disabled while many deliveries are in progress', () => {
  const failing = (delayOf: (event: string) => number): Answerer => {
    return (response, request) => {
      const delay = delayOf(headerOf(request, 'Service-Event-Id'));
      setTimeout(() => response.writeHead(500).end(), delay);
    };
  };

  it('is disabled by the same attempt, whatever the speed of its receiver', async () => {
    const { server, ...quick } = await manyAtOnce(
      70,
      failing(() => 0),
      80,
    );
    const { server: _, ...slow } = await manyAtOnce(
      70,
      failing((event) => Math.floor(uniform('slow', event) * 6)),
      80,
    );
    expect(slow).toEqual(quick);

    const times = quick.log.flatMap(({ attempts }) => attempts.map(({ at }) => Date.parse(at))).sort((a, b) => a - b);
    expect(times.filter((time) => time - (times[0] ?? 0) >= 24 * HOUR)).toHaveLength(1);
    expect(server.received).toHaveLength(times.length);
    expect(quick.endpoint).toMatchObject({ enabled: false, failing: { count: times.length } });
    expect(new Set(quick.log.map(({ state }) => state))).toEqual(new Set(['exhausted', 'cancelled']));
  });
});

describe('6.5 few deliveries', () => {
  it.each([1, 2, 3, 4, 5])('reach the receiver in the order of their schedule, also in run %i', async (run) => {
    const uneven = answering((event) => Math.floor(uniform('run', run, event) * 4));
    const { ids, log, server } = await manyAtOnce(20, uneven);
    const jobs = eventsOf(server).map(({ data }) => data.object.id);
    expect(jobs.slice(0, 20)).toEqual(ids);
    const scheduled = log
      .flatMap(({ event, attempts }) => attempts.map(({ at }) => ({ at, job: event.job })))
      .sort((a, b) => a.at.localeCompare(b.at));
    expect(jobs).toEqual(scheduled.map(({ job }) => job));
  });
});
