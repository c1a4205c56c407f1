import {
  type CliCommand,
  EXIT,
  type Flags,
  flagGroup,
  portFlag,
  textFlag,
  UsageError,
} from '../../../shared/command.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { EXIT_CODES } from '../../judge/verdicts.ts';
import { BadTraffic } from '../../observe/read/read-har.ts';
import { readTraffic } from '../../observe/read/read-traffic.ts';
import { reportOfTraffic, secretsOfTraffic } from '../../observe/report-of-traffic.ts';
import type { Traffic } from '../../observe/traffic.ts';
import type { Report } from '../../report/report.ts';
import { plainAddress } from '../../target/connection.ts';
import { toolVersion } from '../../version.ts';
import { assertNew, assertWritable, readNamed, writeNamed } from '../files.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { capture } from '../observe/capture.ts';
import { calibrationOf, changeLines } from '../observe/write-calibration.ts';
import { assertOutputs, OUTPUT_FLAGS, writeOutputs } from '../outputs.ts';
import { openChecked } from '../own-suite.ts';
import { keepSecrets, print, printError } from '../print.ts';
import { PRINT_FLAGS, printReport } from '../print-report.ts';
import { readReport } from '../read-report.ts';
import { TARGET_FLAGS, targetOf } from '../run-target.ts';

/** A traffic file may be large. */
export const MOST_BYTES = 512 * 1024 * 1024;

export const observeCommand: CliCommand = {
  forms: {
    'FILE [options]': 'judges the traffic in a HAR, or in a recording of the emulator',
    '--proxy URL [options] [-- COMMAND [ARGUMENT ...]]': 'passes on the traffic to a server, and judges it at the end',
  },
  flags: {
    ...flagGroup('Traffic', {
      url: { about: 'address of the server, if the file has several', value: 'URL' },
      proxy: { about: 'server that gets the traffic of the proxy, byte for byte', value: 'URL' },
      port: { about: 'port of the proxy on 127.0.0.1', value: 'N', default: 'a free one' },
      webhooks: { about: 'receiver that gets the deliveries', value: 'URL' },
      'webhook-port': { about: 'port for deliveries', value: 'N', default: 'a free one' },
      key: { ...TARGET_FLAGS.key, about: 'role of an API key of the traffic, or env:NAME' },
    }),
    ...flagGroup('Results', {
      calibrate: { about: 'write an emulator.yaml with the answers to open questions', value: 'FILE' },
      force: { about: 'overwrite an existing file of --calibrate' },
      since: { about: 'print what changed since an earlier report', value: 'REPORT' },
      har: { about: 'write the traffic of the proxy as a HAR, with masked keys', value: 'FILE' },
      'keep-bodies': { about: 'with --har: keep pictures as well' },
    }),
    ...OUTPUT_FLAGS,
    ...PRINT_FLAGS,
  },
  notes: `observe sends no request of its own. The report lists the rules that the traffic shows held or violated, each with the number of
its exchange, and how much of the traffic could be judged. Other clients may act on the same account, and bodies may be missing:
then rules are untested, not failed. Keys and pictures are not written.

The proxy runs until the command after -- or Ctrl-C ends it. The command gets its URL as TRYON_URL, and that for deliveries as
TRYON_WEBHOOK_URL. If a test resets the server, send that call through the proxy as well.`,
  exits: {
    0: 'no rule is violated',
    1: 'a rule is violated',
    2: 'invalid command line or file',
    3: 'no exchange could be judged',
  },
  examples: {
    'The HAR of a browser or of mitmproxy': 'tryon-conformance observe traffic.har --json report.json',
    'While your tests run': 'tryon-conformance observe --proxy http://127.0.0.1:8080 --port 4020 -- npm test',
  },
  run: async (flags, words) => {
    const proxy = textFlag(flags, 'proxy');
    const [file] = words;
    if (proxy === undefined && file === undefined)
      throw new UsageError('observe needs a file of traffic, or --proxy URL');
    if (proxy === undefined && words.length > 1) throw new UsageError(`unexpected argument "${words[1]}"`);
    for (const name of ['port', 'webhooks', 'webhook-port', 'har', 'keep-bodies'])
      if (proxy === undefined && flags[name] !== undefined) throw new UsageError(`--${name} needs --proxy URL`);
    assertFiles(flags);
    const since = textFlag(flags, 'since');
    const before = since === undefined ? null : await readReport(since);
    const { suite } = openChecked([]);
    const { keys } = targetOf({ key: flags['key'] }, { base_url: 'http://127.0.0.1' });
    const { traffic, exitCode } =
      proxy === undefined ? await read(file ?? '', flags) : await passOn(proxy, words, flags);
    keepSecrets(secretsOfTraffic(traffic, keys));
    const observing = { suite, questions: QUESTIONS, keys, version: toolVersion() };
    const report = await reportOfTraffic(traffic, observing);
    const code = exitOf(report, exitCode);
    printReport(report, flags, code);
    writeResults(report, flags);
    if (before !== null) for (const line of changeLines(before, report)) print(line);
    return code;
  },
};

