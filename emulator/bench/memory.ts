import { megabytes, tableText, whole, yesOrNo } from './table.ts';
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
export async function boundReport(jobs: number): Promise<string> {
  const all: [bound: string, held: Held][] = [];
  for (const bound of BOUNDS) all.push([bound, await runScript<Held>('servers/memory.mjs', [bound, String(jobs)])]);
  const lines = all.map(([bound, one]) => {
    const isSame = one.digest === all[0]?.[1].digest;
    return [
      `${whole(jobs)} jobs and as many uploads, ${bound}`,
      megabytes(one.held),
      megabytes(one.rss),
      `${one.givenUp} of ${one.results}`,
      one.refused ? 'then refused' : 'all taken',
      one.readMs.toFixed(1),
      yesOrNo(isSame),
      yesOrNo(isSame && one.held <= one.bound),
    ];
  });
  const header = [
    'bound of pictures',
    'held MB',
    'process MB',
    'results given up',
    'uploads',
    'read of a result ms',
    'same bytes',
    'reached',
  ];
  return tableText(header, lines);
}
