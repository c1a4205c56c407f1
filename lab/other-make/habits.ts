import type { Habit } from './options.ts';
import type { World } from './world.ts';

export function hasHabit({ options }: Pick<World, 'options'>, name: Habit): boolean {
  return options.habits?.includes(name) ?? false;
}

const CODES: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'KEY_MISSING',
  'Content-Type': 'TYPE_UNKNOWN',
  body: 'NO_JSON',
  inputs: 'ONE_INPUT',
};

/** The code of a refusal for which the specification defines none, by the invalid field. */
export function codeFor(world: World, field: string | null, usual: string): string {
  return (hasHabit(world, 'codes_by_field') && CODES[field ?? '']) || usual;
}

/** Additional members in the objects of the service. */
export function membersBy(world: World, habit: Habit): Record<string, unknown> {
  return hasHabit(world, habit) ? (MEMBERS[habit] ?? {}) : {};
}

const MEMBERS: Partial<Record<Habit, Record<string, unknown>>> = {
  error_links: { doc_url: 'https://other-make.example/errors', kind: 'refusal' },
  event_members: { sequence: 1, source: { region: 'north' } },
  job_progress: { progress: { done: false, steps: [] } },
  list_total: { object: 'list', total: null },
};