function assertFiles(flags: Flags): void {
  assertOutputs(flags);
  const [calibrate, har] = [textFlag(flags, 'calibrate'), textFlag(flags, 'har')];
  if (calibrate !== undefined) assertNew(calibrate, '--calibrate', flags['force'] === true);
  if (har !== undefined) assertWritable(har, '--har');
  else if (flags['keep-bodies'] === true) throw new UsageError('--keep-bodies needs --har FILE');
}

async function read(file: string, flags: Flags): Promise<{ traffic: Traffic; exitCode: number }> {
  const url = textFlag(flags, 'url');
  const server = url === undefined ? null : addressOf('--url', url).href;
  const traffic = await readTraffic(file, readNamed(file, '', MOST_BYTES), server).catch(asUsageError);
  return { traffic, exitCode: EXIT.fine };
}

export function asUsageError(error: unknown): never {
  throw error instanceof BadTraffic ? new UsageError(error.message) : error;
}

async function passOn(proxy: string, command: readonly string[], flags: Flags) {
  const [receiver, har] = [textFlag(flags, 'webhooks'), textFlag(flags, 'har')];
  const webhooks =
    receiver === undefined
      ? null
      : { receiver: addressOf('--webhooks', receiver), port: portFlag(flags, 'webhook-port', 0) };
  const interrupt = command.length > 0 ? null : listenForInterrupt();
  try {
    return await capture({
      server: addressOf('--proxy', proxy),
      port: portFlag(flags, 'port', 0),
      webhooks,
      command,
      signal: interrupt?.signal ?? new AbortController().signal,
      har: har === undefined ? null : { file: har, keepsPictures: flags['keep-bodies'] === true },
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'EADDRINUSE' || code === 'EACCES'
      ? new UsageError(`the proxy cannot listen: ${message}; choose another --port`)
      : error;
  } finally {
    interrupt?.stop();
  }
}

function addressOf(flag: string, text: string): URL {
  const address = plainAddress(text);
  if (address === null) throw new UsageError(`${flag} must be an address such as http://127.0.0.1:8080, not ${text}`);
  return new URL(address);
}

/** If the command fails, its exit code is used, as with exec. */
function exitOf({ rules, observed }: Report, exitCode: number): number {
  if (exitCode !== EXIT.fine) return exitCode;
  if (rules.some(({ verdict }) => verdict === 'fail')) return EXIT.problems;
  return (observed?.judged ?? 0) === 0 ? EXIT_CODES.incomplete : EXIT.fine;
}

function writeResults(report: Report, flags: Flags): void {
  const calibrate = textFlag(flags, 'calibrate');
  if (calibrate !== undefined) writeNamed(calibrate, calibrationOf(report), '--calibrate');
  const written = [
    ...writeOutputs(report, flags),
    ...[calibrate, textFlag(flags, 'har')].filter((name) => name !== undefined),
  ];
  for (const name of written) printError(`wrote ${name}`);
}
