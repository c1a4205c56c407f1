import type * as z from 'zod';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import type { Fault, FaultEffect } from '../domain/test-control/fault.ts';
import { isSpent } from '../domain/test-control/trigger.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { placeOf } from '../domain/values/place.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import { keyIdOf } from './plan-control.ts';
import { routeProblem } from './schemas/exchange-filter.ts';
import {
  addedFaultSchema,
  type effectSchema,
  type FaultInput,
  type FaultReport,
  type faultSchema,
} from './schemas/fault.ts';
import { givenBack } from './schemas/given-back.ts';
import { triggerOf } from './schemas/trigger-input.ts';

export type FaultControl = {
  /** Adds a fault for future matching requests: by default for the next one. Also accepts the `fault` of a report. */
  add(fault: FaultInput | FaultReport['fault']): string;
  /** All faults, in the order in which they are tried. */
  list(): FaultReport[];
  remove(id: string): void;
  clear(): void;
};

export function controlFaults(host: WorldHost): FaultControl {
  return {
    add: (input) => {
      const { prepend, ...given } = parseInput('The fault', addedFaultSchema, givenBack(input));
      const fault = faultOf(given, host);
      return execute(host, 'add_fault', { fault: { ...fault, place: placeOf(fault.trigger, prepend) } }).id;
    },
    list: () =>
      host.world.state.faults.map(({ id, effect, place, count, trigger, match }) => ({
        id,
        effect,
        place,
        matched: count.matched,
        hits: count.hits,
        spent: isSpent(trigger, count),
        fault: { match, trigger, effect },
      })),
    remove: (id) => {
      if (!host.world.state.faults.some((fault) => fault.id === id))
        throw new ControlRefusal(404, `there is no fault ${id}`);
      execute(host, 'remove_faults', { id });
    },
    clear: () => {
      execute(host, 'remove_faults', { id: null });
    },
  };
}

export function faultOf(input: z.output<typeof faultSchema>, host: WorldHost): Omit<Fault, 'id' | 'place' | 'count'> {
  const { match } = input;
  const problem = match.route === null ? null : routeProblem(match.route);
  if (problem !== null) throw new BadInput('The fault', [{ path: 'match.route', problem }]);
  return {
    match: { ...match, key: match.key === null ? null : keyIdOf(host, match.key, 'The fault') },
    trigger: triggerOf(input, 1),
    effect: effectOf(input.effect),
  };
}

function effectOf(effect: z.output<typeof effectSchema>): FaultEffect {
  switch (effect.kind) {
    case 'error':
    case 'commit_then_error':
      return { kind: effect.kind, error: effect.error, retryAfterSeconds: effect.retry_after };
    case 'delay':
      return { kind: 'delay', milliseconds: effect.by };
    case 'dribble':
      return { kind: 'dribble', bytes: effect.bytes, milliseconds: effect.every };
    default:
      return effect;
  }
}
