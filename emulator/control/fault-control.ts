import * as z from 'zod';
import { durationSchema } from '../domain/readings.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { FAULT_ERRORS, type Fault, type FaultEffect } from '../domain/test-control/fault.ts';
import { isSpent } from '../domain/test-control/trigger.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { type Place, placeOf } from '../domain/values/place.ts';
import { ENVIRONMENTS } from '../domain/vocabulary.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import { keyIdOf } from './plan-control.ts';
import { routeProblem } from './schemas/exchange-filter.ts';
import { givenBack } from './schemas/given-back.ts';
import { prependField, triggerFields, triggerOf } from './schemas/trigger-input.ts';

const errorFields = {
  error: z.enum(FAULT_ERRORS).default('service_unavailable').describe('the refusal, in the words of the service'),
  retry_after: z.int().min(0).nullable().default(1).describe('Retry-After in seconds; null leaves it out'),
};
const crumb = z.int().min(1).default(1).describe('bytes a piece');
/** Waits are real time, not the world's: a minute is long for a test. */
const realTime = durationSchema.refine((milliseconds) => milliseconds <= 60_000, 'must be at most 1m of real time');

const effectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('error'), ...errorFields }).describe('refused before anything is done'),
  z
    .strictObject({ kind: z.literal('commit_then_error'), ...errorFields })
    .describe('done, then answered with an error'),
  z
    .strictObject({ kind: z.literal('commit_then_drop') })
    .describe('done, then the connection closes without an answer'),
  z.strictObject({ kind: z.literal('reset') }).describe('the connection is reset before anything is done'),
  z
    .strictObject({ kind: z.literal('delay'), by: realTime.describe('how long, in real time') })
    .describe('waits before anything is done'),
  z
    .strictObject({ kind: z.literal('truncate'), bytes: z.int().min(0).default(1).describe('bytes that still come') })
    .describe('the body breaks off'),
  z
    .strictObject({
      kind: z.literal('dribble'),
      bytes: crumb,
      every: realTime.prefault('10ms').describe('time between pieces, in real time'),
    })
    .describe('the body drips'),
]);

/** A fault in the requests that it matches. */
export const faultSchema = z.strictObject({
  match: z
    .strictObject({
      route: z.string().nullable().default(null).describe('as POST /v1/jobs/:id/cancel'),
      method: z.enum(['GET', 'POST', 'DELETE']).nullable().default(null).describe('the method of the request'),
      key: z.string().nullable().default(null).describe('the key of the request: its secret or its id'),
      environment: z.enum(ENVIRONMENTS).nullable().default(null).describe('the environment of the key'),
    })
    .prefault({})
    .describe('which requests are meant; what is null is not looked at'),
  ...triggerFields,
  effect: effectSchema.describe('what happens to them'),
});

export const addedFaultSchema = faultSchema.extend(prependField);

export type FaultInput = z.input<typeof addedFaultSchema>;
export type FaultReport = Pick<Fault, 'id' | 'effect'> & {
  place: Place;
  matched: number;
  hits: number;
  spent: boolean;
  fault: Pick<Fault, 'match' | 'trigger'> & { effect: object };
};

export type FaultControl = {
  /** Adds a fault for future requests that match: by default for the next one. What a report shows as `fault` is taken too. */
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
