import { accountOf, ownerOf } from '../domain/account.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { BadInput, parseInput, refuseUndefinedAccount } from '../domain/values/bad-input.ts';
import { toIso } from '../domain/values/time.ts';
import { type Delivery, type Endpoint, usualEnvironment } from '../domain/webhook.ts';
import { settle } from '../runtime/advance.ts';
import { execute, nowIn, type WorldHost } from '../runtime/world-host.ts';
import { addressProblem, type EndpointRef, endpointIdOf } from './endpoint-ref.ts';
import {
  openReceiver,
  type ReceiverOptions,
  type ScriptedReceivers,
  scriptedReceivers,
  type WebhookReceiver,
} from './receiver.ts';
import { openReceiverServer } from './receiver-server.ts';
import { deliveryReport, endpointReport, withSecret } from './reports.ts';
import {
  type DeliveryReport,
  type EndpointChangeInput,
  type EndpointInput,
  type EndpointReport,
  type EndpointWithSecret,
  endpointChangeSchema,
  endpointSchema,
  type RotationInput,
  rotationSchema,
} from './shapes.ts';

export type WebhookControl = {
  register(endpoint: EndpointInput): EndpointWithSecret;
  list(): EndpointReport[];
  read(endpoint: EndpointRef): EndpointReport;
  update(endpoint: EndpointRef, change: EndpointChangeInput): EndpointReport;
  remove(endpoint: EndpointRef): void;
  /** Resets the count of failures; cancelled deliveries stay cancelled. */
  enable(endpoint: EndpointRef): EndpointReport;
  disable(endpoint: EndpointRef): EndpointReport;
  rotate(endpoint: EndpointRef, rotation?: RotationInput): EndpointWithSecret;
  /** Sends a test event once; resolves after it has been sent. */
  ping(endpoint: EndpointRef): Promise<DeliveryReport>;
  /** All deliveries of an endpoint, or of all endpoints, oldest first. */
  deliveries(endpoint?: EndpointRef): DeliveryReport[];
  /** Sends an event again with the same id; resolves after the first attempt. */
  resend(delivery: string): Promise<DeliveryReport>;
  /** A receiver inside the emulator: it is registered, verifies signatures, and answers as scripted. */
  receiver(options?: ReceiverOptions): Promise<WebhookReceiver>;
  /** Receivers that are known by an id, like those that are opened over HTTP. */
  readonly receivers: ScriptedReceivers;
  /** Resolves when every delivery that is due by now has been answered. */
  settled(): Promise<void>;
};

export function controlWebhooks(host: WorldHost): WebhookControl {
  const { world } = host;
  const clockOf = () => world.settings.readings.signature_clock;
  const control: WebhookControl = {
    register: (input) => withSecret(register(host, input)),
    list: () => [...world.state.endpoints.values()].map(endpointReport),
    read: (id) => endpointReport(requireEndpoint(host, id)),
    update: (named, input) => {
      const { id } = requireEndpoint(host, named);
      const { url, events } = parseInput('The endpoint', endpointChangeSchema, input);
      if (url !== undefined) requireUrl(host, url);
      const change = { ...(url !== undefined && { url }), ...(events !== undefined && { events }) };
      return endpointReport(execute(host, 'update_endpoint', { id, change }));
    },
    remove: (id) => {
      execute(host, 'remove_endpoint', { id: requireEndpoint(host, id).id });
    },
    enable: (id) => setEnabled(host, id, true),
    disable: (id) => setEnabled(host, id, false),
    rotate: (id, input = {}) => {
      const { keep_previous_for: keepFor, secret = null } = parseInput('The rotation', rotationSchema, input);
      return withSecret(execute(host, 'rotate_secret', { id: requireEndpoint(host, id).id, keepFor, secret }));
    },
    ping: async (endpoint) => {
      const id = endpointIdOf(endpoint);
      requireEnabled(host, id);
      return sent(host, execute(host, 'ping_endpoint', { id }));
    },
    deliveries: (named) => {
      const endpoint = named === undefined ? undefined : requireEndpoint(host, named).id;
      const all = [...world.state.deliveries.values()];
      return all
        .filter((row) => endpoint === undefined || row.endpoint === endpoint)
        .map((row) => deliveryReport(host, row));
    },
    resend: async (id) => {
      const delivery = world.state.deliveries.get(id);
      if (delivery === undefined) throw new ControlRefusal(404, `there is no delivery ${id} in the world ${host.name}`);
      requireEnabled(host, delivery.endpoint);
      return sent(host, execute(host, 'resend_delivery', { id }));
    },
    receiver: async (options) => {
      const { openServer: open = openReceiverServer, wall } = host.ports;
      const ground = { open, worldNow: () => toIso(nowIn(host)), machineNow: wall.now, signedBy: clockOf };
      const receiver = await openReceiver(control, ground, options);
      host.closers.push(() => receiver.close());
      return receiver;
    },
    receivers: scriptedReceivers(host.name, (options) => control.receiver(options)),
    settled: () => settle(host),
  };
  return control;
}

function register(host: WorldHost, input: EndpointInput): Endpoint {
  refuseUndefinedAccount('The endpoint', Object(input));
  const { account, environment: given, url, events, secret = null } = parseInput('The endpoint', endpointSchema, input);
  requireUrl(host, url);
  const { accounts } = host.world.state;
  const name = account ?? [...accounts.keys()][0] ?? '';
  if (!accounts.has(name)) throw new ControlRefusal(404, `there is no account ${name} in the world ${host.name}`);
  const environment = given ?? usualEnvironment(host.world.state.keys.values(), name);
  return execute(host, 'register_endpoint', { owner: ownerOf(name, environment), url, events, secret });
}

function setEnabled(host: WorldHost, id: EndpointRef, enabled: boolean): EndpointReport {
  return endpointReport(execute(host, 'enable_endpoint', { id: requireEndpoint(host, id).id, enabled }));
}

async function sent(host: WorldHost, delivery: Delivery): Promise<DeliveryReport> {
  await settle(host);
  return deliveryReport(host, host.world.state.deliveries.get(delivery.id) ?? delivery);
}

function requireEndpoint({ name, world }: WorldHost, named: EndpointRef): Endpoint {
  const id = endpointIdOf(named);
  const endpoint = world.state.endpoints.get(id);
  if (endpoint === undefined) throw new ControlRefusal(404, `there is no endpoint ${id} in the world ${name}`);
  return endpoint;
}

/** Reading 56: a disabled endpoint gets only manual deliveries, if allowed. Spec 6: none if webhooks are off. */
function requireEnabled(host: WorldHost, id: string): void {
  const endpoint = requireEndpoint(host, id);
  if (!host.world.rules.mayBeSentByHand(endpoint))
    throw new ControlRefusal(409, `the endpoint ${id} is disabled; enable it first`);
  const account = accountOf(endpoint.owner);
  if (host.world.state.accounts.get(account)?.webhooks !== true)
    throw new ControlRefusal(409, `webhooks are off for the account ${account}`);
}

function requireUrl(host: WorldHost, url: string): void {
  const problem = addressProblem(host, url);
  if (problem !== null) throw new BadInput('The endpoint', [{ path: 'url', problem }]);
}
