import { atMostWords, type CliCommand, EXIT, type Flags, textFlag, UsageError } from '../../shared/command.ts';
import { readYamlFile } from '../adapters/config-file.ts';
import { version } from '../adapters/version.ts';
import { controlOpenApi } from '../control/openapi.ts';
import { type ConfigInput, configSchema, parseConfig } from '../control/schemas/config-input.ts';
import { describeService } from '../host/describe-service.ts';
import { print } from './print.ts';
import { DEFAULT_URL } from './remote.ts';

export const openapiCommand: CliCommand = {
  flags: {
    config: { about: 'emulator.yaml: its readings decide what the specification leaves open', value: 'FILE' },
    control: { about: 'print that of the control API, /_emulator/v1, instead' },
  },
  notes: 'A running emulator serves both: /_emulator/openapi.json and /_emulator/v1/openapi.json.',
  run: async (flags, words) => {
    atMostWords(words, 0);
    print(JSON.stringify(await documentFor(flags), null, 2));
    return EXIT.fine;
  },
};

async function documentFor(flags: Flags): Promise<object> {
  const file = textFlag(flags, 'config');
  if (flags['control'] === true) {
    if (file !== undefined) throw new UsageError('--config decides nothing of the control API: leave it out');
    return controlOpenApi(version());
  }
  const config: ConfigInput = file === undefined ? {} : await readYamlFile(file, configSchema);
  return describeService(parseConfig(config), DEFAULT_URL);
}
