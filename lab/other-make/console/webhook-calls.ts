import { refuse } from '../answer.ts';
import { addEndpoint, deliveriesOf, disable, enable, rotate } from '../endpoints.ts';
import { bringBack, ping, resend } from '../webhooks.ts';
import type { Delivery, Endpoint } from '../world.ts';
import { type ConsoleCall, type ConsoleRoute, type Fields, found, lengthOf } from './console-call.ts';

export const WEBHOOK_CALLS: readonly ConsoleRoute[] = [
  { driver: 'webhooks', name: 'register', method: 'POST', path: /^\/endpoints$/, members: ['events'], act: register },
  {
    ...ofEndpoint('rotate', 'POST', '/rotate'),
    members: ['keep_previous_for'],
    act: (call) => {
      const endpoint = endpointIn(call);
      rotate(call.world, endpoint, lengthOf(call.body['keep_previous_for'] ?? 0));
      return { id: endpoint.id, secret: endpoint.secret };
    },
  },
  {
    ...ofEndpoint('ping', 'POST', '/ping'),
    act: async (call) => {
      await ping(call.world, enabled(endpointIn(call)));
      return {};
    },
  },
  {
    ...ofEndpoint('disable', 'POST', '/disable'),
    act: (call) => {
      disable(call.world, endpointIn(call));
      return {};
    },
  },
  {
    ...ofEndpoint('enable', 'POST', '/enable'),
    act: (call) => {
      const endpoint = endpointIn(call);
      enable(call.world, endpoint);
      if (call.world.breaks('deliveries that were cancelled come back')) bringBack(call.world, endpoint, 'cancelled');
      return {};
    },
  },
  { ...ofEndpoint('read', 'GET', ''), act: (call) => pickFrom(endpointIn(call)) },
  {
    ...ofEndpoint('deliveries', 'GET', '/deliveries'),
    act: (call) => deliveriesOf(call.world, endpointIn(call)).map(shown),
  },
  {
    ...ofEndpoint('remove', 'DELETE', ''),
    act: (call) => {
      call.world.endpoints.delete(endpointIn(call).id);
      return {};
    },
  },
  {
    driver: 'webhooks',
    name: 'resend',
    method: 'POST',
    path: /^\/deliveries\/([^/]+)\/resend$/,
    members: [],
    act: async ({ world, id }) => {
      const delivery = found(world.deliveries.get(id));
      await resend(world, enabled(found(world.endpoints.get(delivery.endpoint))), delivery);
      return {};
    },
  },
];

function ofEndpoint(name: string, method: ConsoleRoute['method'], end: string) {
  return { driver: 'webhooks' as const, name, method, path: new RegExp(`^/endpoints/([^/]+)${end}$`), members: [] };
}

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

function endpointIn({ world, id }: ConsoleCall): Endpoint {
  return found(world.endpoints.get(id));
}

/** A disabled endpoint gets nothing. */
function enabled(endpoint: Endpoint): Endpoint {
  return endpoint.enabled ? endpoint : refuse(409, 'DISABLED', 'The endpoint is disabled.');
}

function pickFrom({ id, enabled: isEnabled }: Endpoint): Fields {
  return { id, enabled: isEnabled };
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
