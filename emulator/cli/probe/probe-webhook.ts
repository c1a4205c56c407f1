import {
  atMostWords,
  type CliCommand,
  type Flags,
  type FlagTable,
  flagGroup,
  listFlag,
  textFlag,
  UsageError,
} from '../../../shared/command.ts';
import { parseDuration } from '../../../shared/duration.ts';
import { junitReport } from '../../../shared/report/junit.ts';
import { strangerAt } from '../../adapters/sending/probe-sender.ts';
import { urlProblem } from '../../domain/webhook.ts';
import { LONGEST_WAIT } from '../../webhooks/probe/judge-probe.ts';
import { allProbes, runProbes } from '../../webhooks/probe/run-probes.ts';
import { assertWritable, writeReport } from '../files/report-file.ts';
import { hasColors, print, printPainted } from '../print.ts';
import { probeCases } from './probe-cases.ts';
import { probeText } from './probe-text.ts';
import { ownSecret, SECRET_VARIABLE, secretFlag } from './secret-flags.ts';

const PROBE_IDS = allProbes({ previous: 'named', next: 'named' }).map(({ id }) => id);

export const probeWebhookCommand: CliCommand = {
  forms: { 'URL --secret whsec_…': '' },
  flags: {
    ...flagGroup('Secrets', {
      ...secretFlags('secret', 'the secret of the receiver, which is never printed', SECRET_VARIABLE),
      ...secretFlags('previous-secret', 'the secret before, if the receiver may still hold it'),
      ...secretFlags('next-secret', 'the secret that comes next, if the receiver may hold it already'),
    }),
    timeout: { about: 'how long to wait for each delivery', value: 'DURATION', default: '10s, as the service waits' },
    only: {
      about: 'send these alone, after signed-well',
      value: 'PROBES',
      words: PROBE_IDS,
      list: true,
      multiple: true,
    },
    json: { about: 'print the report as JSON' },
    junit: { about: 'write it as JUnit: a test for each probe', value: 'FILE' },
  },
  notes: `Sends deliveries that are signed well, and others that are forged, stale, doubled, out of order, unknown, big or slow. The
answers are judged by the specification: what a receiver must refuse (anything but a 2xx), what it must accept (a 2xx
within ten seconds), and what is its choice, which is recorded. What no answer shows, such as whether a doubled event was
handled once, is printed and not judged; a receiver that answers 2xx to a forgery and drops it later looks like one that
accepts it. The jobs of the events are unknown to the receiver. Nothing is sent to addresses that are not loopback or
private.`,
  exits: { 0: 'conformant', 1: 'non-conformant', 3: 'incomplete: the receiver is down or did not answer in time' },
  run: async (flags, words) => {
    const url = receiverUrl(words);
    const secret = ownSecret(flags);
    const previous = secretFlag(flags, 'previous-secret');
    const next = secretFlag(flags, 'next-secret');
    const only = listFlag(flags, 'only');
    const timeout = timeoutOf(flags);
    const junit = textFlag(flags, 'junit');
    await assertOwn(url);
    if (junit !== undefined) assertWritable('junit', junit);
    const report = await runProbes({ url, secret, previous, next, timeout, ...(only.length > 0 && { only }) });
    if (flags['json'] === true) print(JSON.stringify(report, null, 1));
    else printPainted(probeText(report, { color: hasColors(), width: process.stdout.columns ?? 110 }).trimEnd());
    if (junit !== undefined) writeReport('junit', junit, junitReport(probeCases(report)));
    return report.exit_code;
  },
};

/** A secret, and the two ways to give it without showing it. */
function secretFlags(name: string, about: string, usual?: string): FlagTable {
  return {
    [name]: { about, value: 'TEXT', ...(usual !== undefined && { default: usual }) },
    [`${name}-env`]: { about: 'the environment variable that holds it', value: 'NAME' },
    [`${name}-file`]: { about: 'the file that holds it', value: 'FILE' },
  };
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
