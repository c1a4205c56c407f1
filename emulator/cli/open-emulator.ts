import { statSync } from 'node:fs';
import {
  type Flags,
  type FlagTable,
  flagGroup,
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
import { isRetired, questionOf } from '../../shared/questions/retired.ts';
import { parseSize } from '../../shared/size.ts';
import { readYamlFile } from '../adapters/config-file.ts';
import { type ConfigInput, configSchema } from '../control/schemas/config-input.ts';
import { createHeard, type Emulator, type EmulatorOptions, type Hearers } from '../create.ts';
import { MEMORY_KINDS, type MemoryKind } from '../domain/memory/memory.ts';
import { CLOCK_MODES, type ClockMode } from '../runtime/clock.ts';

const STORAGE_FLAGS = flagGroup('Storage', {
  'data-dir': { about: 'keep all data in this folder across restarts', value: 'DIR', default: 'TRYON_DATA_DIR' },
  'accept-loss': { about: 'with --data-dir: start from the readable part of a damaged folder' },
  record: { about: 'record the session to this file, for tryon-emulator replay', value: 'FILE' },
  redact: { about: 'with --record: replace keys, secrets and pictures' },
  files: { about: 'folder of pictures that control calls may name by path', value: 'DIR' },
  memory: { about: 'memory limit of all worlds, such as picture_bytes=256MB', value: 'NAME=N', multiple: true },
} as const);

/** The flags of every command that starts an emulator; `usual` contains the default port and clock mode. */
export function emulatorFlags(usual: { port: string; clock: ClockMode }) {
  return {
    ...flagGroup('Common', {
      config: { about: 'configuration file (accounts, keys, readings, plans, faults)', value: 'FILE' },
      port: { about: 'port to listen on; 0 selects a free one', value: 'N', default: usual.port },
      seed: { about: 'seed of every id, score and picture', value: 'TEXT' },
      deviate: { about: 'enable these deviations and variants (comma-separated)', value: 'IDS' },
      reading: { about: 'choose the answer to an open question of the spec', value: 'NAME=CHOICE', multiple: true },
    }),
    ...flagGroup('Time', { clock: { about: 'clock mode', value: 'MODE', words: CLOCK_MODES, default: usual.clock } }),
    ...STORAGE_FLAGS,
    ...flagGroup('Security', {
      host: { about: 'address to listen on', value: 'ADDRESS', default: 'loopback, v4 and v6' },
      'allow-host': {
        about: 'host name of web pages that may send control calls',
        value: 'NAME',
        multiple: true,
        default: 'TRYON_ALLOW_HOST, comma-separated',
      },
      token: { about: 'token that control calls require', value: 'TEXT', default: 'TRYON_TOKEN' },
      'no-control': { about: 'serve only /v1, without the control API and the console' },
    }),
  } as const satisfies FlagTable;
}

export const EMULATOR_NOTES = `Clock modes: running follows the clock of the machine, frozen moves only on request, auto moves when a client polls an
unfinished job. Run tryon-emulator deviations for the deviations; docs/reference/readings.md lists the readings. The limits
of --memory are ${MEMORY_KINDS.join(', ')}.

If --host is not loopback and you set no token, a token is generated and printed. Prefer TRYON_TOKEN to --token: other users
of the machine can see command lines.

With --data-dir, the emulator continues where it stopped, even after a crash, with the settings that its worlds were created
with. --accept-loss reports what is missing, and moves damaged files to set-aside/. A recording contains keys unless you
redact it.`;

export type OwnParts = Hearers & { https?: EmulatorOptions['https'] | undefined };

export async function openEmulator(
  flags: Flags,
  usual: { port: number; clock: ClockMode },
  { https, ...hearers }: OwnParts = {},
): Promise<Emulator> {
  const port = portFlag(flags, 'port', usual.port);
  const host = textFlag(flags, 'host');
  const token = textFlag(flags, 'token');
  if (token === '') throw new UsageError('--token must not be empty');
  if (host === '') throw new UsageError('--host must not be empty: set an address, or remove the flag for loopback');
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
      ...(https !== undefined && { https }),
      allowHosts: allowedHosts(flags),
      ...(files !== undefined && { files: folderAt(files) }),
      ...data,
      ...record,
    };
    return await createHeard(options, hearers);
  } catch (error) {
    throw addressProblem(error, { host, port, httpsPort: https?.port }) ?? error;
  }
}

type Place = { host: string | undefined; port: number; httpsPort: number | undefined };

