import { expect } from 'vitest';
import { type ChoiceRow, describeChoices } from '../../testing/choices/choice-rows.ts';
import { answered, type Hooked, openHooked } from '../../testing/choices/hooked-world.ts';
import { openPlayed, type PlayedRow } from '../../testing/play.ts';
import { type Answerer, endJob, onlyDelivery, openReceivingServer } from '../../testing/receiving-server.ts';
import { smallWorld } from '../../testing/small-world.ts';

/** How an attempt ends if the receiver answers in this way over a connection. */
const attempted =
  (answer: Answerer): PlayedRow[1] =>
  async ({ emulator }) => {
    await using server = await openReceivingServer(answer);
    emulator.webhooks.register({ url: server.url });
    await endJob(emulator);
    return onlyDelivery(emulator).attempts.map(({ status, failure }) => status ?? failure);
  };
const broken = attempted((response) => {
  response.writeHead(200).write('a');
  setTimeout(() => response.destroy(), 20);
});
const endless = attempted((response) => void response.writeHead(200).write('a'));
const late = attempted((response) => void setTimeout(() => response.writeHead(200).end(), 120));
const CONNECTED: readonly PlayedRow[] = [
  ['acknowledgement', broken, [200], { whole_body: ['connection'] }],
  ['acknowledgement', endless, [200], { whole_body: ['timeout'] }, { webhook_timeout: 200 }],
  ['delivery_clock', late, ['timeout'], { virtual: [200] }, { webhook_timeout: 40 }],
];

describeChoices('webhooks', CONNECTED, { open: openPlayed, about: /^acknowledgement|delivery_clock/ });

const NOMINAL = [0, 60, 360, 2_160, 5_760, 16_560, 38_160, 81_360];
const RESULT_FIELDS = ['id', 'href', 'media_type', 'role', 'size_bytes', 'expires_at', 'width', 'height'];

/** The time of each attempt, in seconds since the job ended. */
const attemptTimes = async ({ emulator, deliver, sent }: Hooked) => {
  await deliver();
  await emulator.clock.advance('25h');
  const begin = Date.parse('2026-01-01T00:00:04Z');
  return sent.map(({ at }) => Math.round((Date.parse(at) - begin) / 1_000));
};
const statesOf = ({ emulator }: Hooked) => emulator.webhooks.deliveries().map(({ state }) => state);

/** Whether an endpoint with more than 20 failures is enabled before the end of the day, and after it. */
const disabledWhen = async ({ emulator, register }: Hooked) => {
  const { id } = register();
  for (let job = 0; job < 3; job += 1) await endJob(emulator);
  await emulator.clock.advance({ to: '2026-01-01T23:59:59Z' });
  const before = emulator.webhooks.read(id).enabled;
  await emulator.clock.advance('10s');
  return [before, emulator.webhooks.read(id).enabled];
};

/** The attempt numbers of a resend, as sent and as listed. */
const resent = async ({ emulator, deliver, sent }: Hooked) => {
  await deliver();
  const { id } = onlyDelivery(emulator);
  await emulator.clock.advance('1h');
  const before = sent.length;
  await emulator.webhooks.resend(id);
  await emulator.clock.advance('2m');
  const numbers = sent.slice(before).map(({ request }) => Number(request.headers['Service-Delivery-Attempt']));
  const listed = emulator.webhooks.deliveries().filter(({ resend }) => resend);
  return [...numbers, ...listed.flatMap(({ attempts }) => attempts.map(({ number }) => number))];
};

const objectAfterRetention = async ({ emulator, deliver, sent }: Hooked) => {
  await deliver();
  const { id, event } = onlyDelivery(emulator);
  await emulator.clock.advance('8d');
  const { state } = await emulator.webhooks.resend(id);
  const object = sent.length > 1 ? JSON.parse(sent.at(-1)?.request.body ?? '').data.object : null;
  return [state, object?.id === event.job && object.status, object?.deleted];
};

const whileDisabled = async (world: Hooked) => {
  const { emulator, register, sent } = world;
  const { id } = register();
  emulator.webhooks.disable(id);
  await endJob(emulator);
  const listed = statesOf(world);
  emulator.webhooks.enable(id);
  await emulator.webhooks.settled();
  return [listed, sent.length, statesOf(world)];
};

const registeredUrl = async ({ emulator }: Hooked) => {
  try {
    return emulator.webhooks.register({ url: 'http://127.0.0.1:1/' }).url;
  } catch (error) {
    return String(error);
  }
};

const resultFields = async ({ emulator, deliver, sent }: Hooked) => {
  await deliver();
  await endJob(emulator, { operation: 'skin.analyze' });
  const outputs = sent.map(({ request }) => JSON.parse(request.body).data.object.output);
  return outputs.map(({ image, visualizations }) => Object.keys(image ?? visualizations[0]));
};

/** What is sent for some jobs, and how many attempts their deliveries have. */
const delivered =
  (jobs: number) =>
  async ({ emulator, register, sent }: Hooked) => {
    register();
    for (let job = 0; job < jobs; job += 1) await endJob(emulator);
    await emulator.clock.advance('1h');
    const deliveries = emulator.webhooks.deliveries();
    return [sent.length, deliveries.map(({ state, attempts }) => `${state} ${attempts.length}`)];
  };

const pinged = async ({ emulator, register, received }: Hooked) => {
  const states = [(await emulator.webhooks.ping(register().id)).state];
  const { id } = emulator.webhooks.register({ url: 'https://two.test/', events: ['job.failed', 'test.ping'] });
  states.push((await emulator.webhooks.ping(id)).state);
  return [states, received()];
};

const failedPing = async ({ emulator, register }: Hooked) => {
  const { id } = register();
  await emulator.webhooks.ping(id);
  return emulator.webhooks.read(id).failing?.count;
};

