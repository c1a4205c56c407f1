import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSuite } from '../../conformance/certify.ts';
import { catalogueOfPackage } from '../../conformance/run/catalogue.ts';
import { shippedFolder } from '../../conformance/suite/suite-files.ts';
import { EXIT, type Flags, UsageError } from '../../shared/command.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { BREACHES, type Breach } from '../other-make/breaches/breaches.ts';
import { ownTable } from '../other-make/choices.ts';
import { type Mark, markText } from './blame.ts';
import type { Table } from './choices.ts';
import { findingsOf } from './findings.ts';
import { matrixOf, matrixText, neverFailed, objections, unbroken } from './matrix.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { type PairRows, pairRows } from './pair-rows.ts';
import { type Outcome, perform } from './perform.ts';
import { type Plan, planProof, tasksOf } from './plan-proof.ts';
import type { Task } from './prove.ts';
import { runProof } from './script.ts';
import { serversOf, sessionsText } from './sessions-plan.ts';
import { summaryText } from './summary.ts';
import { changesOf, type Graded, recordText } from './verdict-record.ts';
import { writeMarks } from './write-marks.ts';

const VERDICTS = fileURLToPath(new URL('../../docs/public-api/verdicts/emulator.txt', import.meta.url));

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(EXIT.interrupted));
await runProof('prove', HELP, main);

async function main(flags: Flags): Promise<number> {
  const options = readOptions(flags, new Date().toISOString().slice(0, 10));
  const began = performance.now();
  const { registry } = openSuite().suite;
  const isWarning = (rule: string) => registry.get(rule)?.level === 'derived';
  const tables = tablesOf(options.seed);
  const breaches = Object.keys(BREACHES) as Breach[];
  const plan = planProof({ entries: await catalogueOfPackage(), breaches, tables }, options);
  if (options.sessions !== null) return proveSessions(plan, options, options.sessions);
  const tasks = tasksOf(plan);
  if (tasks.length === 0) throw new UsageError('nothing that --only names is of a kind that is asked for');
  const outcome = await perform(tasks);
  const { objections: against, marks, unseen, graded } = findingsOf(plan, outcome, { seed: options.seed, isWarning });
  const problems = [
    ...objectionsToMatrix(outcome, options),
    ...against,
    ...comparedWithRecord(graded, options),
    ...outcome.faults,
  ];
  const seconds = (performance.now() - began) / 1_000;
  console.log(summaryText({ plan, outcome, tables, unseen, seed: options.seed, seconds }));
  if (problems.length > 0) console.log(`${problems.length} objections`);
  for (const line of problems) console.log(`  ${line}`);
  tellMarks(marks, options);
  return problems.length === 0 ? EXIT.fine : EXIT.problems;
}

/** Findings of sessions on broken servers are counted. A finding on a lawful server is a problem. */
async function proveSessions(plan: Plan, { seed }: Options, { most, seeds }: { most: number; seeds: number }) {
  const servers = serversOf(plan, seed, seeds);
  const tasks = servers.map((played): Task => ({ kind: 'sessions', played, bounds: { sessions: most } }));
  const { sessions, faults } = await perform(tasks);
  console.log(sessionsText(sessions));
  for (const fault of faults) console.log(`  ${fault}`);
  const isBlamed = sessions.some(({ isLawful, rules }) => isLawful && rules.length > 0);
  return isBlamed || faults.length > 0 ? EXIT.problems : EXIT.fine;
}

function tablesOf(seed: string): (Table & PairRows)[] {
  const makes = [
    { make: 'emulator', questions: QUESTIONS },
    { make: 'other-make', questions: ownTable(QUESTIONS) },
  ] as const;
  return makes.map(({ make, questions }) => ({ make, questions, ...pairRows(questions, seed, make) }));
}

function isWhole({ only, sample, kinds }: Options, kind: Options['kinds'][number]): boolean {
  return only === null && sample === null && kinds.includes(kind);
}

function objectionsToMatrix({ kills, breaches }: Outcome, options: Options): string[] {
  const { registry } = openSuite().suite;
  const [rows, others] = [matrixOf(registry, kills), matrixOf(registry, breaches)];
  const isEvery = isWhole(options, 'deviations');
  const isBoth = isEvery && isWhole(options, 'breaches');
  if (options.write && isBoth) writeFileSync(`${shippedFolder()}/PROOF.md`, matrixText(rows, others));
  return [
    ...(isEvery ? unbroken(rows) : []),
    ...(isBoth ? neverFailed([rows, others]) : []),
    ...objections(rows),
    ...objections(others),
  ];
}

function comparedWithRecord(graded: Graded, options: Options): string[] {
  const record = readFileSync(VERDICTS, 'utf8');
  if (!options.write || !isWhole(options, 'choices')) return changesOf(record, graded);
  writeFileSync(VERDICTS, recordText(graded, record));
  return [];
}

function tellMarks(marks: readonly Mark[], { mark }: Options): void {
  if (marks.length === 0) return;
  if (mark) {
    writeMarks(join(shippedFolder(), 'questions'), marks);
    console.log(`scenarios/questions has ${marks.length} marks as they were found; run npm run reference`);
  } else console.log(`Marks that would have to be written into scenarios/questions, as --mark does:`);
  for (const one of marks) console.log(markText(one));
}
