import { atMostWords, type CliCommand, EXIT, UsageError } from '../../shared/command.ts';
import { readYamlFile } from '../adapters/config-file.ts';
import { configSchema } from '../control/schemas/config-input.ts';
import { createEmulator } from '../create.ts';
import { BadInput } from '../domain/values/bad-input.ts';
import { print } from './print.ts';
import { say } from './remote.ts';

export const validateCommand: CliCommand = {
  forms: { FILE: '' },
  flags: { json: { about: 'print the worlds or the problems as JSON' } },
  examples: {
    'Check a file': 'tryon-emulator validate emulator.yaml',
    'Print problems as JSON': 'tryon-emulator validate emulator.yaml --json',
  },
  run: async (flags, [file, ...words]) => {
    if (file === undefined) throw new UsageError('validate needs a file: tryon-emulator validate emulator.yaml');
    atMostWords(words, 0);
    try {
      const worlds = await worldsOf(file);
      return say(flags, { file, worlds }, () => `${file} is valid; worlds: ${worlds.join(', ')}`);
    } catch (error) {
      if (flags['json'] !== true || !(error instanceof BadInput)) throw error;
      print(JSON.stringify({ file, problems: error.problems }));
      return EXIT.badInput;
    }
  },
};

async function worldsOf(file: string): Promise<string[]> {
  const config = await readYamlFile(file, configSchema);
  const emulator = await createEmulator({ ...config, listen: false });
  const worlds = emulator.worlds.list().map(({ name }) => name);
  await emulator.close();
  return worlds;
}
