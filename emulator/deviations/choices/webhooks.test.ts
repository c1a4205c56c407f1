import { describe, expect, it } from 'vitest';
import { type Chosen, testQuestions } from '../../testing/choices/question-rows.ts';
import { readingsWith } from '../../testing/choices/topic-questions.ts';
import { after, type Hooked, hooked } from '../../testing/hooked-world.ts';
import { endJob, onlyDelivery } from '../../testing/receiving-server.ts';
import { smallWorld } from '../../testing/small-world.ts';

/** A delivery that fails until nobody tries it any more; when each attempt was, in seconds since the job ended. */
const attemptTimes = async ({ emulator, register, sent }: Hooked) => {
  register();
  await endJob(emulator);
  await emulator.clock.advance('25h');
  const begin = Date.parse('2026-01-01T00:00:04Z');
  return sent.map(({ at }) => Math.round((Date.parse(at) - begin) / 1_000));
};
const NOMINAL = [0, 60, 360, 2_160, 5_760, 16_560, 38_160, 81_360];

/** Three deliveries fail more than 20 times within a day; whether the endpoint is on before the day is over, and after. */
const disabledWhen = async ({ emulator, register }: Hooked) => {
  const { id } = register();
  for (let job = 0; job < 3; job += 1) await endJob(emulator);
  await emulator.clock.advance({ to: '2026-01-01T23:59:59Z' });
  const before = emulator.webhooks.read(id).enabled;
  await emulator.clock.advance('10s');
  return [before, emulator.webhooks.read(id).enabled];
};

const resent = async ({ emulator, register, sent }: Hooked) => {
  register();
  await endJob(emulator);
  const { id } = onlyDelivery(emulator);
  await emulator.clock.advance('1h');
  const before = sent.length;
  await emulator.webhooks.resend(id);
  await emulator.clock.advance('2m');
  const numbers = sent.slice(before).map(({ request }) => Number(request.headers['Service-Delivery-Attempt']));
  return [
    ...numbers,
    ...emulator.webhooks
      .deliveries()
      .filter(({ resend }) => resend)
      .flatMap(({ attempts }) => attempts.map(({ number }) => number)),
  ];
};

const objectAfterRetention = async ({ emulator, register, sent }: Hooked) => {
  register();
  await endJob(emulator);
  const { id, event } = onlyDelivery(emulator);
  await emulator.clock.advance('8d');
  const { state } = await emulator.webhooks.resend(id);
  const object = sent.length > 1 ? JSON.parse(sent.at(-1)?.request.body ?? '').data.object : null;
  return [state, object?.id === event.job && object.status, object?.deleted];
};

const whileDisabled = async ({ emulator, register, sent }: Hooked) => {
  const { id } = register();
  emulator.webhooks.disable(id);
  await endJob(emulator);
  const listed = emulator.webhooks.deliveries().map(({ state }) => state);
  emulator.webhooks.enable(id);
  await emulator.webhooks.settled();
  return [listed, sent.length, emulator.webhooks.deliveries().map(({ state }) => state)];
};

/** When the second attempt is due, where the first took ten seconds. */
async function waitAfterTimeout(chosen: Chosen): Promise<number> {
  const small = smallWorld({ config: { readings: readingsWith(chosen) } });
  const { state, make, caller } = small;
  const { id } = make('register_endpoint', {
    owner: caller.owner,
    url: 'https://a.test/',
    events: ['job.cancelled'],
    secret: null,
  });
  const { job } = small.submit();
  make('cancel', { caller, job: job.id });
  const [effect] = [...state.effects.values()].filter(({ kind }) => kind === 'deliver');
  const outcome = { status: null, failure: 'timeout', took: 10_000, answer: '' } as const;
  make('attempted', { effect: effect?.serial ?? -1, outcome, endedAt: state.now + 10_000 });
  const delivery = [...state.deliveries.values()].find(({ endpoint }) => endpoint === id);
  return ((state.timers.get(delivery?.timer ?? -1)?.due ?? 0) - state.now) / 1_000;
}

