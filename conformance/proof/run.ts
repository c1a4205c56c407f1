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
import type { Alarm, Company, Deviation, Kill, Task } from './prove.ts';
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

/** Variants are tried each alone, and so often several together. */
const COMBINATIONS = 10;
const COMBINED = 4;
/** An emulator without any variant, whose verdicts those of the others are held against. */
const AS_IT_IS: Company = { ids: [], spares: [] };

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
  const { kills, alarms, faults } = await perform(tasks);
  const isAll = values.only === undefined && values.sample === undefined;
  const [allDeviations, allVariants] = [isAll && hasDeviations(values), isAll && hasVariants(values)];
  const rows = matrixOf(registry, kills);
  const against = allDeviations
    ? objections(rows)
    : objections(rows).filter((line) => !line.includes('has no deviation'));
  if (values.write && allVariants) writeFileSync(VERDICTS, recordText(alarms));
  const changes = changesOf(readFileSync(VERDICTS, 'utf8'), alarms);
  const found = [...against, ...alarms.flatMap(alarmTexts), ...changes, ...faults];
  console.log(summary(kills, alarms, seed));
  for (const line of found) console.log(`  ${line}`);
  if (values.write && allDeviations) writeFileSync(`${shippedFolder()}/PROOF.md`, matrixText(rows));
  return found.length === 0 ? 0 : 1;
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
  const isMeant = (entry: Entry) =>
    words === null || words.includes(entry.id) || (entry.kind === 'deviation' && words.includes(entry.rule));
  const meant = entries.filter(isMeant);
  if (meant.length === 0) throw new Error(`there is no deviation, variant or rule ${only}`);
  const draw = seededDraws(seed);
  const drawn = sample === undefined ? meant : shuffled(meant, draw).slice(0, Number(sample));
  const broken = drawn.filter((entry): entry is Deviation => entry.kind === 'deviation');
  const ids = drawn.filter(({ kind }) => kind === 'variant').map(({ id }) => id);
  const alone = ids.map((id): Company => ({ ids: [id], spares: [] }));
  const together = ids.length < COMBINED ? [] : combinations(ids, draw);
  return [
    ...(hasDeviations(values) ? broken.map((entry): Task => ({ kind: 'deviation', entry })) : []),
    ...(hasVariants(values)
      ? [AS_IT_IS, ...together, ...alone].map((some): Task => ({ kind: 'variants', ...some }))
      : []),
  ];
}

function hasDeviations({ deviations, variants }: Values): boolean {
  return deviations === true || variants !== true;
}

function hasVariants({ deviations, variants }: Values): boolean {
  return variants === true || deviations !== true;
}

function combinations(ids: readonly string[], draw: () => number): Company[] {
  return Array.from({ length: COMBINATIONS }, () => {
    const order = shuffled(ids, draw);
    return { ids: order.slice(0, COMBINED), spares: order.slice(COMBINED, 2 * COMBINED) };
  });
}

async function perform(tasks: readonly Task[]): Promise<{ kills: Kill[]; alarms: Alarm[]; faults: string[] }> {
  const kills: Kill[] = [];
  const alarms: Alarm[] = [];
  const faults: string[] = [];
  const progress = createProgress(process.stderr, {
    isTty: process.stderr.isTTY === true,
    now: () => performance.now(),
  });
  progress.begin(tasks.length);
  await inProcesses(tasks, availableParallelism(), (done) => {
    if (done.kind === 'deviation') kills.push(done.kill);
    else if (done.kind === 'variants') alarms.push(done.alarm);
    else faults.push(`${JSON.stringify(done.task)}: ${done.message}`);
    const wrong = kills.filter(({ outcome }) => outcome !== 'killed').length + alarms.filter(isFalse).length;
    progress.update(kills.length + alarms.length + faults.length, [], wrong);
  });
  progress.end();
  return { kills, alarms, faults };
}

function isFalse({ rules, errors }: Alarm): boolean {
  return rules.length > 0 || errors.length > 0;
}

function alarmTexts({ ids, rules, unfired, errors }: Alarm): string[] {
  const what = ids.join(' with ');
  return [
    ...(rules.length > 0 ? [`${what} is lawful, and is blamed for ${rules.join(', ')}`] : []),
    ...errors.map((message) => `${what} makes the harness fail: ${message.split('\n')[0]}`),
    ...unfired.map((id) => {
      const company = ids.length > 1 ? ` beside ${ids.filter((other) => other !== id).join(' and ')}` : '';
      return `${id} changed nothing${company}: no scenario comes to where it would show`;
    }),
  ];
}

function summary(kills: readonly Kill[], alarms: readonly Alarm[], seed: string): string {
  const of = (outcome: Kill['outcome']) => kills.filter((kill) => kill.outcome === outcome).length;
  return [
    `${kills.length} deviations, ${kills.filter(({ subtle }) => subtle).length} of them subtle; seed ${seed}`,
    `  ${of('killed')} caught by the id of their rule`,
    `  ${of('killed_by_others')} caught under other ids alone`,
    `  ${of('survived')} survived`,
    `  ${of('never_fired')} never fired`,
    `${alarms.length} servers that are odd within the law`,
    `  ${alarms.filter(isFalse).length} blamed for it`,
  ].join('\n');
}
