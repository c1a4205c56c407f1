import { signatureHeader } from '../domain/signature.ts';
import type { DeliveryFacts, DeliveryRequest } from '../world/edges.ts';
import type { Seams, Tools } from './deviation.ts';
import type { Loose } from './edits.ts';

/** The words in which a deviation changes a webhook before it goes out. */

type Posting = DeliveryFacts & Tools;

/** Changes the event; it is signed as it goes out. */
export function event(change: (event: Loose, facts: Posting) => unknown): Pick<Seams, 'delivery'> {
  return {
    delivery: (request, facts) => {
      const was = JSON.parse(request.body);
      const made = change(was, facts);
      const after = JSON.stringify(made === undefined ? was : made);
      return after === request.body ? request : signed({ ...request, body: after }, facts);
    },
  };
}

export function headers(change: (headers: Record<string, string>, facts: Posting) => void): Pick<Seams, 'delivery'> {
  return {
    delivery: (request, facts) => {
      const copy = { ...request.headers };
      change(copy, facts);
      return { ...request, headers: copy };
    },
  };
}

/** Changes the signature alone. */
export function signature(change: (value: string, facts: Posting, body: string) => string): Pick<Seams, 'delivery'> {
  return {
    delivery: (request, facts) => {
      const value = change(request.headers['Service-Signature'] ?? '', facts, request.body);
      return { ...request, headers: { ...request.headers, 'Service-Signature': value } };
    },
  };
}

function signed(request: DeliveryRequest, { secrets, unixSeconds }: Posting): DeliveryRequest {
  const value = signatureHeader(secrets, unixSeconds, request.body);
  return { ...request, headers: { ...request.headers, 'Service-Signature': value } };
}
