import { fileURLToPath } from 'node:url';
import { answerBench } from './child.mjs';

/** The command line itself, which prints its address, with or without lines: `off`, `text` or `json`. */
const config = fileURLToPath(new URL('logged.yaml', import.meta.url));
answerBench();
process.argv = [...process.argv.slice(0, 2), 'start', '--port', '0', '--config', config, '--log', process.argv[2]];
await import('../../../dist/cli.js');
