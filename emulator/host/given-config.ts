import { inspect } from 'node:util';
import { isMap } from '../../shared/is-map.ts';
import { visible } from '../../shared/visible.ts';
import { type ConfigInput, configSchema } from '../control/schemas/config-input.ts';
import { noRoomIn } from '../domain/memory/no-room.ts';
import { warnOfRetired } from '../domain/retired.ts';

type Warn = (text: string) => void;

/** Warns about retired names in the configuration, and returns the function for later warnings. */
export function warnerFor(config: ConfigInput, onWarning: Warn = once(warn)): Warn {
  warnOfRetired([config, ...Object.values(config.worlds ?? {})], onWarning);
  return onWarning;
}

/** Passes each text on only once. */
function once(warnOf: Warn): Warn {
  const given = new Set<string>();
  return (text) => {
    if (!given.has(text)) warnOf(text);
    given.add(text);
  };
}

function warn(text: string): void {
  console.error(visible(`tryon-emulator: ${text}`));
}

export function reportUnexpected(error: unknown): void {
  const shortage = noRoomIn(error);
  const own = `internal error, answered with 500. Please report it: ${inspect(error)}`;
  const text = shortage === null ? own : `time stands still in a world: ${shortage.message}`;
  console.error(visible(`tryon-emulator: ${text}`));
}

/** The options, merged with the configuration file that they name, which they override. */
export async function withConfigFile<Options extends ConfigInput>({
  config: file,
  ...options
}: Options & { config?: string }): Promise<ConfigInput & Omit<Options, 'config'>> {
  if (file === undefined) return options;
  const { readYamlFile } = await import('../adapters/config-file.ts');
  const written: ConfigInput = await readYamlFile(file, configSchema);
  const { readings = {}, stages = {} } = options;
  const over = { readings: merged(written.readings, readings), stages: merged(written.stages, stages) };
  return { ...written, ...options, ...over };
}

/** Merges maps, down to single values; `above` takes precedence. */
function merged<Value>(below: unknown, above: Value): Value {
  if (!isMap(below) || !isMap(above)) return above;
  const laid = Object.entries(above).map(([name, value]) => [name, merged(below[name], value)]);
  return { ...below, ...Object.fromEntries(laid) } as Value;
}
