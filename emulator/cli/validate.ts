import { atMostWords, type CliCommand, UsageError } from '../../shared/command.ts';
import { readYamlFile } from '../adapters/config-file.ts';
import { configSchema } from '../config.ts';
import { createEmulator } from '../create.ts';
import { say } from './remote.ts';

export const validateCommand: CliCommand = {
  help: `tryon-emulator validate FILE: check a configuration, down to the keys and images that it names.

  --json   print the result as JSON`,
  options: { json: { type: 'boolean' } },
  run: async (flags, [file, ...words]) => {
    if (file === undefined) throw new UsageError('validate needs a file: tryon-emulator validate emulator.yaml');
    atMostWords(words, 0);
    const config = await readYamlFile(file, configSchema);
    const emulator = await createEmulator({ ...config, listen: false });
    const worlds = emulator.worlds.list().map(({ name }) => name);
    await emulator.close();
    return say(flags, { file, worlds }, () => `${file} is valid; worlds: ${worlds.join(', ')}`);
  },
};
