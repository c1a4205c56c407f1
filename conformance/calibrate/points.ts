import type { Observation } from '../judge/evidence.ts';
import type { InstanceReport } from '../report/report.ts';

/** What was seen of a gap at one place: what a server showed, in which exchange, under one name of what was looked at. */
export type Point = { at: string; gap: string; instance: string; step: string; path: string; value: string };

/**
 * Every value that was observed, by the place where it was. The same place of another server has the same name. What had
 * no answer, since a connection broke, shows nothing.
 */
export function pointsOf(observations: readonly Observation[]): Map<string, Point> {
  const answered = observations.filter(({ seen }) => seen['status'] !== null);
  const points = answered.flatMap(({ gap, instance, step, seen }) =>
    Object.entries(seen).map(([path, value]): Point => {
      const base = instance.replace(/#\d+$/, '');
      const at = [gap, base, step, path].join(' | ');
      return { at, gap, instance: base, step, path, value: settled(value) };
    }),
  );
  return new Map(points.map((point) => [point.at, point]));
}

/** As JSON, without what differs from one run to the next: ids, instants, marks of contents, the order of words. */
function settled(value: unknown): string {
  const text = JSON.stringify(isWords(value) ? value.toSorted() : value) ?? 'null';
  return text
    .replace(/\b((?:job|ast|asset|res|result|evt|event|req|whk|we|del)_)[A-Za-z0-9]{6,}/g, '$1…')
    .replace(/\b((?:job|asset|result|event)_)(?=[^"/?#\\,\s]*\d)[^"/?#\\,\s]{4,}/g, '$1…')
    .replace(/^"(W\/)?\\"[^"\\]*\\""$/, (_, weak: string | undefined) => JSON.stringify(`${weak ?? ''}"…"`))
    .replace(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, '…')
    .slice(0, LONGEST);
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** A longer value is compared by its beginning. */
const LONGEST = 300;

/** Why nothing was seen of a gap: the first reason of the scenarios that look for it. */
export function whyUnseen(
  instances: readonly Pick<InstanceReport, 'scenario' | 'outcome' | 'reason' | 'detail'>[],
  scenarios: readonly string[],
): string {
  const own = instances.filter(({ scenario }) => scenarios.includes(scenario));
  const told = own.find(({ reason }) => reason !== null);
  if (told === undefined) return 'nothing in the run came to it';
  return told.detail === null ? `${told.reason}` : `${told.reason}: ${told.detail}`;
}
