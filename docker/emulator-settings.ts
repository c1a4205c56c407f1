import { version } from '../emulator/adapters/version.ts';
import type { ConfigInput } from '../emulator/control/schemas/config-input.ts';
import type { ClockMode } from '../emulator/runtime/clock.ts';
import { textOfNamed } from '../shared/named-file.ts';
import { childOf } from '../shared/yaml/node.ts';
import { readYaml } from '../shared/yaml/read-yaml.ts';

export type EmulatorSettings = {
  seed?: string;
  clock?: ClockMode;
  deviations: string[];
  /** The contents of an emulator.yaml, or the path of one on this machine. */
  config?: ConfigInput | string;
  /** Additional flags of `tryon-emulator start`. */
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

/** By default, polling moves the clock, as with `createEmulator`, so that tests need not wait. */
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
  const { nodes, problems } = readYaml('', config ?? '');
  // The emulator reports the problem and its place.
  return problems.length > 0 || childOf(nodes[0], 'clock') !== undefined;
}
