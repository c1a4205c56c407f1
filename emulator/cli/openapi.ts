import { atMostWords, type CliCommand, EXIT, type Flags, textFlag, UsageError } from '../../shared/command.ts';
import { readYamlFile } from '../adapters/config-file.ts';
import { version } from '../adapters/version.ts';
import { controlOpenApi } from '../control/openapi.ts';
import { type ConfigInput, configSchema } from '../control/schemas/config-input.ts';
import { parseConfig } from '../control/schemas/read-config.ts';
import { describeService } from '../host/describe-service.ts';
import { print } from './print.ts';
import { DEFAULT_URL } from './remote.ts';

export const openapiCommand: CliCommand = {
  flags: {
    config: { about: 'describe a service with the readings of this emulator.yaml', value: 'FILE' },
    control: { about: 'print the document of the control API instead' },
  },
  notes: 'A running emulator serves both: /_emulator/openapi.json and /_emulator/v1/openapi.json.',
  examples: {
    'Save the document of the service': 'tryon-emulator openapi > openapi.json',
    'The control API': 'tryon-emulator openapi --control',
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    print(JSON.stringify(await documentFor(flags), null, 2));
    return EXIT.fine;
  },
};

async function documentFor(flags: Flags): Promise<object> {
  const file = textFlag(flags, 'config');
  if (flags['control'] === true) {
    if (file !== undefined) throw new UsageError('--config has no effect on the control API: remove it');
    return controlOpenApi(version());
  }
  const config: ConfigInput = file === undefined ? {} : await readYamlFile(file, configSchema);
  return describeService(parseConfig(config), DEFAULT_URL);
}
