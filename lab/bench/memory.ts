import { type Figure, figure } from './figure.ts';
import { megabytes, whole } from './table.ts';
import { runScript } from './virtual-time.ts';

/** More than the pictures take, and about half of it. */
const BOUNDS = ['1GB', '20MB'];

type Held = {
  held: number;
  bound: number;
  givenUp: number;
  results: number;
  refused: boolean;
  readMs: number;
  digest: string;
  rss: number;
};

/** What is held of the same jobs and uploads with room for all of them, and at a bound; their results are the same bytes. */
export async function boundFigures(jobs: number): Promise<Figure[]> {
  const all: [bound: string, held: Held][] = [];
  for (const bound of BOUNDS) all.push([bound, await runScript<Held>('servers/memory.mjs', [bound, String(jobs)])]);
  return all.map(([bound, one]) => {
    if (one.digest !== all[0]?.[1].digest)
      throw new Error(`results that were given up at ${bound} are other bytes than before`);
    const beside = {
      process: `${megabytes(one.rss)} MB`,
      'given up': `${one.givenUp} of ${one.results}`,
      uploads: one.refused ? 'then refused' : 'all taken',
      'read of a result': `${one.readMs.toFixed(1)} ms`,
    };
    const name = `${whole(jobs)} jobs and as many uploads, ${bound} for pictures: held`;
    return figure(name, [one.held / 2 ** 20, 'MB'], { atMost: one.bound / 2 ** 20 }, beside);
  });
}
