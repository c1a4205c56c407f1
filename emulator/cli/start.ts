import { atMostWords, type CliCommand, EXIT, type Flags, textFlag, UsageError } from '../../shared/command.ts';
import { basePathOf } from '../../shared/questions/base-path.ts';
import type { Readings } from '../../shared/questions/generated/readings.ts';
import type { Emulator } from '../create.ts';
import type { MemoryKind, MemoryReport } from '../domain/memory/memory.ts';
import { interrupted } from './interrupted.ts';
import { keepUpWith } from './keep-up.ts';
import { EMULATOR_HELP, EMULATOR_OPTIONS, openEmulator } from './open-emulator.ts';
import { print, printError } from './print.ts';
import { DEFAULT_PORT } from './remote.ts';

export const startCommand: CliCommand = {
  help: `tryon-emulator start: run the emulator until it is interrupted (Ctrl-C).

  --port N        port to listen on; 0 takes a free one (default ${DEFAULT_PORT})
${EMULATOR_HELP}
  --watch         read the file of --config again whenever it changes; SIGHUP has it read again at any time
  --json          print one line of JSON instead of the banner

The clock is running unless told otherwise. Without --token the variable TRYON_TOKEN counts, which the other commands
send: a token that others already know is not printed.

A configuration that is read again is told with what has changed in it. The emulator then begins anew, at the same address
and with the same token: what clients have made until then is gone. Where there is a mistake in it, it is told, and
everything stays as it was.`,
  options: { ...EMULATOR_OPTIONS, watch: { type: 'boolean' }, json: { type: 'boolean' } },
  run: async (flags, words) => {
    atMostWords(words, 0);
    // Listened for from the first: the first process of a container gets no signal that it does not handle.
    const stop = interrupted();
    if (flags['token'] !== undefined) printError(TOKEN_IS_SEEN);
    const watched = watchedFile(flags);
    const emulator = await openEmulator(withToken(flags), { port: DEFAULT_PORT, clock: 'running' });
    const kept = await keepUpWith(emulator, withToken(flags), watched);
    print(flags['json'] === true ? JSON.stringify(facts(emulator, flags)) : banner(emulator, flags));
    await stop;
    await kept.close();
    return EXIT.fine;
  },
};

/** The configuration that is to be read again when it changes; null where it is read once. */
function watchedFile(flags: Flags): string | null {
  if (flags['watch'] !== true) return null;
  const file = textFlag(flags, 'config');
  if (file === undefined) throw new UsageError('--watch needs a file to watch: --config emulator.yaml');
  return file;
}

const TOKEN_IS_SEEN =
  'warning: --token can be read by others on this machine in the list of processes (ps): give it as TRYON_TOKEN instead';

/** An empty variable is none: that is how a compose file hands on what was not set. */
function withToken(flags: Flags): Flags {
  const token = process.env['TRYON_TOKEN'];
  return token === undefined || token === '' ? flags : { token, ...flags };
}

function facts({ url, keys, token, clock, memory }: Emulator, flags: Flags) {
  const shown = givenBy(token, flags) === null ? token : null;
  return { url, keys, token: shown, clock: clock.read(), memory: memory.read() };
}

/** Whoever gave a token knows it; what is printed is read by others too. Null where it was made here. */
function givenBy(token: string | null, flags: Flags): string | null {
  if (flags['token'] !== undefined) return '--token';
  return token !== null && token === process.env['TRYON_TOKEN'] ? 'TRYON_TOKEN' : null;
}

function banner(emulator: Emulator, flags: Flags): string {
  const { url, keys, clock, token, memory } = emulator;
  const { now, mode } = clock.read();
  const noControl = flags['no-control'] === true;
  const lines = [
    `tryon-emulator is listening on ${url}`,
    `  live key  ${keys.live ?? 'none'}`,
    `  test key  ${keys.test ?? 'none'}`,
    `  clock     ${mode}, ${now}`,
    ...(noControl ? [] : [`  console   ${url}/_emulator/`]),
    `  memory    ${memoryLine(memory.read())}`,
    `  control   ${noControl ? 'off' : `${url}/_emulator/v1/openapi.json`}`,
    ...(noControl ? [] : [`  service   ${url}/_emulator/openapi.json`]),
  ];
  const giver = givenBy(token, flags);
  if (token !== null && !noControl) lines.push(`  token     ${giver === null ? token : `that of ${giver}`}`);
  const key = keys.test ?? keys.live ?? 'KEY';
  return [...lines, '', `  curl -H 'X-API-Key: ${key}' ${baseOf(emulator)}/v1/usage`, '', 'Ctrl-C stops it.'].join(
    '\n',
  );
}

/** What is held, of how much that may be. */
function memoryLine({ held, bounds }: MemoryReport): string {
  const of = (kind: MemoryKind) => `${held[kind].toLocaleString('en')} of ${bounds[kind].toLocaleString('en')}`;
  const size = (kind: MemoryKind) => `${sizeText(held[kind])} of ${sizeText(bounds[kind])}`;
  const counted = `${of('worlds')} worlds, ${of('snapshots')} snapshots, ${of('records')} records`;
  return `${counted}, ${size('picture_bytes')} of pictures, ${of('journal_entries')} exchanges in ${size('journal_bytes')}`;
}

function sizeText(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}

/** What clients have as their base address. */
function baseOf({ url, readings }: Emulator): string {
  const { choice } = readings.read().find(({ name }) => name === 'base_path') ?? {};
  return `${url}${basePathOf({ base_path: choice as Readings['base_path'] })}`;
}
