import { parseArgs } from 'node:util';
import { endChildrenWithBench } from './children.ts';
import { imageReport } from './images.ts';
import { CONNECTIONS } from './load.ts';
import { packageReport } from './package.ts';
import { costReport, memoryReport, pageReport, rateReport, startReport } from './report.ts';
import { type Pace, type RowResult, runRounds } from './rounds.ts';
import { ROWS } from './rows.ts';
import { timeStarts } from './start-up.ts';
import { dayReport, outageReport } from './virtual-time.ts';

const USUAL: Pace = { rounds: 5, roundMs: 800, warmUpMs: 1_000, starts: 11 };
const QUICK: Pace = { rounds: 3, roundMs: 250, warmUpMs: 500, starts: 5 };
const START = 'start';
const DAY = 'day';
const OUTAGE = 'outage';
const IMAGES = 'images';
/** It packs, and installs what it is measured beside: only where it is asked for. */
const PACKAGE = 'package';
const APART = [START, DAY, OUTAGE, IMAGES, PACKAGE];
const OPTIONS = { quick: { type: 'boolean' }, only: { type: 'string' }, profile: { type: 'string' } } as const;

const NAMES = [...new Set(ROWS.map(({ name }) => name)), ...APART];

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
  for (const name of wanted.filter((name) => !APART.includes(name))) {
    results.push(...(await runRounds(rowsNamed(name), { ...pace, profileTo: profile ?? null })));
    console.error(`  ${name} is done`);
  }
  const parts = results.length > 0 ? [rateReport(results), costReport(results), pageReport(results)] : [];
  for (const name of wanted.filter((name) => APART.includes(name))) parts.push(await reportApart(name, quick, pace));
  if (results.length > 0) parts.push(memoryReport(results));
  console.log(parts.filter((part) => part !== null).join('\n\n'));
}

function reportApart(name: string, quick: boolean, { starts, rounds, roundMs }: Pace): Promise<string> {
  if (name === START) return timeStarts(starts).then(startReport);
  if (name === DAY) return dayReport(quick ? [10_000] : [10_000, 100_000], quick ? 1 : 3);
  if (name === PACKAGE) return packageReport(starts);
  if (name === IMAGES) return imageReport(quick ? 4 : 12, quick ? 1 : 3);
  return outageReport(quick ? 1 : rounds, roundMs);
}

function rowsNamed(wanted: string) {
  return ROWS.filter(({ name }) => name === wanted);
}
