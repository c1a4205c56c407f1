import { seededDraws } from '../../../conformance/plan/seeded-draws.ts';
import { isMap } from '../../../shared/is-map.ts';
import type { Names } from '../ids/names.ts';
import type { Settings } from '../kinds.ts';
import { objectChanged } from './contents.ts';
import { instantIn } from './instants.ts';
import { printJson } from './print-json.ts';
import { walk } from './walk.ts';

type Members = Readonly<Record<string, unknown>>;

/** Prints the JSON of answers, of drivers and of events in a disguise. */
export type Bodies = { answer(body: unknown, path: string): string; event(body: Members): string };

export function createBodies(names: Names, settings: Settings, seed: string): Bodies {
  const draw = seededDraws(`${seed} order`);
  const print = (value: unknown) => printJson(value, settings, seed, draw);
  /** `isFixed`: the specification lists every member. */
  const shown = (body: unknown, isFixed: boolean) =>
    walk(body, (value, { name }) => {
      if (typeof value === 'string') return instantIn(names.shownByDriver(value), settings.times, name);
      return isMap(value) && !isFixed ? objectChanged(value, name, settings) : value;
    });
  return {
    answer: (body, path) => {
      names.begin();
      // The shape of the usage is open, so no member of it is certainly unknown.
      return print(shown(body, path.startsWith('/v1/usage')));
    },
    // Spec 6.2: the envelope, a ping and a deleted job are fixed. A job is the same as when it is read.
    event: ({ data, ...envelope }) => {
      names.begin();
      const { object, ...rest } = Object(data) as { object?: unknown };
      const isJob = isMap(object) && 'operation' in object;
      // The object first, so that the id of the event may contain that of the job.
      const inside = { ...rest, object: shown(object, !isJob) };
      return print({ ...Object(shown(envelope, true)), ...(isMap(data) && { data: inside }) });
    },
  };
}
