import { runAll, runPlain } from '../../emulator/cli/vary/run-all.ts';
import type { RunSettings } from '../../emulator/cli/vary/run-once.ts';
import { chooseVariations } from '../../emulator/vary/choose.ts';
import type { Variation } from '../../emulator/vary/facts.ts';
import type { Row } from '../../emulator/vary/report/report.ts';
import { judgePlain } from '../../emulator/vary/verdict.ts';

/** The result for a client: its rows, or why its own tests fail without any variation. */
export type Certified = { rows: readonly Row[]; ownTests: string | null };

type Options = {
  variations: readonly Variation[];
  jobs: number;
  /** Stops the run at the first row for which this returns true. */
  isEnough?(row: Row): boolean;
};

/** Runs the tests of a client as `tryon-emulator vary` does. */
export async function certify(
  command: readonly string[],
  { variations, jobs, isEnough = () => false }: Options,
): Promise<Certified> {
  const stopped = new AbortController();
  const settings: RunSettings = {
    ...{ command, flags: {}, results: [], readsUsual: false, timeout: 120_000, signal: stopped.signal },
  };
  const plain = await runPlain(settings);
  if ('unjudged' in plain) return { rows: [], ownTests: plain.output || plain.unjudged };
  const own = judgePlain(plain.ran, []);
  const rows: Row[] = own === null ? [] : [own];
  if (rows.some(isEnough)) return { rows, ownTests: null };
  const { met } = chooseVariations(variations, plain.ran.seen);
  const timeout = 5 * plain.ran.took + 30_000;
  await runAll(met, { ...settings, timeout, jobs, ignore: [], plain }, (row) => {
    rows.push(row);
    if (isEnough(row)) stopped.abort();
  });
  return { rows, ownTests: null };
}
