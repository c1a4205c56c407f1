import {
  atMostWords,
  type CliCommand,
  type Flags,
  listFlag,
  oneOfWords,
  textFlag,
  UsageError,
} from '../../../shared/command.ts';
import { parseDuration } from '../../../shared/duration.ts';
import { strangerAt } from '../../adapters/sending/probe-sender.ts';
import { urlProblem } from '../../domain/webhook.ts';
import { LONGEST_WAIT } from '../../webhooks/probe/judge-probe.ts';
import { allProbes, runProbes } from '../../webhooks/probe/run-probes.ts';
import { assertWritable, writeReport } from '../files/report-file.ts';
import { hasColors, print, printPainted } from '../print.ts';
import { probeJunit } from './probe-junit.ts';
import { probeText } from './probe-text.ts';
import { ownSecret, SECRET_VARIABLE, secretFlag } from './secret-flags.ts';

const PROBE_IDS = allProbes({ previous: 'named', next: 'named' }).map(({ id }) => id);

export const probeWebhookCommand: CliCommand = {
  help: `tryon-emulator probe-webhook URL --secret whsec_…: certify a receiver of webhooks.

Sends it deliveries that are signed well, and others that are forged, stale, doubled, out of order, unknown, big or slow,
and judges the answers by the specification: what it must refuse (anything but a 2xx), what it must accept (a 2xx within
ten seconds), and what is its choice, which is recorded. What no answer shows, such as whether a doubled event was handled
once, is told and not judged; a receiver that answers 2xx to what is forged, and drops it later, looks like one that takes
it. The jobs of the events are unknown to the receiver. Nothing is sent to addresses that are not loopback or private.

  --secret TEXT       the secret of the receiver, which is never printed; or the variable ${SECRET_VARIABLE}, or
                      --secret-env NAME for a variable of yours, or --secret-file FILE
  --previous-secret TEXT
                      the secret before, if the receiver may hold it (or --previous-secret-env, --previous-secret-file)
  --next-secret TEXT  the secret that comes next, if it may hold that (or --next-secret-env, --next-secret-file)
  --timeout DURATION  how long each delivery is waited for (default 10s, as the service waits)
  --only PROBES       these alone, with commas between, after signed-well:
${idLines()}
  --json              print the report as JSON
  --junit FILE        write it as JUnit: a test for each probe

Ends with 0: conformant; 1: non-conformant; 2: a mistake on the command line; 3: incomplete, the receiver is down or did
not answer in time.`,
  options: {
    ...secretOptions('secret', 'previous-secret', 'next-secret'),
    timeout: { type: 'string' },
    only: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    junit: { type: 'string' },
  },
  run: async (flags, words) => {
    const url = receiverUrl(words);
    const secret = ownSecret(flags);
    const previous = secretFlag(flags, 'previous-secret');
    const next = secretFlag(flags, 'next-secret');
    const only = listFlag(flags, 'only').map((id) => oneOfWords(id, PROBE_IDS, '--only'));
    const timeout = timeoutOf(flags);
    const junit = textFlag(flags, 'junit');
    await assertOwn(url);
    if (junit !== undefined) assertWritable('junit', junit);
    const report = await runProbes({ url, secret, previous, next, timeout, ...(only.length > 0 && { only }) });
    if (flags['json'] === true) print(JSON.stringify(report, null, 1));
    else printPainted(probeText(report, { color: hasColors(), width: process.stdout.columns ?? 110 }).trimEnd());
    if (junit !== undefined) writeReport('junit', junit, probeJunit(report));
    return report.exit_code;
  },
};

function secretOptions(...names: string[]): CliCommand['options'] {
  const flags = names.flatMap((name) => [name, `${name}-env`, `${name}-file`]);
  return Object.fromEntries(flags.map((flag) => [flag, { type: 'string' as const }]));
}

function idLines(): string {
  const rows = [];
  for (let index = 0; index < PROBE_IDS.length; index += 6) rows.push(PROBE_IDS.slice(index, index + 6).join(', '));
  return rows.map((row) => `                      ${row}`).join(',\n');
}

function receiverUrl(words: readonly string[]): string {
  const [url] = words;
  if (url === undefined)
    throw new UsageError('probe-webhook needs the address of a receiver, such as http://127.0.0.1:3000/hooks');
  atMostWords(words, 1);
  const problem = urlProblem(url, 'any');
  if (problem !== null) throw new UsageError(`the address of the receiver ${problem}`);
  return url;
}

async function assertOwn(url: string): Promise<void> {
  const stranger = await strangerAt(new URL(url).hostname);
  if (stranger === null) return;
  throw new UsageError(
    `${stranger} is no address of your own: forged deliveries go to loopback and private addresses only; run the receiver there`,
  );
}

function timeoutOf(flags: Flags): number {
  const text = textFlag(flags, 'timeout');
  if (text === undefined) return LONGEST_WAIT;
  const timeout = parseDuration(text) ?? 0;
  if (timeout >= 1 && timeout <= LONGEST_TIMEOUT) return timeout;
  throw new UsageError(`--timeout must be a duration of at most a minute, such as 10s, not ${text}`);
}

const LONGEST_TIMEOUT = 60_000;
