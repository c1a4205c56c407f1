import { BadInput } from '../domain/values/bad-input.ts';
import { urlProblem } from '../domain/webhook.ts';
import type { WorldHost } from '../runtime/world-host.ts';

/** An endpoint as it is named: by its id, by the result of its registration or of a report, or by the receiver that it has. */
export type EndpointRef = string | { readonly id: string } | { readonly endpoint: string };

export function endpointIdOf(endpoint: EndpointRef): string {
  if (typeof endpoint === 'string') return endpoint;
  if (typeof endpoint !== 'object' || endpoint === null)
    throw new BadInput('The endpoint', [{ path: 'id', problem: 'must be an endpoint, its id or a receiver' }]);
  return 'endpoint' in endpoint ? endpoint.endpoint : endpoint.id;
}

/** What is wrong with the address of an endpoint of a world; null if nothing is. */
export function addressProblem({ world, ports }: WorldHost, url: string): string | null {
  return urlProblem(url, world.settings.readings.webhook_urls) ?? ports.sender.problemOf?.(url) ?? null;
}
