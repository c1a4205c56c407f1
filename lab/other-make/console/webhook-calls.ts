import { refuse } from '../answer.ts';
import { addEndpoint, deliveriesOf, disable, enable, rotate } from '../endpoints.ts';
import { ping, resend, revive } from '../webhooks.ts';
import type { Delivery, Endpoint } from '../world.ts';
import { type ConsoleCall, type ConsoleRoute, type Fields, found, lengthOf, route } from './console-call.ts';

export const WEBHOOK_CALLS: readonly ConsoleRoute[] = [
  route('webhooks.register', 'POST /endpoints', register, ['events']),
  route('webhooks.rotate', 'POST /endpoints/{id}/rotate', rotateSecret, ['keep_previous_for']),
  route('webhooks.ping', 'POST /endpoints/{id}/ping', (call) => ping(call.world, enabled(endpointIn(call)))),
  route('webhooks.disable', 'POST /endpoints/{id}/disable', (call) => disable(call.world, endpointIn(call))),
  route('webhooks.enable', 'POST /endpoints/{id}/enable', (call) => {
    enable(call.world, endpointIn(call));
    revive(call.world, endpointIn(call));
  }),
  route('webhooks.read', 'GET /endpoints/{id}', readEndpoint),
  route('webhooks.deliveries', 'GET /endpoints/{id}/deliveries', (call) =>
    deliveriesOf(call.world, endpointIn(call)).map(shown),
  ),
  route('webhooks.remove', 'DELETE /endpoints/{id}', (call) => {
    call.world.endpoints.delete(endpointIn(call).id);
  }),
  route('webhooks.resend', 'POST /deliveries/{id}/resend', ({ world, id }) => {
    const delivery = found(world.deliveries.get(id));
    return resend(world, enabled(found(world.endpoints.get(delivery.endpoint))), delivery);
  }),
];

function register({ world, secret, body }: ConsoleCall): Fields {
  const { account: id, environment, url, events, secret: wanted } = body;
  const account = id === undefined ? world.keys.get(secret)?.account : world.accounts.get(String(id));
  const endpoint = addEndpoint(world, {
    account: found(account),
    environment: environment === 'test' ? 'test' : 'live',
    url: String(url),
    events: Array.isArray(events) ? events : null,
    ...(typeof wanted === 'string' && { secret: wanted }),
  });
  return { id: endpoint.id, secret: endpoint.secret };
}

function rotateSecret(call: ConsoleCall): Fields {
  const endpoint = endpointIn(call);
  rotate(call.world, endpoint, lengthOf(call.body['keep_previous_for'] ?? 0));
  return { id: endpoint.id, secret: endpoint.secret };
}

function readEndpoint(call: ConsoleCall): Fields {
  const { id, enabled: isEnabled } = endpointIn(call);
  return { id, enabled: isEnabled };
}

function endpointIn({ world, id }: ConsoleCall): Endpoint {
  return found(world.endpoints.get(id));
}

/** Nothing is sent to a disabled endpoint. */
function enabled(endpoint: Endpoint): Endpoint {
  return endpoint.enabled ? endpoint : refuse(409, 'DISABLED', 'The endpoint is disabled.');
}

function shown({ id, event, state, attempts, next }: Delivery): Fields {
  return {
    id,
    event: { id: event.id, type: event.type },
    state,
    attempts: attempts.map(({ at, status }) => ({ at: new Date(at).toISOString(), status })),
    next_attempt_at: next === null ? null : new Date(next).toISOString(),
  };
}
