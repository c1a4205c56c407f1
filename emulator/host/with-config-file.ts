import { isMap } from '../../shared/is-map.ts';
import { type ConfigInput, configSchema } from '../control/schemas/config-input.ts';

/** Options with the configuration that they name below them. */
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

/** Maps with what stands over them, down to single values. */
function merged<Value>(below: unknown, above: Value): Value {
  if (!isMap(below) || !isMap(above)) return above;
  const laid = Object.entries(above).map(([name, value]) => [name, merged(below[name], value)]);
  return { ...below, ...Object.fromEntries(laid) } as Value;
}
