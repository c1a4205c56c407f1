import { isMap } from '../../shared/is-map.ts';
import { failing } from './demand.ts';
import type { Sight } from './sight.ts';
import type { CreateTopic } from './topic.ts';

/** The usage as it was read, and whether a job was deleted since. */
type Reading = { sum: number; passed: number; hasDeletion: boolean; position: number };

/** Usage may lag behind. Milliseconds of the target's time after which what was accepted or cancelled is counted. */
const LAG = 120_000;
/** Old days may fall out of what is shown. */
const SAME_DAY = 3_600_000;

/** Spec 4.3: deleting a job changes nothing of the usage that was recorded. The shape is open, so its numbers are added up. */
export const createUsage: CreateTopic = (_, { tenant }) => {
  const readings = new Map<string, Reading>();
  /** When something last changed what is to be counted, by owner. */
  const changed = new Map<string, number>();
  return {
    demands: ({ route, owner, view, passed, isJudged }) => {
      const before = owner === null ? undefined : readings.get(owner);
      if (tenant === null || !isJudged || route !== 'usage' || before === undefined || view.status !== 200) return [];
      if (!before.hasDeletion || passed - before.passed > SAME_DAY) return [];
      const sum = sumOf(view.body);
      if (sum >= before.sum) return [];
      return [failing('USAGE-DELETE-KEEPS', '', `counts of ${before.sum} in all, as before a job was deleted`, sum)];
    },
    keep: (sight) => {
      if (sight.owner === null || sight.view.request.method === 'GET') return keepReading(sight, readings, changed);
      if (sight.route === 'job-delete') {
        const reading = readings.get(sight.owner);
        if (reading !== undefined) reading.hasDeletion = true;
        return;
      }
      if (sight.route === 'upload' || sight.route === 'asset-delete') return;
      changed.set(sight.owner, sight.passed);
      readings.delete(sight.owner);
    },
  };
};

function keepReading(
  { route, owner, view, passed, position, isConcurrent }: Sight,
  readings: Map<string, Reading>,
  changed: ReadonlyMap<string, number>,
): void {
  if (route !== 'usage' || owner === null || view.status !== 200 || view.request.url.includes('?')) return;
  const isSettled = passed - (changed.get(owner) ?? Number.NEGATIVE_INFINITY) >= LAG;
  if (!isConcurrent && isSettled && !readings.has(owner))
    readings.set(owner, { sum: sumOf(view.body), passed, position, hasDeletion: false });
}

/** Of all numbers, wherever they stand. */
function sumOf(value: unknown): number {
  if (typeof value === 'number') return value;
  const inner = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : [];
  return inner.reduce<number>((sum, one) => sum + sumOf(one), 0);
}
