import { version } from '../adapters/version.ts';
import { controlOpenApi } from '../control/openapi.ts';
import { atMostWords, type CliCommand, EXIT } from './command.ts';

export const openapiCommand: CliCommand = {
  help: 'tryon-emulator openapi: print the OpenAPI 3.1 document of the control API.',
  options: {},
  run: async (_flags, words) => {
    atMostWords(words, 0);
    console.log(JSON.stringify(controlOpenApi(version()), null, 2));
    return EXIT.fine;
  },
};
