import * as z from 'zod';
import { accountOf, environmentOf, ownerOf } from '../domain/account.ts';
import { BadInput, parseInput } from '../domain/bad-input.ts';
import { ControlRefusal } from '../domain/control-refusal.ts';
import { durationSchema } from '../domain/readings.ts';
import { DAY, toIso } from '../domain/time.ts';
import { type Attempt, type Delivery, type Endpoint, urlProblem } from '../domain/webhook.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import { endpointFields, environmentField } from './endpoint-input.ts';
import { openReceiver, type ReceiverOptions, type WebhookReceiver } from './receiver.ts';

const LONGEST_PREVIOUS = 7 * DAY;

export const endpointSchema = z.strictObject({
  account: z.string().optional().describe('the first account where none is named'),
  environment: environmentField,
  ...endpointFields,
});

export const endpointChangeSchema = z
  .strictObject({ url: endpointFields.url, events: endpointFields.events.unwrap() })
  .partial();

export const rotationSchema = z.strictObject({
  keep_previous_for: durationSchema
    .refine((value) => value <= LONGEST_PREVIOUS, 'must be at most 7d')
    .prefault('24h')
    .describe('how long the previous secret stays valid, up to 7d'),
  secret: endpointFields.secret,
});

export type EndpointInput = z.input<typeof endpointSchema>;
export type EndpointChangeInput = z.input<typeof endpointChangeSchema>;
export type RotationInput = z.input<typeof rotationSchema>;

export type EndpointReport = {
  id: string;
  account: string;
  environment: 'live' | 'test';
  url: string;
  events: string[];
  enabled: boolean;
  /** Failed attempts in a row, and since when. */
  failing: { count: number; since: string } | null;
  previous_secret_until: string | null;
  created_at: string;
};
/** A secret is shown here alone. */
export type EndpointWithSecret = EndpointReport & { secret: string };

export type DeliveryReport = {
  id: string;
  endpoint: string;
  event: { id: string; type: string; created: string; job: string | null };
  state: Delivery['state'];
  resend: boolean;
  attempts: (Omit<Attempt, 'at'> & { at: string })[];
  next_attempt_at: string | null;
};

export type WebhookControl = {
  register(endpoint: EndpointInput): EndpointWithSecret;
  list(): EndpointReport[];
  read(id: string): EndpointReport;
  update(id: string, change: EndpointChangeInput): EndpointReport;
  remove(id: string): void;
  /** Resets the count of failures; cancelled deliveries stay cancelled. */
  enable(id: string): EndpointReport;
  disable(id: string): EndpointReport;
  rotate(id: string, rotation?: RotationInput): EndpointWithSecret;
  /** Sends a test event, once; resolves when it has gone out. */
  ping(id: string): Promise<DeliveryReport>;
  /** Every delivery of an endpoint, oldest first; of all of them where none is named. */
  deliveries(endpoint?: string): DeliveryReport[];
  /** Sends an event again under the same id; resolves when the first attempt has gone out. */
  resend(delivery: string): Promise<DeliveryReport>;
  /** A receiver in the emulator: it is registered, verifies signatures, and answers as its script says. */
  receiver(options?: ReceiverOptions): Promise<WebhookReceiver>;
  /** Resolves when every delivery that is due by now has been answered. */
  settled(): Promise<void>;
};