testQuestions('webhooks', /^(?!signature_|acknowledgement|delivery_clock|event_receivers)(?!.*secret)/, [
  {
    question: 'webhook_urls',
    choice: 'strict',
    shown: after([], async ({ emulator }) => {
      try {
        return emulator.webhooks.register({ url: 'http://127.0.0.1:1/' }).url;
      } catch (error) {
        return String(error).includes('must be HTTPS on port 443');
      }
    }),
    is: true,
    usually: 'http://127.0.0.1:1/',
  },
  {
    question: 'event_results',
    choice: 'href_and_expiry',
    shown: after([], async ({ emulator, register, sent }) => {
      register();
      await endJob(emulator);
      await endJob(emulator, { operation: 'skin.analyze' });
      return sent.map(({ request }) => {
        const { image, visualizations } = JSON.parse(request.body).data.object.output;
        return Object.keys(image ?? visualizations[0]);
      });
    }),
    is: [
      ['href', 'expires_at'],
      ['href', 'expires_at'],
    ],
    usually: Array(2).fill(['id', 'href', 'media_type', 'role', 'size_bytes', 'expires_at', 'width', 'height']),
  },
  { question: 'first_attempt_delay', choice: '5s', shown: after([], attemptTimes), is: [5], usually: [0] },
  {
    question: 'duplicate_deliveries',
    choice: 'each',
    shown: after([500, 200], async ({ emulator, register, sent }) => {
      register();
      await endJob(emulator);
      await emulator.clock.advance('1h');
      return [sent.length, emulator.webhooks.deliveries().map(({ state }) => state)];
    }),
    is: [3, ['delivered']],
    usually: [2, ['delivered']],
  },
  {
    question: 'duplicate_deliveries',
    choice: 'every_third',
    shown: after([], async ({ emulator, register, sent }) => {
      register();
      for (let job = 0; job < 4; job += 1) await endJob(emulator);
      await emulator.clock.advance('1h');
      return [sent.length, emulator.webhooks.deliveries().map(({ state, attempts }) => [state, attempts.length])];
    }),
    is: [
      5,
      [
        ['delivered', 1],
        ['delivered', 1],
        ['delivered', 2],
        ['delivered', 1],
      ],
    ],
    usually: [
      4,
      [
        ['delivered', 1],
        ['delivered', 1],
        ['delivered', 1],
        ['delivered', 1],
      ],
    ],
  },
  ...(
    [
      [[0, 0], NOMINAL],
      [[0.19, 0.19], NOMINAL.map((time) => Math.round(time * 1.19)).slice(0, 7)],
      [[-0.2, -0.2], NOMINAL.map((time) => Math.round(time * 0.8))],
    ] as const
  ).map(([choice, is]) => ({
    question: 'retry_jitter',
    choice,
    shown: after([500], attemptTimes),
    is,
    usually: [0, 56, 309, 2_040, 5_557, 14_510, 38_074, 78_196],
  })),
  { question: 'retry_wait_from', choice: 'begin', shown: waitAfterTimeout, is: 55.858, usually: 65.858 },
  {
    question: 'ping_subscription',
    choice: 'when_subscribed',
    shown: after([], async ({ emulator, register, told }) => {
      const states = [(await emulator.webhooks.ping(register().id)).state];
      const url = 'https://two.test/';
      const { id } = emulator.webhooks.register({ url, events: ['job.failed', 'test.ping'] });
      states.push((await emulator.webhooks.ping(id)).state);
      return [states, told()];
    }),
    is: [['cancelled', 'delivered'], ['two test.ping']],
    usually: [
      ['delivered', 'delivered'],
      ['one test.ping', 'two test.ping'],
    ],
  },
  {
    question: 'failed_ping_counts',
    choice: 'not_counted',
    shown: after([500], async ({ emulator, register }) => {
      const { id } = register();
      await emulator.webhooks.ping(id);
      return emulator.webhooks.read(id).failing?.count;
    }),
    is: undefined,
    usually: 1,
  },
  {
    question: 'events_while_disabled',
    choice: 'listed_as_cancelled',
    shown: after([], whileDisabled),
    is: [['cancelled'], 0, ['cancelled']],
    usually: [[], 0, []],
  },
  {
    question: 'events_while_disabled',
    choice: 'sent_when_enabled',
    shown: after([], whileDisabled),
    is: [['pending'], 1, ['delivered']],
    usually: [[], 0, []],
  },
  {
    question: 'disabled_by_hand',
    choice: 'send',
    shown: after([], async ({ emulator, register }) => {
      const { id } = register();
      emulator.webhooks.disable(id);
      return emulator.webhooks.ping(id).then(({ state }) => state, String);
    }),
    is: 'delivered',
    usually: expect.stringContaining('is disabled; enable it first'),
  },
  {
    question: 'disabling_moment',
    choice: 'at_the_day',
    shown: after([500], disabledWhen),
    is: [true, false],
    usually: [true, true],
  },
  {
    question: 'retention_body',
    choice: 'last_job',
    shown: after([], objectAfterRetention),
    is: ['delivered', 'succeeded', undefined],
    usually: ['delivered', undefined, true],
  },
  {
    question: 'retention_body',
    choice: 'nothing_sent',
    shown: after([], objectAfterRetention),
    is: ['cancelled', false, undefined],
    usually: ['delivered', undefined, true],
  },
  { question: 'resend_attempts', choice: 'go_on', shown: after([500, 200], resent), is: [3, 3], usually: [1, 1] },
  {
    question: 'resend_retries',
    choice: 'never',
    shown: after([200, 500, 200], resent),
    is: [1, 1],
    usually: [1, 2, 1, 2],
  },
  {
    question: 'delivery_headers',
    choice: 'some',
    shown: after([], async ({ emulator, register, sent }) => {
      register();
      await endJob(emulator);
      return Object.keys(sent[0]?.request.headers ?? {}).slice(6);
    }),
    is: ['Service-Delivery-Id', 'Traceparent'],
    usually: [],
  },
]);

describe('lawful variants that had names of their own', () => {
  it.each(['attempts-seven', 'attempts-without-jitter'])('the old name %s still works', async (name) => {
    const world = await hooked({}, 500);
    await world.emulator.deviations.on(name);
    expect((await attemptTimes(world)).length).toBe(name === 'attempts-seven' ? 7 : 8);
  });
});
