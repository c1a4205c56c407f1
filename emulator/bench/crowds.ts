import { median } from './median.ts';
import { tableText, whole, yesOrNo } from './table.ts';
import { runScript } from './virtual-time.ts';

const WORLDS = 2_000;
const WORLDS_MILLISECONDS = 5_000;
const WAITERS = 1_000;
/** For all who wait together: to begin, and with each request that comes meanwhile. */
const BEGIN_MILLISECONDS = 3_500;
const BESIDE_MILLISECONDS = 5;

type Crowds = { worldsMs: number; beginMs: number; aloneMs: number; besideMs: number };

/** Many worlds in one emulator, and many who wait for a request in one of them. */
export async function crowdReport(rounds: number): Promise<string> {
  const runs: Crowds[] = [];
  for (let round = 0; round < rounds; round += 1)
    runs.push(await runScript<Crowds>('servers/crowds.mjs', [String(WORLDS), String(WAITERS)]));
  const middle = (name: keyof Crowds) => median(runs.map((run) => run[name]));
  const more = middle('besideMs') - middle('aloneMs');
  const lines = [
    [`${whole(WORLDS)} worlds made`, middle('worldsMs'), WORLDS_MILLISECONDS],
    [`${whole(WAITERS)} who begin to wait, behind 10,000 requests`, middle('beginMs'), BEGIN_MILLISECONDS],
    [`a request beside them takes longer by`, more, BESIDE_MILLISECONDS],
  ] as const;
  return tableText(
    ['crowds', 'ms', 'to reach', 'reached'],
    lines.map(([what, ms, most]) => [what, ms.toFixed(1), `<= ${whole(most)}`, yesOrNo(ms <= most)]),
  );
}
