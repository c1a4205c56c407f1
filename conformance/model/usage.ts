import { isMap } from '../../shared/is-map.ts';
import { failing } from './demand.ts';
import { type Known, timeAt } from './known.ts';
import type { Sight } from './sight.ts';
import type { CreateTopic } from './topic.ts';

/** The usage as it was read, on which day, and whether a job was deleted since. */
type Reading = { sum: number; day: string | null; hasDeletion: boolean };

/**
 * Spec 4.3: deleting a job changes nothing of the usage that was recorded. The shape is open, so its numbers are added up: they
 * may rise late, by what was accepted before, and fall with another day, or where cancelled jobs are taken out.
 */
export const createUsage: CreateTopic = (known, { tenant }) => {
  const readings = new Map<string, Reading>();
  let hasCancel = false;
  return {
    demands: (sight) => {
      const { route, owner, view, isJudged } = sight;
      const before = owner === null ? undefined : readings.get(owner);
      if (tenant === null || hasCancel || !isJudged || route !== 'usage' || view.status !== 200) return [];
      if (before === undefined || !before.hasDeletion || before.day === null) return [];
      const sum = sumOf(view.body);
      if (sum >= before.sum || dayOf(sight, known) !== before.day) return [];
      return [failing('USAGE-DELETE-KEEPS', '', `counts of ${before.sum} in all, as before a job was deleted`, sum)];
    },
    keep: (sight) => {
      const { route, owner, view, isConcurrent } = sight;
      if (route === 'cancel' && (view.status ?? 500) < 300) hasCancel = true;
      if (route === 'job-delete') for (const reading of readings.values()) reading.hasDeletion = true;
      if (route !== 'usage' || owner === null || view.status !== 200 || isConcurrent) return;
      const before = readings.get(owner);
      const day = dayOf(sight, known);
      if (before === undefined || before.day !== day || !before.hasDeletion)
        readings.set(owner, { sum: sumOf(view.body), day, hasDeletion: false });
    },
  };
};

/** Null where it may be another one. */
function dayOf(sight: Sight, known: Known): string | null {
  const time = timeAt(known, sight);
  if (time === null) return null;
  const [from, to] = [time.from, time.to].map((at) => new Date(at).toISOString().slice(0, 10));
  return from !== undefined && from === to ? from : null;
}

/** Of all numbers, wherever they stand. */
function sumOf(value: unknown): number {
  if (typeof value === 'number') return value;
  const inner = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : [];
  return inner.reduce<number>((sum, one) => sum + sumOf(one), 0);
}
