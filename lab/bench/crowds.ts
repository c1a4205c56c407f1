import { median } from '../../shared/median.ts';
import { type Figure, figure } from './figure.ts';
import { whole } from './table.ts';
import { runScript } from './virtual-time.ts';

const WORLDS = 2_000;
const WORLDS_MILLISECONDS = 5_000;
const WAITERS = 1_000;
/** For all who wait together: to begin, and with each request that comes meanwhile. */
const BEGIN_MILLISECONDS = 3_500;
const BESIDE_MILLISECONDS = 5;

type Crowds = { worldsMs: number; beginMs: number; aloneMs: number; besideMs: number };

/** Many worlds in one emulator, and many who wait for a request in one of them. */
export async function crowdFigures(rounds: number): Promise<Figure[]> {
  const runs: Crowds[] = [];
  for (let round = 0; round < rounds; round += 1)
    runs.push(await runScript<Crowds>('servers/crowds.mjs', [String(WORLDS), String(WAITERS)]));
  const middle = (name: keyof Crowds) => median(runs.map((run) => run[name]));
  return [
    figure(`crowds: ${whole(WORLDS)} worlds made`, [middle('worldsMs'), 'ms'], { atMost: WORLDS_MILLISECONDS }),
    figure(`crowds: ${whole(WAITERS)} begin to wait, behind 10,000 requests`, [middle('beginMs'), 'ms'], {
      atMost: BEGIN_MILLISECONDS,
    }),
    figure('crowds: a request beside them takes longer by', [middle('besideMs') - middle('aloneMs'), 'ms'], {
      atMost: BESIDE_MILLISECONDS,
    }),
  ];
}
