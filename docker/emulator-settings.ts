import { parse } from 'yaml';
import { version } from '../emulator/adapters/version.ts';
import type { ConfigInput } from '../emulator/control/schemas/config-input.ts';
import type { ClockMode } from '../emulator/runtime/clock.ts';
import { textOfNamed } from '../shared/named-file.ts';

/** What a test wants of the emulator in its container. */
export type EmulatorSettings = {
  seed?: string;
  clock?: ClockMode;
  deviations: string[];
  /** What an emulator.yaml says, or the path of one on this machine. */
  config?: ConfigInput | string;
  /** More flags of `tryon-emulator start`. */
  flags: readonly string[];
};

/** The image of this version of the package, unless TRYON_EMULATOR_IMAGE names another. */
export function defaultImage(env: NodeJS.ProcessEnv = process.env): string {
  return env['TRYON_EMULATOR_IMAGE'] || `tryon-kit/emulator:${version()}`;
}

/** The text of the configuration; null if there is none. */
export async function configText({ config }: EmulatorSettings): Promise<string | null> {
  if (config === undefined) return null;
  if (typeof config !== 'string') return JSON.stringify(config, null, 2);
  try {
    return textOfNamed(config);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`withConfig: ${config}: ${code === 'ENOENT' ? 'there is no such file' : message}`);
  }
}

/** Polling moves the clock unless something else is said: as it is with `createEmulator`, no one has to wait in a test. */
export function startFlags({ seed, clock, deviations, flags }: EmulatorSettings, config: string | null): string[] {
  const mode = clock ?? (saysClock(config) ? undefined : 'auto');
  return [
    ...(mode === undefined ? [] : ['--clock', mode]),
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...(deviations.length === 0 ? [] : ['--deviate', deviations.join(',')]),
    ...flags,
  ];
}

function saysClock(config: string | null): boolean {
  try {
    return parse(config ?? '')?.clock !== undefined;
  } catch {
    // The emulator says what is wrong with it, and where.
    return true;
  }
}
