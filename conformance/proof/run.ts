import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSuite } from '../certify.ts';
import { shuffled } from '../plan/schedule.ts';
import { seededDraws } from '../plan/seeded-draws.ts';
import { createProgress } from '../report/terminal/progress.ts';
import { startEmulator } from '../run/self-test.ts';
import { shippedFolder } from '../suite/suite-files.ts';
import { type Entry, readCatalogue } from './catalogue.ts';
import { matrixOf, matrixText, objections } from './matrix.ts';
import { inProcesses } from './pool.ts';
import type { Combination, Deviation, Kill, Task, VariantResult } from './prove.ts';
import { changesOf, recordText } from './verdict-record.ts';

const VERDICTS = fileURLToPath(new URL('../../docs/public-api/verdicts/emulator.txt', import.meta.url));

const HELP = `npm run prove -- [options]: shows that the suite catches what is broken, and spares what is lawful.

  --only X,Y      deviations and variants by id, or deviations by rule
  --sample N      so many deviations and variants, drawn by the seed
  --seed TEXT     draws the sample and the combinations of variants (default: today's date)
  --deviations    deviations alone
  --variants      variants alone
  --write         write the table into scenarios/PROOF.md (after a run with every deviation), and the verdicts into
                  docs/public-api/verdicts/emulator.txt (after one with every variant); without it they are compared`;

const OPTIONS = {
  only: { type: 'string' },
  sample: { type: 'string' },
  seed: { type: 'string' },
  deviations: { type: 'boolean' },
  variants: { type: 'boolean' },
  write: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Each variant is run alone, and this many random combinations are run as well. */
const COMBINATIONS = 10;
const COMBINED = 4;
/** An emulator without any variant: the verdicts of the others are compared with its own. */
const NO_VARIANTS: Combination = { ids: [], spares: [] };

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
process.exitCode = await main().catch((error: Error) => {
  console.error(`prove: ${error.message}`);
  return 4;
});

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const { registry } = openSuite().suite;
  const seed = values.seed ?? new Date().toISOString().slice(0, 10);
  const tasks = tasksOf(await catalogue(), values, seed);
  const { kills, results, faults } = await perform(tasks);
  const isAll = values.only === undefined && values.sample === undefined;
  const [allDeviations, allVariants] = [isAll && hasDeviations(values), isAll && hasVariants(values)];
  const rows = matrixOf(registry, kills);
  const against = allDeviations
    ? objections(rows)
    : objections(rows).filter((line) => !line.includes('has no deviation'));
  if (values.write && allVariants) writeFileSync(VERDICTS, recordText(results));
  const changes = changesOf(readFileSync(VERDICTS, 'utf8'), results);
  const problems = [...against, ...results.flatMap(variantProblems), ...changes, ...faults];
  console.log(summary(kills, results, seed));
  for (const line of problems) console.log(`  ${line}`);
  if (values.write && allDeviations) writeFileSync(`${shippedFolder()}/PROOF.md`, matrixText(rows));
  return problems.length === 0 ? 0 : 1;
}

async function catalogue(): Promise<Entry[]> {
  const server = await startEmulator();
  try {
    return await readCatalogue(server);
  } finally {
    await server.close();
  }
}

type Values = { only?: string; sample?: string; deviations?: boolean; variants?: boolean };

function tasksOf(entries: readonly Entry[], values: Values, seed: string): Task[] {
  const { only, sample } = values;
  const words = only?.split(',') ?? null;
  const isSelected = (entry: Entry) =>
    words === null || words.includes(entry.id) || (entry.kind === 'deviation' && words.includes(entry.rule));
  const selected = entries.filter(isSelected);
  if (selected.length === 0) throw new Error(`there is no deviation, variant or rule ${only}`);
  const draw = seededDraws(seed);
  const drawn = sample === undefined ? selected : shuffled(selected, draw).slice(0, Number(sample));
  const broken = drawn.filter((entry): entry is Deviation => entry.kind === 'deviation');
  const ids = drawn.filter(({ kind }) => kind === 'variant').map(({ id }) => id);
  const alone = ids.map((id): Combination => ({ ids: [id], spares: [] }));
  const together = ids.length < COMBINED ? [] : combinations(ids, draw);
  return [
    ...(hasDeviations(values) ? broken.map((entry): Task => ({ kind: 'deviation', entry })) : []),
    ...(hasVariants(values)
      ? [NO_VARIANTS, ...together, ...alone].map((some): Task => ({ kind: 'variants', ...some }))
      : []),
  ];
}

function hasDeviations({ deviations, variants }: Values): boolean {
  return deviations === true || variants !== true;
}

function hasVariants({ deviations, variants }: Values): boolean {
  return variants === true || deviations !== true;
}

function combinations(ids: readonly string[], draw: () => number): Combination[] {
  return Array.from({ length: COMBINATIONS }, () => {
    const order = shuffled(ids, draw);
    return { ids: order.slice(0, COMBINED), spares: order.slice(COMBINED, 2 * COMBINED) };
  });
}

async function perform(tasks: readonly Task[]): Promise<{ kills: Kill[]; results: VariantResult[]; faults: string[] }> {
  const kills: Kill[] = [];
  const results: VariantResult[] = [];
  const faults: string[] = [];
  const progress = createProgress(process.stderr, {
    isTty: process.stderr.isTTY === true,
    now: () => performance.now(),
  });
  progress.begin(tasks.length);
  await inProcesses(tasks, availableParallelism(), (done) => {
    if (done.kind === 'deviation') kills.push(done.kill);
    else if (done.kind === 'variants') results.push(done.result);
    else faults.push(`${JSON.stringify(done.task)}: ${done.message}`);
    const wrong = kills.filter(({ outcome }) => outcome !== 'killed').length + results.filter(isFalsePositive).length;
    progress.update(kills.length + results.length + faults.length, [], wrong);
  });
  progress.end();
  return { kills, results, faults };
}

function isFalsePositive({ rules, errors }: VariantResult): boolean {
  return rules.length > 0 || errors.length > 0;
}

function variantProblems({ ids, rules, unfired, errors }: VariantResult): string[] {
  const what = ids.join(' with ');
  return [
    ...(rules.length > 0 ? [`${what} is lawful, and fails ${rules.join(', ')}`] : []),
    ...errors.map((message) => `${what} makes the harness fail: ${message.split('\n')[0]}`),
    ...unfired.map((id) => {
      const beside = ids.length > 1 ? ` beside ${ids.filter((other) => other !== id).join(' and ')}` : '';
      return `${id} changed nothing${beside}: no scenario comes to where it would show`;
    }),
  ];
}

function summary(kills: readonly Kill[], results: readonly VariantResult[], seed: string): string {
  const of = (outcome: Kill['outcome']) => kills.filter((kill) => kill.outcome === outcome).length;
  return [
    `${kills.length} deviations, ${kills.filter(({ subtle }) => subtle).length} of them subtle; seed ${seed}`,
    `  ${of('killed')} caught by the id of their rule`,
    `  ${of('killed_by_others')} caught under other ids alone`,
    `  ${of('survived')} survived`,
    `  ${of('never_fired')} never fired`,
    `${results.length} lawful variants`,
    `  ${results.filter(isFalsePositive).length} of them with a false positive`,
  ].join('\n');
}
