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
import { textOfNamed } from '../../../shared/named-file.ts';
import { junitReport } from '../../../shared/report/junit.ts';
import { strangerAt } from '../../adapters/sending/probe-sender.ts';
import { urlProblem } from '../../domain/webhook.ts';
import { causeOf } from '../../storage/data-problem.ts';
import { LONGEST_WAIT } from '../../webhooks/probe/probe-report.ts';
import { allProbes, runProbes } from '../../webhooks/probe/run-probes.ts';
import { assertWritable, writeReport } from '../files/report-file.ts';
import { hasColors, print, printPainted } from '../print.ts';
import { probeCases, probeText } from './probe-text.ts';

const SECRET_VARIABLE = 'TRYON_WEBHOOK_SECRET';

const PROBE_IDS = allProbes({ previous: 'named', next: 'named' }).map(({ id }) => id);

export const probeWebhookCommand: CliCommand = {
  forms: { 'URL --secret whsec_…': '' },
  flags: {
    ...flagGroup('Security', {
      ...secretFlags('secret', 'secret of the receiver; never printed', SECRET_VARIABLE),
      ...secretFlags('previous-secret', 'previous secret, if the receiver may still accept it'),
      ...secretFlags('next-secret', 'next secret, if the receiver may already accept it'),
    }),
    timeout: {
      about: 'time to wait for each answer',
      value: 'DURATION',
      default: '10s, like the service',
      group: 'Time',
    },
    only: {
      about: 'send only these probes, after signed-well',
      value: 'PROBES',
      words: PROBE_IDS,
      list: true,
      multiple: true,
    },
    ...flagGroup('Output', {
      json: { about: 'print the report as JSON' },
      junit: { about: 'write a JUnit report with a test for each probe', value: 'FILE' },
    }),
  },
  notes: `Sends correctly signed deliveries, and others that are forged, stale, duplicated, out of order, unknown, large or slow. The
answers are checked against the spec: what a receiver must refuse (anything but 2xx), what it must accept (2xx within ten
seconds), and what it may choose, which is recorded.

Answers do not show everything, for example whether a duplicate was handled only once. Such points are listed and not judged.
A receiver that answers 2xx to a forgery and drops it later looks like one that accepts it. The jobs in the events are unknown
to the receiver. Only loopback and private addresses are allowed.`,
  exits: { 0: 'conformant', 1: 'non-conformant', 3: 'incomplete: the receiver is down or did not answer in time' },
  examples: {
    'A local receiver': 'TRYON_WEBHOOK_SECRET=whsec_… tryon-emulator probe-webhook http://127.0.0.1:3000/hooks',
    'Only two probes, with a JUnit report':
      'tryon-emulator probe-webhook http://127.0.0.1:3000/hooks --only stale,twice --junit probes.xml',
  },
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

/** Flags for a secret, including two ways to pass it without revealing it. */
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
    throw new UsageError('probe-webhook needs the URL of a receiver, such as http://127.0.0.1:3000/hooks');
  atMostWords(words, 1);
  const problem = urlProblem(url, 'any');
  if (problem !== null) throw new UsageError(`the address of the receiver ${problem}`);
  return url;
}

async function assertOwn(url: string): Promise<void> {
  const stranger = await strangerAt(new URL(url).hostname);
  if (stranger === null) return;
  throw new UsageError(
    `${stranger} is not a loopback or private address: forged deliveries are sent only to those; run the receiver there`,
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

/** A secret from one of the flags `NAME`, `NAME-env` and `NAME-file`; null without. No message repeats it. */
function secretFlag(flags: Flags, name: string): string | null {
  const given = [name, `${name}-env`, `${name}-file`].filter((flag) => textFlag(flags, flag) !== undefined);
  if (given.length > 1)
    throw new UsageError(`${given.map((flag) => `--${flag}`).join(' and ')} are alternatives: use one`);
  const [flag] = given;
  if (flag === undefined) return null;
  const value = textFlag(flags, flag) ?? '';
  if (flag.endsWith('-env')) return present(process.env[value], `--${flag} ${value}: the variable is not set`);
  if (flag.endsWith('-file')) return present(fileText(flag, value), `--${flag} ${value}: the file is empty`);
  return present(
    value,
    `--${flag} is empty; the secret is shown once, when an endpoint is registered or its secret is rotated`,
  );
}

function present(text: string | undefined, problem: string): string {
  const secret = text?.trim() ?? '';
  if (secret === '') throw new UsageError(problem);
  return secret;
}

function fileText(flag: string, file: string): string {
  try {
    return textOfNamed(file);
  } catch (error) {
    throw new UsageError(`--${flag} ${file}: ${causeOf(error)}`);
  }
}

/** The secret of the receiver: from a flag, or by default from the variable. */
function ownSecret(flags: Flags): string {
  const secret = secretFlag(flags, 'secret') ?? process.env[SECRET_VARIABLE]?.trim() ?? '';
  if (secret !== '') return secret;
  throw new UsageError(
    `the secret of the receiver is missing: set --secret whsec_…, --secret-env NAME, --secret-file FILE, or ${SECRET_VARIABLE}`,
  );
}
