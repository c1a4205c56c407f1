import { parseArgs } from 'node:util';
import { endChildrenWithBench } from './children.ts';
import { crowdFigures } from './crowds.ts';
import { dataFigures } from './data.ts';
import type { Figure } from './figure.ts';
import { figuresReport } from './figures-table.ts';
import { growthReport } from './growth.ts';
import { imageFigures } from './images.ts';
import { keepRun, lastRun, machineName } from './last-run.ts';
import { CONNECTIONS } from './load.ts';
import { logFigures } from './log.ts';
import { boundFigures } from './memory.ts';
import { packageFigures } from './package.ts';
import { memoryFigures, pageFigures, rowFigures, startFigures } from './report.ts';
import { type Pace, type RowResult, runRounds } from './rounds.ts';
import { ROWS } from './rows.ts';
import { soakReport } from './soak.ts';
import { timeStarts } from './start-up.ts';
import { varyFigures } from './vary.ts';
import { dayFigures, outageFigures } from './virtual-time.ts';

const USUAL: Pace = { rounds: 5, roundMs: 800, warmUpMs: 1_000, starts: 11 };
const QUICK: Pace = { rounds: 3, roundMs: 250, warmUpMs: 500, starts: 5 };
/** It packs, and installs what it is measured beside: only where it is asked for. */
const PACKAGE = 'package';

/** What is measured apart from the rows, by its name. */
const APART: Record<string, (quick: boolean, pace: Pace) => Promise<Figure[]>> = {
  start: (_, { starts }) => timeStarts(starts).then(startFigures),
  day: (quick) => dayFigures(quick ? [10_000] : [10_000, 100_000], quick ? 1 : 3),
  outage: (quick, { rounds, roundMs }) => outageFigures(quick ? 1 : rounds, roundMs),
  log: (_, { rounds, roundMs }) => logFigures(rounds, roundMs),
  crowds: (quick) => crowdFigures(quick ? 1 : 3),
  images: (quick) => imageFigures(quick ? 4 : 12, quick ? 1 : 3),
  memory: (quick) => boundFigures(quick ? 20 : 40),
  data: (quick, { rounds, roundMs }) => dataFigures(rounds, roundMs, quick ? 10_000 : 100_000),
  vary: (quick) => varyFigures(quick ? 12 : 60),
  [PACKAGE]: (_, { starts }) => packageFigures(starts),
};
/** These take their time and give tables or pictures of their own: only where one is asked for, and then it alone. */
const LONG: Record<string, (quick: boolean, minutes: number) => Promise<string>> = {
  growth: (quick) => growthReport(quick),
  soak: (_, minutes) => soakReport(minutes),
};
const OPTIONS = {
  quick: { type: 'boolean' },
  only: { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean' },
  keep: { type: 'boolean' },
  minutes: { type: 'string', default: '30' },
} as const;

const NAMES = [...new Set(ROWS.map(({ name }) => name)), ...Object.keys(APART)];

endChildrenWithBench();
await main().catch((error: Error) => {
  console.error(`bench: ${error.message}`);
  process.exit(1);
});

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const { quick = false, only, profile = null, json = false, keep = false, minutes } = values;
  const chosen = [...positionals, ...(only === undefined ? [] : [only])];
  const [first = '', ...others] = chosen;
  const long = others.length === 0 ? LONG[first] : undefined;
  if (long !== undefined) return console.log(await long(quick, Number(minutes)));
  const unknown = chosen.find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `there is no ${unknown} to measure; take some of ${NAMES.join(', ')}, or one of ${Object.keys(LONG).join(', ')}`,
    );
  if (keep && quick) throw new Error('--quick is rough: a run that is kept takes its time');
  const wanted = chosen.length > 0 ? chosen : NAMES.filter((name) => name !== PACKAGE);
  const figures = await measured(wanted, quick, profile);
  const [machine, day] = [machineName(), new Date().toISOString().slice(0, 10)];
  if (json) console.log(JSON.stringify({ day, machine, figures }, null, 2));
  else console.log(figuresReport(figures, lastRun(), machine));
  if (keep) keepRun(figures, machine, day);
}

async function measured(wanted: readonly string[], quick: boolean, profileTo: string | null): Promise<Figure[]> {
  const pace = quick ? QUICK : USUAL;
  const { rounds, roundMs, starts } = pace;
  console.error(`${CONNECTIONS} connections, medians of ${rounds} rounds of ${roundMs} ms and of ${starts} starts`);
  const results: RowResult[] = [];
  const apart: Figure[] = [];
  for (const name of wanted) {
    const own = APART[name];
    if (own !== undefined) apart.push(...(await own(quick, pace)));
    else results.push(...(await runRounds(rowsNamed(name), { ...pace, profileTo })));
    console.error(`  ${name} is done`);
  }
  return [...results.flatMap(rowFigures), ...pageFigures(results), ...apart, ...results.flatMap(memoryFigures)];
}

function rowsNamed(wanted: string) {
  return ROWS.filter(({ name }) => name === wanted);
}
