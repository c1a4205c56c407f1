import { statSync } from 'node:fs';
import {
  type CliCommand,
  type Flags,
  oneOfWords,
  portFlag,
  textFlag,
  textsFlag,
  UsageError,
  wordFlag,
} from '../../shared/command.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { withChoices } from '../../shared/questions/places.ts';
import { readChoice } from '../../shared/questions/question.ts';
import { parseSize } from '../../shared/size.ts';
import { readYamlFile } from '../adapters/config-file.ts';
import { type ConfigInput, configSchema } from '../config.ts';
import { createHeard, type Emulator, type Hearers } from '../create.ts';
import { type Amounts, MEMORY_KINDS, type MemoryKind } from '../domain/memory/memory.ts';
import { CLOCK_MODES, type ClockMode } from '../runtime/clock.ts';

/** The flags of every command that starts an emulator. */
export const EMULATOR_OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  config: { type: 'string' },
  seed: { type: 'string' },
  clock: { type: 'string' },
  deviate: { type: 'string' },
  reading: { type: 'string', multiple: true },
  token: { type: 'string' },
  files: { type: 'string' },
  'data-dir': { type: 'string' },
  'accept-loss': { type: 'boolean' },
  record: { type: 'string' },
  redact: { type: 'boolean' },
  'allow-host': { type: 'string', multiple: true },
  memory: { type: 'string', multiple: true },
  'no-control': { type: 'boolean' },
} as const satisfies CliCommand['options'];

export const EMULATOR_HELP = `  --host ADDRESS  address to listen on (default: loopback, v4 and v6)
  --config FILE   emulator.yaml: accounts, keys, credits, readings, stages, plans, faults
  --seed TEXT     decides every id, score and picture
  --clock MODE    running: follows the machine's clock
                  frozen: stands still
                  auto: polling an unfinished job moves it, so nothing has to wait
  --deviate IDS   deviations and lawful variants to switch on, with commas between (tryon-emulator deviations)
  --reading NAME=CHOICE
                  what to do where the specification is silent (docs/reference/readings.md); several times for several
  --token TEXT    what control calls must carry; made and printed where --host is not loopback. Others on this machine
                  see it in the list of processes: TRYON_TOKEN hides it
  --data-dir DIR  the folder in which all is kept: worlds, pictures, keys. An emulator that is started on it again, also
                  after a crash, goes on where it was, with the settings that its worlds were made with (or TRYON_DATA_DIR)
  --accept-loss   with --data-dir: start with what can be read of a damaged directory; what is left out is printed, and the
                  damaged files are moved to set-aside/ in it
  --record FILE   all that comes and is answered goes into this file: tryon-emulator replay runs it again. Keys are in it
  --redact        with --record: keys, secrets and pictures are replaced in the file
  --files DIR     the folder whose pictures control calls may name by their path (assets[].file)
  --allow-host NAME
                  a name under which pages in browsers may control it, such as that of a machine of the team; several times
                  for several, or TRYON_ALLOW_HOST with commas between. Those of loopback and --host always may
  --memory NAME=N how much it may hold, of all worlds together, such as picture_bytes=256MB; several times for several:
                  ${MEMORY_KINDS.join(', ')}
  --no-control    serve /v1 alone, without /_emulator`;

