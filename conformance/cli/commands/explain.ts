import { atMostWords, type CliCommand, EXIT, type Flags, textFlag, UsageError } from '../../../shared/command.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { explain, explanationLines } from '../../observe/explain.ts';
import { readTraffic } from '../../observe/read/read-traffic.ts';
import { reportOfTraffic, secretsOfTraffic, trafficOfReport } from '../../observe/report-of-traffic.ts';
import type { Suite } from '../../suite/scenario/suite.ts';
import { toolVersion } from '../../version.ts';
import { readNamed } from '../files.ts';
import { openChecked } from '../own-suite.ts';
import { keepSecrets, print } from '../print.ts';
import { readReport } from '../read-report.ts';
import { asUsageError, MOST_BYTES } from './observe.ts';

export const explainCommand: CliCommand = {
  forms: { 'FILE NUMBER [options]': '' },
  flags: { url: { about: 'address of the server, if the file has several', value: 'URL' } },
  notes: `FILE is a HAR, a recording of the emulator or a report of observe (.json), and NUMBER the number of an exchange, as observe
prints it. The first line names the side that must act: the server, which violates a rule; the client, which has a duty; or
neither, because the specification is silent. Below are the section, its content in short, and what both sides may do.`,
  examples: {
    'An exchange of a HAR': 'tryon-conformance explain traffic.har 12',
    'An exchange of a report': 'tryon-conformance explain report.json 3',
  },
  run: async (flags, [file, word, ...words]) => {
    if (file === undefined || word === undefined)
      throw new UsageError(
        'explain needs a file and the number of an exchange: tryon-conformance explain traffic.har 12',
      );
    atMostWords(words, 0);
    const number = /^[1-9]\d{0,8}$/.test(word) ? Number(word) : null;
    if (number === null) throw new UsageError(`the number of an exchange is an integer from 1, not ${word}`);
    const { suite } = openChecked([]);
    const { traffic, report } = /\.json(?:\.gz)?$/.test(file)
      ? await reportIn(file)
      : await trafficIn(file, flags, suite);
    const explained = explain(traffic, number, { report, registry: suite.registry, questions: QUESTIONS });
    if (explained === null) {
      const why = traffic.left.find((one) => one.number === number)?.why;
      throw new UsageError(
        `${file} ${number}: ${why ?? `there is no such exchange; it has ${traffic.passings.length + traffic.left.length}`}`,
      );
    }
    for (const line of explanationLines(explained)) print(line);
    return EXIT.fine;
  },
};

async function trafficIn(file: string, flags: Flags, suite: Suite) {
  const text = readNamed(file, '', MOST_BYTES);
  const traffic = await readTraffic(file, text, textFlag(flags, 'url') ?? null).catch(asUsageError);
  keepSecrets(secretsOfTraffic(traffic));
  const observing = { suite, questions: QUESTIONS, keys: {}, version: toolVersion() };
  return { traffic, report: await reportOfTraffic(traffic, observing) };
}

/** Reads a report of observed traffic, which has the exchanges that are evidence for something. */
async function reportIn(file: string) {
  const report = await readReport(file);
  if (report.observed === undefined)
    throw new UsageError(
      `${file}: it is the report of a run; tryon-conformance report ${file} --verbose prints its failures`,
    );
  return { traffic: trafficOfReport(report), report };
}
