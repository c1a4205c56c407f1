import { parseArgs } from 'node:util';
import { endChildrenWithBench } from './children.ts';
import { crowdReport } from './crowds.ts';
import { imageReport } from './images.ts';
import { CONNECTIONS } from './load.ts';
import { boundReport } from './memory.ts';
import { packageReport } from './package.ts';
import { costReport, memoryReport, pageReport, rateReport, startReport } from './report.ts';
import { type Pace, type RowResult, runRounds } from './rounds.ts';
import { ROWS } from './rows.ts';
import { timeStarts } from './start-up.ts';
import { dayReport, outageReport } from './virtual-time.ts';

const USUAL: Pace = { rounds: 5, roundMs: 800, warmUpMs: 1_000, starts: 11 };
const QUICK: Pace = { rounds: 3, roundMs: 250, warmUpMs: 500, starts: 5 };
/** It packs, and installs what it is measured beside: only where it is asked for. */
const PACKAGE = 'package';

/** What is measured apart from the rows, by its name. */
const APART: Record<string, (quick: boolean, pace: Pace) => Promise<string>> = {
  start: (_, { starts }) => timeStarts(starts).then(startReport),
  day: (quick) => dayReport(quick ? [10_000] : [10_000, 100_000], quick ? 1 : 3),
  outage: (quick, { rounds, roundMs }) => outageReport(quick ? 1 : rounds, roundMs),
  crowds: (quick) => crowdReport(quick ? 1 : 3),
  images: (quick) => imageReport(quick ? 4 : 12, quick ? 1 : 3),
  memory: (quick) => boundReport(quick ? 20 : 40),
  [PACKAGE]: (_, { starts }) => packageReport(starts),
};
const OPTIONS = { quick: { type: 'boolean' }, only: { type: 'string' }, profile: { type: 'string' } } as const;

const NAMES = [...new Set(ROWS.map(({ name }) => name)), ...Object.keys(APART)];

endChildrenWithBench();
await main().catch((error: Error) => {
  console.error(`bench: ${error.message}`);
  process.exit(1);
});

async function main(): Promise<void> {
  const { quick = false, only, profile } = parseArgs({ options: OPTIONS }).values;
  if (only !== undefined && !NAMES.includes(only)) {
    throw new Error(`--only takes one of ${NAMES.join(', ')}, not ${only}`);
  }
  const pace = quick ? QUICK : USUAL;
  const { rounds, roundMs, starts } = pace;
  const wanted = NAMES.filter((name) => (only === undefined ? name !== PACKAGE : only === name));
  console.log(`${CONNECTIONS} connections, medians of ${rounds} rounds of ${roundMs} ms and of ${starts} starts\n`);
  const results: RowResult[] = [];
  for (const name of wanted.filter((name) => APART[name] === undefined)) {
    results.push(...(await runRounds(rowsNamed(name), { ...pace, profileTo: profile ?? null })));
    console.error(`  ${name} is done`);
  }
  const parts = results.length > 0 ? [rateReport(results), costReport(results), pageReport(results)] : [];
  for (const report of wanted.flatMap((name) => APART[name] ?? [])) parts.push(await report(quick, pace));
  if (results.length > 0) parts.push(memoryReport(results));
  console.log(parts.filter((part) => part !== null).join('\n\n'));
}

function rowsNamed(wanted: string) {
  return ROWS.filter(({ name }) => name === wanted);
}
