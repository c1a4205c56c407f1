import { isMap } from '../../../shared/is-map.ts';
import { type Demand, mustBe, mustRefuseWith } from '../demand.ts';
import type { CreateDetail } from './detail.ts';
import type { Sight, World } from './world.ts';

type Refusal = { code: string; rule: string };

/** What is answered to an id that belongs to nothing. */
const OF_ROUTES: Readonly<Record<string, Refusal>> = {
  job: { code: 'JOB_NOT_FOUND', rule: 'JOB-404' },
  asset: { code: 'ASSET_NOT_FOUND', rule: 'ASSET-404' },
  cancel: { code: 'JOB_NOT_FOUND', rule: 'CANCEL-404' },
  'job-delete': { code: 'JOB_NOT_FOUND', rule: 'JOB-DELETE-404' },
};

/** Ids that no answer has shown, and that a client made up: they name nothing. */
export const createNothing: CreateDetail = (world) => {
  const shown = new Set<string>();
  return {
    demands: (sight) => (sight.isAnswered && sight.owner !== null ? ofNothing(sight, world, shown) : []),
    keep: ({ view }) => {
      for (const [id] of (view.text ?? '').matchAll(/\b(?:asset|job)_[\w.-]+/g)) shown.add(id);
    },
  };
};

function ofNothing({ route, id, view, key }: Sight, { served }: World, shown: ReadonlySet<string>): Demand[] {
  if (route === 'submit') return ofInput(view.request.body, view.status, shown);
  // Only an id of the usual form is certain to be looked up.
  if (route === null || view.request.text !== '' || shown.has(id)) return [];
  const why = 'nothing has this id';
  if (['cancel', 'job-delete'].includes(route) && (!served.has(route) || key.startsWith('no_'))) return [];
  if (route === 'asset-delete' && served.has(route))
    return [mustBe([204, 404], { rule: 'ASSET-DELETE-404', because: [], why })];
  const refusal = OF_ROUTES[route];
  if (refusal === undefined || view.request.url.includes('?')) return [];
  if (!/^(?:asset|job)_\w+$/.test(id)) return [mustBe([400, 404, 414, 431], { rule: refusal.rule, because: [], why })];
  return mustRefuseWith(404, refusal.code, { rule: refusal.rule, because: [], why });
}

function ofInput(body: unknown, status: number | null, shown: ReadonlySet<string>): Demand[] {
  const inputs = isMap(body) && Array.isArray(body['inputs']) ? body['inputs'] : [];
  const [input, ...more] = inputs;
  if (!isMap(input) || more.length > 0 || input['role'] !== 'source') return [];
  const { asset_id: id } = input;
  if (typeof id !== 'string' || shown.has(id) || !/^asset_\w+$/.test(id)) return [];
  // Whatever else is wrong may be found first.
  if ([400, 401, 402, 403, 409].includes(status ?? 0)) return [];
  return mustRefuseWith(404, 'ASSET_NOT_FOUND', {
    rule: 'SUBMIT-INPUT-404',
    because: [],
    why: 'no asset has the id of its input',
  });
}
