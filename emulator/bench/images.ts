import { median } from './median.ts';
import { share, tableText } from './table.ts';
import { runScript } from './virtual-time.ts';

const OPERATIONS = ['makeup.apply', 'hair.try_on', 'skin.analyze'] as const;

type Figures = Record<'sharp' | (typeof OPERATIONS)[number], number>;

/** Results a second at 1024 x 1024, beside sharp decoding and encoding the same picture. */
export async function imageReport(count: number, runs: number): Promise<string> {
  const figures: Figures[] = [];
  for (let run = 0; run < runs; run += 1) figures.push(await runScript<Figures>('servers/images.mjs', [String(count)]));
  const middle = (name: keyof Figures) => median(figures.map((one) => one[name]));
  const reference = middle('sharp');
  const lines = OPERATIONS.map((name) => [
    name,
    middle(name).toFixed(1),
    reference.toFixed(1),
    share(middle(name) / reference),
  ]);
  return tableText(['pictures a second, 1024 x 1024', 'emulator', 'sharp alone', 'of it'], lines);
}
