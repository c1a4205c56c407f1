import { isMap } from '../../../shared/is-map.ts';
import { toIso } from '../../domain/values/time.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names of fields in reports, and their names in the input of plans and faults. */
const GIVEN_AS: ReadonlyMap<string, string> = new Map([
  ['holdAt', 'hold_at'],
  ['idempotencyKey', 'idempotency_key'],
  ['inputDigest', 'input_digest'],
  ['retryAfterSeconds', 'retry_after'],
]);

/** A plan or fault of a report, converted to the form of the input; a value that already has that form is unchanged. */
export function givenBack(input: unknown): unknown {
  if (!isMap(input)) return input;
  const { trigger, match, effect, ...rest } = renamed(input);
  return {
    ...(isMap(trigger) ? fromTrigger(trigger) : trigger !== undefined && { trigger }),
    ...(match !== undefined && { match: isMap(match) ? renamed(match) : match }),
    ...(effect !== undefined && { effect: isMap(effect) ? fromEffect(effect) : effect }),
    ...rest,
  };
}

function fromTrigger({ nth, every, between, ...rest }: Fields): Fields {
  const instants = Array.isArray(between) ? between.map((at) => (typeof at === 'number' ? toIso(at) : at)) : between;
  const said = Object.entries({ nth, every, between: instants }).filter(([, value]) => (value ?? null) !== null);
  return { ...Object.fromEntries(said), ...rest };
}

/** Reports show both waits in milliseconds. */
function fromEffect(effect: Fields): Fields {
  const { milliseconds, ...rest } = renamed(effect);
  if (milliseconds === undefined) return rest;
  return { [rest['kind'] === 'dribble' ? 'every' : 'by']: milliseconds, ...rest };
}

function renamed(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [GIVEN_AS.get(name) ?? name, value]));
}
