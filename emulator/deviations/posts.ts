import type { Rules } from '../domain/rulebook.ts';
import { signatureHeader } from '../domain/signature.ts';
import type { JobEventType } from '../domain/webhook.ts';
import type { DeliveryFacts, DeliveryRequest } from '../world/edges.ts';
import type { AnyJson, Overrides, Tools } from './deviation.ts';

type DeliveryContext = DeliveryFacts & Tools;

/** Adds events before the final event of a job, for each endpoint that receives any events. */
export function eventsBefore(types: readonly JobEventType[], was: Rules): Pick<Rules, 'eventsOfEnd' | 'receives'> {
  return {
    eventsOfEnd: (status) => [...types, ...was.eventsOfEnd(status)],
    receives: (endpoint, owner, type) =>
      was.receives(endpoint, owner, types.some((one) => one === type) ? (endpoint.events[0] ?? type) : type),
  };
}

/** Changes the event, and signs the changed body. */
export function event(change: (event: AnyJson, facts: DeliveryContext) => unknown): Pick<Overrides, 'delivery'> {
  return {
    delivery: (request, facts) => {
      const was = JSON.parse(request.body);
      const made = change(was, facts);
      const after = JSON.stringify(made === undefined ? was : made);
      return after === request.body ? request : signed({ ...request, body: after }, facts);
    },
  };
}

export function headers(
  change: (headers: Record<string, string>, facts: DeliveryContext) => void,
): Pick<Overrides, 'delivery'> {
  return {
    delivery: (request, facts) => {
      const copy = { ...request.headers };
      change(copy, facts);
      return { ...request, headers: copy };
    },
  };
}

export function signature(
  change: (value: string, facts: DeliveryContext, body: string) => string,
): Pick<Overrides, 'delivery'> {
  return {
    delivery: (request, facts) => {
      const value = change(request.headers['Service-Signature'] ?? '', facts, request.body);
      return { ...request, headers: { ...request.headers, 'Service-Signature': value } };
    },
  };
}

function signed(request: DeliveryRequest, { secrets, unixSeconds }: DeliveryContext): DeliveryRequest {
  const value = signatureHeader(secrets, unixSeconds, request.body);
  return { ...request, headers: { ...request.headers, 'Service-Signature': value } };
}