const pingOfDisabled = async ({ emulator, register }: Hooked) => {
  const { id } = register();
  emulator.webhooks.disable(id);
  return emulator.webhooks.ping(id).then(({ state }) => state, String);
};

/** Who receives an event that is retried after another endpoint was registered. */
const laterReceivers = async ({ emulator, register, deliver, received }: Hooked) => {
  await deliver();
  register('two');
  await emulator.clock.advance('2m');
  return received();
};

const unsubscribed = async ({ emulator, register, received }: Hooked) => {
  const { id } = register();
  await endJob(emulator);
  emulator.webhooks.update(id, { events: ['job.failed'] });
  await emulator.clock.advance('2m');
  return received().length;
};

const enabledAfterSubmission = async ({ emulator, client, register, received }: Hooked) => {
  const { id } = register();
  emulator.webhooks.disable(id);
  await client.submitOn('makeup.apply');
  emulator.webhooks.enable(id);
  await emulator.clock.advance('1m');
  return received().length;
};

/** When the second attempt is due, in seconds, if the first took ten. */
const secondsToRetry = async ({ emulator }: Hooked) => {
  const chosen = emulator.readings.read().find(({ name }) => name === 'retry_wait_from');
  const { state, make, caller, submit } = smallWorld({
    config: { readings: { retry_wait_from: chosen?.choice as 'end' } },
  });
  make('register_endpoint', { owner: caller.owner, url: 'https://a.test/', events: ['job.cancelled'], secret: null });
  make('cancel', { caller, job: submit().job.id });
  const effect = [...state.effects.values()].find(({ kind }) => kind === 'deliver');
  const outcome = { status: null, failure: 'timeout', took: 10_000, answer: '' } as const;
  make('attempted', { effect: effect?.serial ?? -1, outcome, endedAt: state.now + 10_000 });
  const [delivery] = state.deliveries.values();
  return ((state.timers.get(delivery?.timer ?? -1)?.due ?? 0) - state.now) / 1_000;
};

const moreHeaders = async ({ deliver, sent }: Hooked) => {
  await deliver();
  return Object.keys(sent[0]?.request.headers ?? {}).slice(6);
};

const ROWS: readonly ChoiceRow<Hooked>[] = [
  [
    'webhook_urls',
    registeredUrl,
    'http://127.0.0.1:1/',
    { strict: expect.stringContaining('must be HTTPS on port 443') },
  ],
  [
    'event_results',
    resultFields,
    [RESULT_FIELDS, RESULT_FIELDS],
    {
      href_and_expiry: [
        ['href', 'expires_at'],
        ['href', 'expires_at'],
      ],
    },
  ],
  [
    'event_receivers',
    answered([500, 200], laterReceivers),
    ['one job.succeeded', 'one job.succeeded'],
    { at_delivery: ['one job.succeeded', 'one job.succeeded', 'two job.succeeded'] },
  ],
  ['event_receivers', answered([500, 200], unsubscribed), 2, { at_delivery: 1 }],
  ['event_receivers', enabledAfterSubmission, 1, { at_submission: 0 }],
  ['first_attempt_delay', attemptTimes, [0], { '5s': [5] }],
  ['duplicate_deliveries', answered([500, 200], delivered(1)), [2, ['delivered 2']], { each: [3, ['delivered 3']] }],
  [
    'duplicate_deliveries',
    delivered(4),
    [4, ['delivered 1', 'delivered 1', 'delivered 1', 'delivered 1']],
    { every_third: [5, ['delivered 1', 'delivered 1', 'delivered 2', 'delivered 1']] },
  ],
  [
    'retry_jitter',
    answered([500], attemptTimes),
    [0, 56, 309, 2_040, 5_557, 14_510, 38_074, 78_196],
    {
      '[0,0]': NOMINAL,
      '[0.19,0.19]': NOMINAL.map((time) => Math.round(time * 1.19)).slice(0, 7),
      '[-0.2,-0.2]': NOMINAL.map((time) => Math.round(time * 0.8)),
    },
  ],
  ['retry_wait_from', secondsToRetry, 65.858, { begin: 55.858 }],
  [
    'ping_subscription',
    pinged,
    [
      ['delivered', 'delivered'],
      ['one test.ping', 'two test.ping'],
    ],
    { when_subscribed: [['cancelled', 'delivered'], ['two test.ping']] },
  ],
  ['failed_ping_counts', answered([500], failedPing), 1, { not_counted: undefined }],
  [
    'events_while_disabled',
    whileDisabled,
    [[], 0, []],
    { listed_as_cancelled: [['cancelled'], 0, ['cancelled']], sent_when_enabled: [['pending'], 1, ['delivered']] },
  ],
  ['disabled_by_hand', pingOfDisabled, expect.stringContaining('is disabled; enable it first'), { send: 'delivered' }],
  ['disabling_moment', answered([500], disabledWhen), [true, true], { at_the_day: [true, false] }],
  [
    'retention_body',
    objectAfterRetention,
    ['delivered', undefined, true],
    { last_job: ['delivered', 'succeeded', undefined], nothing_sent: ['cancelled', false, undefined] },
  ],
  ['resend_attempts', answered([500, 200], resent), [1, 1], { go_on: [3, 3] }],
  ['resend_retries', answered([200, 500, 200], resent), [1, 2, 1, 2], { never: [1, 1] }],
  ['delivery_headers', moreHeaders, [], { some: ['Service-Delivery-Id', 'Traceparent'] }],
];

describeChoices('webhooks', ROWS, {
  open: openHooked,
  about: /^(?!signature_|acknowledgement|delivery_clock)(?!.*secret)/,
});