export async function openEmulator(
  flags: Flags,
  usual: { port: number; clock: ClockMode },
  hearers: Hearers = {},
): Promise<Emulator> {
  const port = portFlag(flags, 'port', usual.port);
  const host = textFlag(flags, 'host');
  const token = textFlag(flags, 'token');
  if (token === '') throw new UsageError('--token must not be empty');
  if (host === '') throw new UsageError('--host must not be empty: leave it out for loopback, or name an address');
  const files = textFlag(flags, 'files');
  const data = dataOf(flags);
  const record = recordIn(flags);
  const config = await configOf(flags, usual.clock);
  const control = flags['no-control'] !== true;
  try {
    const options = {
      ...config,
      port,
      control,
      ...(host !== undefined && { host }),
      ...(token !== undefined && { token }),
      allowHosts: allowedHosts(flags),
      ...(files !== undefined && { files: folderAt(files) }),
      ...data,
      ...record,
    };
    return await createHeard(options, hearers);
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

function dataOf(flags: Flags): { dataDir?: string; acceptLoss?: boolean } {
  const [dataDir, acceptLoss] = [dataDirOf(flags), flags['accept-loss'] === true];
  if (acceptLoss && dataDir === undefined) throw new UsageError('--accept-loss needs --data-dir DIR');
  return dataDir === undefined ? {} : { dataDir, acceptLoss };
}

/** An empty variable is none, and false is said by us where nothing is to be kept. */
function dataDirOf(flags: Flags): string | undefined {
  if (flags['data-dir'] === '') throw new UsageError('--data-dir must not be empty: name a folder, or leave it out');
  if (flags['data-dir'] === false) return undefined;
  return textFlag(flags, 'data-dir') ?? (process.env['TRYON_DATA_DIR'] || undefined);
}

function recordIn(flags: Flags): { record?: string; redact?: boolean } {
  const record = textFlag(flags, 'record');
  const redact = flags['redact'] === true;
  if (record === '') throw new UsageError('--record must not be empty: name a file, or leave it out');
  if (record === undefined && redact) throw new UsageError('--redact goes with --record FILE');
  return record === undefined ? {} : { record, redact };
}

/** A name alone: a page of that host is meant, on any port. */
function allowedHosts(flags: Flags): string[] {
  const fromEnvironment = (process.env['TRYON_ALLOW_HOST'] ?? '').split(',').map((name) => name.trim());
  const names = [...textsFlag(flags, 'allow-host'), ...fromEnvironment.filter((name) => name !== '')];
  const wrong = names.find((name) => !/^[a-z0-9._:-]+$/i.test(name) || /:\d+$/.test(name.replace(/^.*::/, '')));
  if (wrong !== undefined)
    throw new UsageError(
      `--allow-host must be a name alone, such as team-box, without http:// and a port, not ${wrong}`,
    );
  return names;
}

function folderAt(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--files ${path} is no folder`);
  return path;
}

export async function configOf(flags: Flags, usualClock: ClockMode): Promise<ConfigInput> {
  const file = textFlag(flags, 'config');
  const config: ConfigInput = file === undefined ? {} : await readYamlFile(file, configSchema);
  const clock = wordFlag(flags, 'clock', CLOCK_MODES) ?? config.clock ?? usualClock;
  const seed = textFlag(flags, 'seed');
  const deviate = [...(config.deviate ?? []), ...(textFlag(flags, 'deviate')?.split(',') ?? [])];
  const chosen = withReadings(config, textsFlag(flags, 'reading'));
  const memory = { ...config.memory, ...memoryOf(textsFlag(flags, 'memory')) };
  return { ...config, ...chosen, clock, deviate, memory, ...(seed !== undefined && { seed }) };
}

function memoryOf(texts: readonly string[]): Partial<Amounts> {
  return Object.fromEntries(texts.map(boundOf));
}

function boundOf(text: string): [kind: MemoryKind, bound: number] {
  const [name, value = ''] = text.split('=');
  const kind = oneOfWords(name, MEMORY_KINDS, '--memory NAME=N: NAME');
  const bound = kind.endsWith('_bytes') ? parseSize(value) : /^\d{1,15}$/.test(value) ? Number(value) : null;
  const least = kind === 'worlds' ? 1 : 0;
  if (bound !== null && bound >= least) return [kind, bound];
  const wanted = kind.endsWith('_bytes') ? 'a size, such as 256MB' : `a whole number, at least ${least}`;
  throw new UsageError(`--memory ${kind}=${value}: must be ${wanted}`);
}

/** The readings and stages of a configuration, with those of the command line in their place. */
function withReadings(
  { readings = {}, stages = {} }: ConfigInput,
  texts: readonly string[],
): Pick<ConfigInput, 'readings' | 'stages'> {
  // Readings that nobody gives are the defaults, which need no schema.
  if (texts.length === 0) return {};
  return withChoices({ readings, stages }, Object.fromEntries(texts.map(choiceOf)));
}

function choiceOf(text: string): [name: string, choice: unknown] {
  try {
    const { name, choice } = readChoice(text, QUESTIONS);
    return [name, choice];
  } catch (error) {
    throw new UsageError(`--reading ${(error as Error).message}`);
  }
}
