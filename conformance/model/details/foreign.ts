import { isMap } from '../../../shared/is-map.ts';
import { type Demand, mustBe } from '../demand.ts';
import type { CreateDetail } from './detail.ts';
import type { Sight, World } from './world.ts';

const RULES: Readonly<Record<string, { statuses: readonly number[]; rule: string }>> = {
  cancel: { statuses: [404, 403, 409], rule: 'ISOLATION-CANCEL' },
  'job-delete': { statuses: [404, 403, 409], rule: 'ISOLATION-JOB-DELETE' },
  'asset-delete': { statuses: [404, 204, 403, 409], rule: 'ISOLATION-ASSET-DELETE' },
};

/** Spec 5: what belongs to another account or environment cannot be changed or used, and no answer of it shows more than none would. */
export const createForeign: CreateDetail = (world) => {
  /** How a read of an id that belongs to nothing was answered, by operation and owner. */
  const ofNothing = new Map<string, string>();
  const isOfNothing = ({ id, view: { status } }: Sight) => status === 404 && !world.things.has(id);
  return {
    demands: (sight) => {
      if (!sight.isJudged || sight.owner === null) return [];
      if (sight.route === 'submit') return ofInput(sight, world);
      return isForeign(sight, world) ? [...ofChange(sight), ...ofWords(sight, ofNothing)] : [];
    },
    keep: (sight) => {
      const words = wordsOf(sight);
      if (words !== null && isOfNothing(sight) && isPlainId(sight.id)) ofNothing.set(nameOf(sight), words);
    },
  };
};

function isForeign({ id, owner }: Sight, { things }: World): boolean {
  const thing = things.get(id);
  return thing !== undefined && thing.owner !== owner;
}

function ofChange({ route, id, view, key }: Sight): Demand[] {
  const found = route === null ? undefined : RULES[route];
  if (found === undefined || view.request.text !== '' || key.startsWith('no_')) return [];
  const why = 'it belongs to another account or environment';
  return [mustBe(found.statuses, { rule: found.rule, because: [id], why })];
}

function ofInput({ view, owner }: Sight, { things }: World): Demand[] {
  const { body } = view.request;
  const [input] = isMap(body) && Array.isArray(body['inputs']) ? body['inputs'] : [];
  const asset = isMap(input) ? things.get(String(input['asset_id'])) : undefined;
  if (asset === undefined || asset.owner === owner) return [];
  const why = 'its input belongs to another account or environment';
  return [mustBe([404, 400, 401, 402, 403, 409], { rule: 'ISOLATION-SUBMIT', because: [asset.id], why })];
}

/** Spec 5.6: the answer of a read is the one to an id that never was, but for what names the request. */
function ofWords(sight: Sight, ofNothing: ReadonlyMap<string, string>): Demand[] {
  const expected = ofNothing.get(nameOf(sight));
  if (expected === undefined || !['job', 'asset'].includes(sight.route ?? '')) return [];
  return [
    {
      rule: 'ISOLATION-SAME-ANSWER',
      because: [sight.id],
      check: () => {
        const seen = wordsOf(sight);
        return seen === expected || seen === null
          ? null
          : { pointer: '/body', expected: `${expected}, as of an id that never was`, seen };
      },
    },
  ];
}

function isPlainId(id: string): boolean {
  return /^(?:asset|job)_\w+$/.test(id);
}

function nameOf({ route, owner, key }: Sight): string {
  return `${route} ${owner} ${key}`;
}

/** The body without what differs from one request to the next. */
function wordsOf({ view, id }: Sight): string | null {
  if (!isMap(view.body) || !isMap(view.body['error'])) return null;
  const { request_id: _, ...rest } = view.body['error'];
  return JSON.stringify({ ...view.body, error: rest }).replaceAll(id, '<id>');
}
