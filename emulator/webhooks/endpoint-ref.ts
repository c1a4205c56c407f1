import { BadInput } from '../domain/values/bad-input.ts';
import { urlProblem } from '../domain/webhook.ts';
import type { WorldHost } from '../runtime/world-host.ts';

/** An endpoint, named by its id, by its registration or report, or by its receiver. */
export type EndpointRef = string | { readonly id: string } | { readonly endpoint: string };

export function endpointIdOf(endpoint: EndpointRef): string {
  if (typeof endpoint === 'string') return endpoint;
  if (typeof endpoint !== 'object' || endpoint === null)
    throw new BadInput('The endpoint', [{ path: 'id', problem: 'must be an endpoint, its id or a receiver' }]);
  return 'endpoint' in endpoint ? endpoint.endpoint : endpoint.id;
}

/** The problem of the URL of an endpoint in a world; null if there is none. */
export function addressProblem({ world, ports }: WorldHost, url: string): string | null {
  return urlProblem(url, world.settings.readings.webhook_urls) ?? ports.sender.problemOf?.(url) ?? null;
}
