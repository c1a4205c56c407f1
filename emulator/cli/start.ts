import {
  atMostWords,
  type CliCommand,
  EXIT,
  type Flags,
  flagGroup,
  oneOfWords,
  textFlag,
  UsageError,
  wordFlag,
} from '../../shared/command.ts';
import { basePathOf } from '../../shared/questions/base-path.ts';
import type { Readings } from '../../shared/questions/generated/readings.ts';
import { keepHeapSmall } from '../adapters/keep-heap-small.ts';
import type { Emulator } from '../create.ts';
import { keepUpWith } from './keep-up.ts';
import { EMULATOR_NOTES, emulatorFlags, openEmulator } from './open-emulator.ts';
import { interrupted, print, printError } from './print.ts';
import { DEFAULT_PORT } from './remote.ts';
import { HTTPS_FLAGS, httpsOf } from './tls/tls-flags.ts';

const LOG_FORMS = ['text', 'json', 'off'] as const;
type LogForm = (typeof LOG_FORMS)[number];

export const startCommand: CliCommand = {
  flags: {
    ...emulatorFlags({ port: String(DEFAULT_PORT), clock: 'running' }),
    ...flagGroup('Security', HTTPS_FLAGS),
    ...flagGroup('Output', {
      json: { about: 'print one line of JSON instead of the banner' },
      log: {
        about: 'print a line for each request and each webhook attempt',
        value: 'FORM',
        words: LOG_FORMS,
        default: 'TRYON_LOG; otherwise text on a terminal, off with --json',
      },
      watch: { about: 'reload the file of --config when it changes' },
    }),
  },
  notes: `${EMULATOR_NOTES}

A log line has the time in the world, status, method, path and duration, and the world unless it is the default one. A refusal
also has its code, the rule behind it and the compared values. If output falls behind, lines are dropped and counted.

--watch, and SIGHUP at any time, reload the configuration: the changes are printed, and the emulator restarts at the same
address with the same token. Without --data-dir, jobs and assets are lost. If the configuration has an error, the error is
printed and the old configuration stays active.

With --https, the certificate is for localhost, 127.0.0.1, ::1, the address of --host and each --service-host. It is made on
first use, kept in a folder that only you can read, and replaced a week before it expires. Let your client trust the file
ca.pem in this folder.`,
  examples: {
    'A frozen clock and reproducible ids': 'tryon-emulator start --clock frozen --seed my-test',
    'TLS, for a client that requires https': 'tryon-emulator start --https --tls-dir .tls',
    'A log in JSON': 'tryon-emulator start --json --log json > log.jsonl',
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    // Handled from the beginning, because the first process in a container receives only signals that it handles.
    const stop = interrupted();
    if (flags['token'] !== undefined) printError(TOKEN_IS_SEEN);
    const watched = watchedFile(flags);
    const form = logForm(flags);
    const log = form === 'off' ? null : (await import('./log/open-log.ts')).openLog(form);
    const https = await httpsOf(flags);
    const own = { log: log?.port, https };
    const emulator = await openEmulator(withToken(flags), { port: DEFAULT_PORT, clock: 'running' }, own);
    const kept = await keepUpWith(emulator, withToken(flags), watched, own);
    const trusted = https?.caFile ?? null;
    print(flags['json'] === true ? JSON.stringify(facts(emulator, flags, trusted)) : banner(emulator, flags, trusted));
    const endCollecting = keepHeapSmall();
    await stop;
    endCollecting();
    await kept.close();
    // Node would wait for a reader who has stopped reading, and would finally have to be killed.
    if (log !== null && !(await log.end())) process.exit(EXIT.fine);
    return EXIT.fine;
  },
};

/** An empty variable counts as unset. */
function logForm(flags: Flags): LogForm {
  const chosen = wordFlag(flags, 'log', LOG_FORMS);
  const { TRYON_LOG = '' } = process.env;
  if (chosen !== undefined) return chosen;
  if (TRYON_LOG !== '') return oneOfWords(TRYON_LOG, LOG_FORMS, 'TRYON_LOG');
  return process.stdout.isTTY && flags['json'] !== true ? 'text' : 'off';
}

/** The configuration file to reload when it changes; null without --watch. */
function watchedFile(flags: Flags): string | null {
  if (flags['watch'] !== true) return null;
  const file = textFlag(flags, 'config');
  if (file === undefined) throw new UsageError('--watch needs --config FILE');
  return file;
}

const TOKEN_IS_SEEN =
  'warning: other users of this machine can read --token in the list of processes (ps): set TRYON_TOKEN instead';

/** An empty variable counts as unset: a compose file passes unset variables on as empty. */
function withToken(flags: Flags): Flags {
  const token = process.env['TRYON_TOKEN'];
  return token === undefined || token === '' ? flags : { token, ...flags };
}

function facts({ url, httpsUrl, keys, token, clock, memory, data }: Emulator, flags: Flags, ca: string | null) {
  const shown = givenBy(token, flags) === null ? token : null;
  const https = httpsUrl === null ? null : { url: httpsUrl, ca };
  return { url, https, keys, token: shown, clock: clock.read(), memory: memory.read(), data: data?.dir ?? null };
}

/** Where the user has set the token, which is then not printed; null if it was generated. */
function givenBy(token: string | null, flags: Flags): string | null {
  if (flags['token'] !== undefined) return '--token';
  return token !== null && token === process.env['TRYON_TOKEN'] ? 'TRYON_TOKEN' : null;
}

/** At most ten lines, or twelve with --https. Each fits 80 columns unless a path or an address is long. */
function banner(emulator: Emulator, flags: Flags, ca: string | null): string {
  const { url, httpsUrl, keys, clock, token, data } = emulator;
  const { now, mode } = clock.read();
  const giver = givenBy(token, flags);
  const control = [
    `  console   ${url}/_emulator/`,
    `  control   ${url}/_emulator/v1/openapi.json`,
    ...(token === null ? [] : [`  token     ${giver === null ? token : `see ${giver}`}`]),
  ];
  const secure = [`  https     ${httpsUrl}`, `  trust     ${ca}, for example in NODE_EXTRA_CA_CERTS or SSL_CERT_FILE`];
  const key = keys.test ?? keys.live ?? 'KEY';
  return [
    `tryon-emulator is listening on ${url} (Ctrl-C stops it)`,
    ...(httpsUrl === null ? [] : secure),
    `  live key  ${keys.live ?? 'none'}`,
    `  test key  ${keys.test ?? 'none'}`,
    `  clock     ${mode}, ${now}`,
    ...(flags['no-control'] === true ? ['  control   off'] : control),
    ...(data === null ? [] : [`  data      ${data.dir}`]),
    ...(flags['record'] === undefined ? [] : [`  record    ${String(flags['record'])}`]),
    `  try       curl -H 'X-API-Key: ${key}' ${baseOf(emulator)}/v1/usage`,
  ].join('\n');
}

function baseOf({ url, readings }: Emulator): string {
  const { choice } = readings.read().find(({ name }) => name === 'base_path') ?? {};
  return `${url}${basePathOf({ base_path: choice as Readings['base_path'] })}`;
}
