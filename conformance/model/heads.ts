import { ownerOf } from '../plan/owner.ts';
import { routeOf } from '../target/routes.ts';
import { mustRefuse } from './demand.ts';
import type { Sight } from './sight.ts';
import type { CreateTopic } from './topic.ts';

/** Whether a HEAD is served at all is open (reading 22); it shows no more than a GET does. */
export const createHeads: CreateTopic = (known, facts) => ({
  demands: (sight) => {
    const { key, view, isAnswered } = sight;
    if (view.request.method !== 'HEAD' || !isAnswered) return [];
    const found = routeOf('GET', view.request.url);
    if (found === null) return [];
    if (key === 'none' && isBare(sight))
      return [mustRefuse({ rule: 'AUTH-EVERY-ROUTE', because: [], why: 'no key was sent' })];
    const thing = known.jobs.get(found.id ?? '') ?? known.assets.get(found.id ?? '');
    const owner = ownerOf(key, facts);
    if (thing === undefined || owner === null || thing.owner === owner) return [];
    const why = 'it belongs to another account or environment';
    return [mustRefuse({ rule: 'ISOLATION-NOTHING', because: [thing.id], why })];
  },
});

function isBare({ view: { request } }: Sight): boolean {
  return !request.url.includes('?') && request.header['x-api-key'] === undefined;
}
