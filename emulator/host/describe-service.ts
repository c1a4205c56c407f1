import { serviceOpenApi } from '../http/openapi/document.ts';
import type { Settings } from '../world/world.ts';
import { loadDeviator } from './load-deviator.ts';

/** The OpenAPI document of the service with these settings, for a reader at this address. */
export async function describeService(
  settings: Pick<Settings, 'readings' | 'stages'>,
  server: string,
): Promise<object> {
  const { documentOf } = await loadDeviator();
  return serviceOpenApi({ readings: settings.readings, server, edits: documentOf(settings) });
}
