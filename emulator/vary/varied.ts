import { choiceAt, withChoices } from '../../shared/questions/places.ts';
import { type ConfigInput, parseConfig } from '../config.ts';
import type { WorldConfig } from '../control/schemas/world-input.ts';
import type { Variation } from '../domain/test-control/variation.ts';
import { BadInput } from '../domain/values/bad-input.ts';

/** A variation, and whether it stands over what a configuration says of the same. */
export type Varied = { variation: Variation; isOver: boolean };

/** What every world has, also one that says its own plans and faults. */
export type Always = Pick<WorldConfig, 'plans' | 'faults' | 'deviate'>;

export const NOTHING_ALWAYS: Always = { plans: [], faults: [], deviate: [] };

/** A configuration with a variation. What a suite says itself stays, and so does all of it where the two make no sense together. */
export function variedInput(input: ConfigInput, varied: Varied | null): ConfigInput {
  if (varied === null) return input;
  const { variation, isOver } = varied;
  const wanted = Object.entries(variation.readings).filter(([name]) => isOver || choiceAt(input, name) === undefined);
  const { deviate = [], plans = [], faults = [] } = input;
  const scripted = {
    ...input,
    deviate: [...deviate, ...variation.deviate],
    plans: [...plans, ...variation.plans],
    faults: [...faults, ...variation.faults],
  } as ConfigInput;
  const whole = withChoices(scripted, Object.fromEntries(wanted));
  return isOver || isWellFormed(whole) ? whole : scripted;
}

function isWellFormed(input: ConfigInput): boolean {
  try {
    parseConfig(input);
    return true;
  } catch (error) {
    if (error instanceof BadInput) return false;
    throw error;
  }
}

export function alwaysOf(varied: Varied | null): Always {
  if (varied === null) return NOTHING_ALWAYS;
  const { deviate, plans, faults } = varied.variation;
  const config = parseConfig({ deviate: [...deviate], plans, faults });
  return { deviate: config.deviate, plans: config.plans, faults: config.faults };
}
