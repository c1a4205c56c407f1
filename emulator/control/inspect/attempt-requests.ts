import { checkSignature } from '../../domain/signature.ts';
import { ControlRefusal } from '../../domain/test-control/control-refusal.ts';
import { SECOND } from '../../domain/values/time.ts';
import type { Endpoint } from '../../domain/webhook.ts';
import type { SentRequest } from '../../runtime/sent-requests.ts';
import type { WorldHost } from '../../runtime/world-host.ts';
import type { AttemptRequest } from './shapes.ts';

type Signer = AttemptRequest['signatures'][number]['secret'];

/** The requests of a delivery as they went out, and by which secret each signature of theirs is right. */
export function attemptRequests({ name, world, sent }: WorldHost, id: string): AttemptRequest[] {
  const delivery = world.state.deliveries.get(id);
  if (delivery === undefined) throw new ControlRefusal(404, `there is no delivery ${id} in the world ${name}`);
  const endpoint = world.state.endpoints.get(delivery.endpoint);
  return sent.of(id).map((request) => requestReport(request, endpoint));
}

function requestReport({ url, headers, body }: SentRequest, endpoint: Endpoint | undefined): AttemptRequest {
  const header = headers['Service-Signature'] ?? '';
  const seconds = /(?:^|,)t=(\d+)/.exec(header)?.[1] ?? '';
  const values = [...header.matchAll(/(?:^|,)v1=([0-9A-Fa-f]+)/g)].map(([, value = '']) => value);
  const signatures = values.map((value) => ({ value, secret: secretOf(value, seconds, body, endpoint) }));
  return { url, headers, body, base_string: `${seconds}.${body}`, signatures };
}

/** The present secret comes first, as it is the one that a receiver should hold. */
function secretOf(value: string, seconds: string, body: string, endpoint: Endpoint | undefined): Signer {
  if (endpoint === undefined) return null;
  const isBy = (secret: string) =>
    checkSignature({
      body,
      header: `t=${seconds},v1=${value.toLowerCase()}`,
      secret,
      now: new Date(Number(seconds) * SECOND),
      toleranceSeconds: 1,
    }).ok;
  if (isBy(endpoint.secret)) return 'present';
  const previous = [...(endpoint.previous === null ? [] : [endpoint.previous]), ...endpoint.older];
  return previous.some(({ secret }) => isBy(secret)) ? 'previous' : null;
}
