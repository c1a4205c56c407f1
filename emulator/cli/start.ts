import { readYamlFile } from '../adapters/config-file.ts';
import { type ConfigInput, configSchema } from '../config.ts';
import { createEmulator, type Emulator } from '../create.ts';
import { CLOCK_MODES } from '../runtime/clock.ts';
import { type CliCommand, type Flags, portFlag, textFlag, UsageError, wordFlag } from './command.ts';

const DEFAULT_PORT = 4010;
const DEFAULT_HOST = '127.0.0.1';

export const startCommand: CliCommand = {
  summary: 'run the emulator until it is interrupted',
  help: `tryon-emulator start: run the emulator until it is interrupted (Ctrl-C).

  --port N        port to listen on; 0 takes a free one (default ${DEFAULT_PORT})
  --host ADDRESS  address to listen on (default ${DEFAULT_HOST})
  --config FILE   emulator.yaml: accounts, keys, credits, readings, stages
  --seed TEXT     decides every id, score and picture
  --clock MODE    running (default): follows the machine's clock
                  frozen: stands still
                  auto: polling an unfinished job moves it, so nothing has to wait`,
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    config: { type: 'string' },
    seed: { type: 'string' },
    clock: { type: 'string' },
  },
  run: start,
};

async function start(flags: Flags): Promise<number> {
  const emulator = await openEmulator(await configOf(flags), flags);
  console.log(banner(emulator));
  await interrupted();
  await emulator.close();
  return 0;
}

async function configOf(flags: Flags): Promise<ConfigInput> {
  const file = textFlag(flags, 'config');
  const config: ConfigInput = file === undefined ? {} : await readYamlFile(file, configSchema);
  const clock = wordFlag(flags, 'clock', CLOCK_MODES) ?? config.clock ?? 'running';
  const seed = textFlag(flags, 'seed');
  return { ...config, clock, ...(seed !== undefined && { seed }) };
}

async function openEmulator(config: ConfigInput, flags: Flags): Promise<Emulator> {
  const port = portFlag(flags, 'port', DEFAULT_PORT);
  const host = textFlag(flags, 'host') ?? DEFAULT_HOST;
  try {
    return await createEmulator({ ...config, host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new UsageError(`port ${port} is taken: choose another with --port, or 0 for any`);
    if (code === 'EACCES')
      throw new UsageError(`port ${port} may not be used by you: choose one above 1023 with --port`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new UsageError(`--host ${host} is no address of this machine`);
    throw error;
  }
}

function banner({ url, keys, clock }: Emulator): string {
  const lines = [
    `tryon-emulator is listening on ${url}`,
    `  live key  ${keys.live ?? 'none'}`,
    `  test key  ${keys.test ?? 'none'}`,
    `  clock     ${clock.now()}`,
    '',
    `  curl -H 'X-API-Key: ${keys.test ?? keys.live ?? 'KEY'}' ${url}/v1/usage`,
    '',
    'Ctrl-C stops it.',
  ];
  return lines.join('\n');
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