/** Why it is not possible to listen on an address, with the remedy; null for other errors. */
function addressProblem(error: unknown, { host, port, httpsPort }: Place): UsageError | null {
  const { code, port: refused = port } = error as NodeJS.ErrnoException & { port?: number };
  const flag = refused !== port && refused === httpsPort ? '--https-port' : '--port';
  if (code === 'EADDRINUSE')
    return new UsageError(`port ${refused} is in use: choose another with ${flag}, or 0 for a free one`);
  if (code === 'EACCES') return new UsageError(`port ${refused} needs privileges: choose one above 1023 with ${flag}`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new UsageError(`--host ${host} is not an address of this machine`);
  return null;
}

function dataOf(flags: Flags): { dataDir?: string; acceptLoss?: boolean } {
  const [dataDir, acceptLoss] = [dataDirOf(flags), flags['accept-loss'] === true];
  if (acceptLoss && dataDir === undefined) throw new UsageError('--accept-loss needs --data-dir DIR');
  return dataDir === undefined ? {} : { dataDir, acceptLoss };
}

/** An empty variable counts as unset. `false` is set by our own code if nothing is to be stored. */
export function dataDirOf(flags: Flags): string | undefined {
  if (flags['data-dir'] === '') throw new UsageError('--data-dir must not be empty: set a folder, or remove the flag');
  if (flags['data-dir'] === false) return undefined;
  return textFlag(flags, 'data-dir') ?? (process.env['TRYON_DATA_DIR'] || undefined);
}

function recordIn(flags: Flags): { record?: string; redact?: boolean } {
  const record = textFlag(flags, 'record');
  const redact = flags['redact'] === true;
  if (record === '') throw new UsageError('--record must not be empty: set a file, or remove the flag');
  if (record === undefined && redact) throw new UsageError('--redact needs --record FILE');
  return record === undefined ? {} : { record, redact };
}

/** A name alone allows pages of that host on any port. */
function allowedHosts(flags: Flags): string[] {
  const fromEnvironment = (process.env['TRYON_ALLOW_HOST'] ?? '').split(',').map((name) => name.trim());
  const names = [...textsFlag(flags, 'allow-host'), ...fromEnvironment.filter((name) => name !== '')];
  const wrong = names.find((name) => !/^[a-z0-9._:-]+$/i.test(name) || /:\d+$/.test(name.replace(/^.*::/, '')));
  if (wrong !== undefined)
    throw new UsageError(`--allow-host must be a host name without http:// and port, such as team-box, not ${wrong}`);
  return names;
}

function folderAt(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--files ${path} is not a folder`);
  return path;
}

export async function configOf(flags: Flags, usualClock: ClockMode): Promise<ConfigInput> {
  const file = textFlag(flags, 'config');
  const config: ConfigInput = file === undefined ? {} : await readYamlFile(file, configSchema);
  const clock = wordFlag(flags, 'clock', CLOCK_MODES) ?? config.clock ?? usualClock;
  const seed = textFlag(flags, 'seed');
  const deviate = [...(config.deviate ?? []), ...(textFlag(flags, 'deviate')?.split(',') ?? [])];
  const chosen = withReadings(config, textsFlag(flags, 'reading'));
  const bounds = Object.fromEntries(textsFlag(flags, 'memory').map(boundOf));
  const memory = Object.keys(bounds).length > 0 ? { memory: { ...config.memory, ...bounds } } : {};
  return { ...config, ...chosen, clock, deviate, ...memory, ...(seed !== undefined && { seed }) };
}

function boundOf(text: string): [kind: MemoryKind, bound: number] {
  const [name, value = ''] = text.split('=');
  const kind = oneOfWords(name, MEMORY_KINDS, '--memory NAME=N: NAME');
  const bound = kind.endsWith('_bytes') ? parseSize(value) : /^\d{1,15}$/.test(value) ? Number(value) : null;
  const least = kind === 'worlds' ? 1 : 0;
  if (bound !== null && bound >= least) return [kind, bound];
  const wanted = kind.endsWith('_bytes') ? 'a size, such as 256MB' : `an integer, at least ${least}`;
  throw new UsageError(`--memory ${kind}=${value}: must be ${wanted}`);
}

/** The readings and stages of a configuration, overridden by those of the command line. */
function withReadings(
  { readings = {}, stages = {} }: ConfigInput,
  texts: readonly string[],
): Pick<ConfigInput, 'readings' | 'stages'> {
  // Without any, the defaults apply, and the schema is not needed.
  if (texts.length === 0) return {};
  return withChoices({ readings, stages }, Object.fromEntries(texts.map(choiceOf)));
}

function choiceOf(text: string): [name: string, choice: unknown] {
  if (isRetired(text)) return [questionOf(text), text.slice(text.indexOf('=') + 1)];
  try {
    const { name, choice } = readChoice(text, QUESTIONS);
    return [name, choice];
  } catch (error) {
    throw new UsageError(`--reading ${(error as Error).message}`);
  }
}
