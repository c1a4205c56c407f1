import { choiceAt, withChoices } from '../../shared/questions/places.ts';
import type { ConfigInput } from '../control/schemas/config-input.ts';
import { parseConfig } from '../control/schemas/read-config.ts';
import type { WorldConfig } from '../control/schemas/world-input.ts';
import type { Variation } from '../domain/test-control/variation.ts';
import { BadInput } from '../domain/values/bad-input.ts';

export type Varied = { variation: Variation; isOver: boolean };

/** The settings that are added to every world, including worlds with their own plans and faults. */
export type Always = Pick<WorldConfig, 'plans' | 'faults' | 'deviate'>;

export const NOTHING_ALWAYS: Always = { plans: [], faults: [], deviate: [] };

/** A configuration with a variation. The suite's own settings are kept; in a conflict nothing changes. */
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

/** The settings that a variation adds to every world, in the form of a configuration. */
export type Script = { deviate: string[]; plans: Record<string, unknown>[]; faults: Record<string, unknown>[] };

export function scriptOf({ variation: { deviate, plans, faults } }: Varied): Script {
  const copies = (all: readonly object[]) => all.map((one) => ({ ...one }));
  return { deviate: [...deviate], plans: copies(plans), faults: copies(faults) };
}

export function alwaysOf(varied: Varied | null): Always {
  return varied === null ? NOTHING_ALWAYS : alwaysIn(scriptOf(varied));
}

export function alwaysIn(script: Script): Always {
  const { deviate, plans, faults } = parseConfig({ ...script } as ConfigInput);
  return { deviate, plans, faults };
}