export function controlWebhooks(host: WorldHost): WebhookControl {
  const { world } = host;
  const clockOf = () => world.settings.readings.signature_clock;
  const find = (id: string): Endpoint => {
    const endpoint = world.state.endpoints.get(id);
    if (endpoint === undefined) throw new ControlRefusal(404, `there is no endpoint ${id} in the world ${host.name}`);
    return endpoint;
  };
  const requireEnabled = (id: string) => {
    const { enabled, owner } = find(id);
    // Reading 56: a disabled endpoint gets nothing; spec 6: nor does an account whose webhooks are off.
    if (!enabled) throw new ControlRefusal(409, `the endpoint ${id} is disabled; enable it first`);
    const account = accountOf(owner);
    if (world.state.accounts.get(account)?.webhooks !== true)
      throw new ControlRefusal(409, `webhooks are off for the account ${account}`);
  };
  const sent = async (delivery: Delivery) => {
    await host.settled();
    return deliveryReport(host, world.state.deliveries.get(delivery.id) ?? delivery);
  };
  const control: WebhookControl = {
    register: (input) => {
      const { account, environment, url, events, secret = null } = parseInput('The endpoint', endpointSchema, input);
      requireUrl(host, url);
      const name = account ?? [...world.state.accounts.keys()][0] ?? '';
      if (!world.state.accounts.has(name))
        throw new ControlRefusal(404, `there is no account ${name} in the world ${host.name}`);
      return withSecret(host.execute('register_endpoint', { owner: ownerOf(name, environment), url, events, secret }));
    },
    list: () => [...world.state.endpoints.values()].map(endpointReport),
    read: (id) => endpointReport(find(id)),
    update: (id, input) => {
      find(id);
      const { url, events } = parseInput('The endpoint', endpointChangeSchema, input);
      if (url !== undefined) requireUrl(host, url);
      const change = { ...(url !== undefined && { url }), ...(events !== undefined && { events }) };
      return endpointReport(host.execute('update_endpoint', { id, change }));
    },
    remove: (id) => {
      host.execute('remove_endpoint', { id: find(id).id });
    },
    enable: (id) => endpointReport(host.execute('enable_endpoint', { id: find(id).id, enabled: true })),
    disable: (id) => endpointReport(host.execute('enable_endpoint', { id: find(id).id, enabled: false })),
    rotate: (id, input = {}) => {
      const { keep_previous_for: keepFor, secret = null } = parseInput('The rotation', rotationSchema, input);
      return withSecret(host.execute('rotate_secret', { id: find(id).id, keepFor, secret }));
    },
    ping: async (id) => {
      requireEnabled(id);
      return sent(host.execute('ping_endpoint', { id }));
    },
    deliveries: (endpoint) => {
      if (endpoint !== undefined) find(endpoint);
      const all = [...world.state.deliveries.values()];
      return all
        .filter((row) => endpoint === undefined || row.endpoint === endpoint)
        .map((row) => deliveryReport(host, row));
    },
    resend: async (id) => {
      const delivery = world.state.deliveries.get(id);
      if (delivery === undefined) throw new ControlRefusal(404, `there is no delivery ${id} in the world ${host.name}`);
      requireEnabled(delivery.endpoint);
      return sent(host.execute('resend_delivery', { id }));
    },
    receiver: async (options) => {
      const receiver = await openReceiver(control, () => toIso(host.now()), clockOf, options);
      host.onClose(() => receiver.close());
      return receiver;
    },
    settled: () => host.settled(),
  };
  return control;
}

function requireUrl({ world }: WorldHost, url: string): void {
  const problem = urlProblem(url, world.settings.readings.webhook_urls);
  if (problem !== null) throw new BadInput('The endpoint', [{ path: 'url', problem }]);
}

function endpointReport({ id, owner, url, events, enabled, failing, previous, createdAt }: Endpoint): EndpointReport {
  return {
    id,
    account: accountOf(owner),
    environment: environmentOf(owner),
    url,
    events: [...events],
    enabled,
    failing: failing === null ? null : { count: failing.count, since: toIso(failing.since) },
    previous_secret_until: previous === null ? null : toIso(previous.until),
    created_at: toIso(createdAt),
  };
}

function withSecret(endpoint: Endpoint): EndpointWithSecret {
  return { ...endpointReport(endpoint), secret: endpoint.secret };
}

export function deliveryReport({ world }: WorldHost, delivery: Delivery): DeliveryReport {
  const { id, endpoint, state, isResend, attempts, timer } = delivery;
  const event = world.state.events.get(delivery.event);
  if (event === undefined) throw new Error(`${id} has no event`);
  const due = timer === null ? undefined : world.state.timers.get(timer)?.due;
  return {
    id,
    endpoint,
    event: { id: event.id, type: event.type, created: toIso(event.createdAt), job: event.job },
    state,
    resend: isResend,
    attempts: attempts.map((attempt) => ({ ...attempt, at: toIso(attempt.at) })),
    next_attempt_at: due === undefined ? null : toIso(due),
  };
}
