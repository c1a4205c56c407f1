import { invalidFields } from '../domain/errors.ts';
import type { RouteFacts } from '../domain/routes.ts';
import type { ApiRequest } from './request.ts';

/** Where a reading says so, an id without its prefix is refused before anybody looks for it. */
export function requireIdForm({ host, id }: ApiRequest, { path }: RouteFacts): void {
  if (host.world.settings.readings.malformed_id !== 400 || id === '') return;
  const kind = path.startsWith('/v1/jobs') ? 'job' : 'asset';
  if (id.startsWith(`${kind}_`)) return;
  const because = { rule: 'REQUEST-400', section: '4', compared: { id } };
  throw invalidFields([{ path: `${kind}_id`, problem: `must begin with ${kind}_` }], because, { code: 'malformed_id' });
}
