import * as z from 'zod';
import { atMostWords, type CliCommand, EXIT } from '../../shared/command.ts';
import { configSchema } from '../control/schemas/config-input.ts';
import { print } from './print.ts';

export const schemaCommand: CliCommand = {
  flags: {},
  examples: {
    'Print the schema': 'tryon-emulator schema',
    'Save it for your editor': 'tryon-emulator schema > emulator.schema.json',
  },
  run: async (_flags, words) => {
    atMostWords(words, 0);
    print(JSON.stringify(z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }), null, 2));
    return EXIT.fine;
  },
};
