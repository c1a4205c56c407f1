import { urlProblem } from '../domain/webhook.ts';
import type { WorldHost } from '../runtime/world-host.ts';

/** What is wrong with the address of an endpoint of a world; null where nothing is. */
export function addressProblem({ world, ports }: WorldHost, url: string): string | null {
  return urlProblem(url, world.settings.readings.webhook_urls) ?? ports.sender.problemOf?.(url) ?? null;
}
