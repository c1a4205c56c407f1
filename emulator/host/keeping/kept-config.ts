import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { type Places, withChoices } from '../../../shared/questions/places.ts';
import { questionOf, retiredIn } from '../../../shared/questions/retired.ts';
import { type WorldConfig, worldSchema } from '../../control/schemas/world-input.ts';
import { unusualChoices } from '../../domain/choices.ts';
import { parseInput } from '../../domain/values/bad-input.ts';
import { type Instant, toIso } from '../../domain/values/time.ts';
import type { World } from '../../world/world.ts';
import { emptyWorld } from '../build-world.ts';

type WorldInput = z.input<typeof worldSchema>;

/** The stored settings of a world outside of its state; for questions, only the choices that are not the default. */
export type KeptConfig = Pick<WorldConfig, 'seed' | 'unreadable' | 'emulator_now' | 'journal_limit'> & {
  clock: WorldInput['clock'];
  choices: Record<string, unknown>;
  answers?: WorldInput['answers'];
};

export function keptConfig(config: WorldConfig): KeptConfig {
  const { seed, clock, unreadable, emulator_now, journal_limit, answers } = config;
  const choices = Object.fromEntries(unusualChoices(config).map(({ question, choice }) => [question.name, choice]));
  const kept = { seed, clock: writtenClock(clock), unreadable, emulator_now, journal_limit, choices };
  return answers.length === 0 ? kept : { ...kept, answers };
}

/** The form for writing: an instant as text. */
function writtenClock(clock: WorldConfig['clock'] | WorldInput['clock']): WorldInput['clock'] {
  if (typeof clock !== 'object' || typeof clock.start !== 'number') return clock as WorldInput['clock'];
  return { ...clock, start: toIso(clock.start) };
}

/** A stored world before anything has happened in it. */
export function keptWorld(config: object, begin: Instant): World {
  return emptyWorld(configFrom(config).config, begin);
}

/** The parts that are read before the whole is validated. */
const keptSchema = z.looseObject({ choices: z.record(z.string(), z.unknown()), clock: z.unknown() });

/** The stored configuration, and its choices that no longer exist. Throws `BadInput` if it is none. */
export function configFrom(kept: object): { config: WorldConfig; dropped: string[] } {
  const { choices, clock, ...others } = parseInput(SETTINGS, keptSchema, kept) as unknown as KeptConfig;
  const rest = { ...others, clock: writtenClock(clock) };
  const parsed = (chosen: Record<string, unknown>) =>
    worldSchema.safeParse(withChoices<Places & typeof rest>(rest, chosen));
  const names = Object.keys(choices);
  const retired = retiredIn(choices).map(questionOf);
  const whole = parsed(choices);
  if (whole.success) return { config: whole.data, dropped: retired };
  const dropped = names.filter((name) => retired.includes(name) || !parsed({ [name]: choices[name] }).success);
  const left = Object.fromEntries(Object.entries(choices).filter(([name]) => !dropped.includes(name)));
  return { config: parseInput(SETTINGS, worldSchema, withChoices<Places & typeof rest>(rest, left)), dropped };
}

const SETTINGS = 'What the world goes by';

export function areSameConfigs(one: object, other: object): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}
