import { median } from '../../shared/median.ts';
import { type Figure, figure } from './figure.ts';
import { whole } from './table.ts';
import { runScript } from './virtual-time.ts';

const OPERATIONS = ['makeup.apply', 'hair.try_on', 'skin.analyze'] as const;

type Figures = Record<'sharp' | (typeof OPERATIONS)[number], number>;

/** What somebody waits for, and how long everybody else does. */
type Wait = {
  name: string;
  pictures: number;
  sharpMs: number;
  emulatorMs: number;
  /** The longest time in which the main thread did nothing but one thing; what it worked in that time, where the machine tells. */
  longestMs: number;
  longestCpuMs: number | null;
};

const TIMES_SHARP = 2;
const LONGEST_SLICE_MS = 20;

/** Results a second, and what somebody waits for; each beside sharp alone. */
export async function imageFigures(count: number, runs: number): Promise<Figure[]> {
  return [...(await rateFigures(count, runs)), ...(await waitFigures(runs))];
}

async function waitFigures(runs: number): Promise<Figure[]> {
  const waits: Wait[] = [];
  for (let run = 0; run < runs; run += 1) waits.push(...(await runScript<Wait[]>('servers/pictures.mjs', [])));
  return [...new Set(waits.map(({ name }) => name))].flatMap((name) => {
    const ofName = waits.filter((one) => one.name === name);
    const middle = (read: (wait: Wait) => number) => median(ofName.map(read));
    const times = middle(({ emulatorMs, sharpMs }) => emulatorMs / sharpMs);
    const slice = middle(({ longestCpuMs, longestMs }) => longestCpuMs ?? longestMs);
    const took = {
      emulator: `${whole(middle((one) => one.emulatorMs))} ms`,
      sharp: `${whole(middle((one) => one.sharpMs))} ms`,
    };
    const held = { 'held for': `${whole(middle((one) => one.longestMs))} ms` };
    return [
      figure(
        `pictures, ${name}: times what sharp takes to decode, composite and encode`,
        [times, 'of'],
        { atMost: TIMES_SHARP },
        took,
      ),
      figure(`pictures, ${name}: longest work of the main thread`, [slice, 'ms'], { atMost: LONGEST_SLICE_MS }, held),
    ];
  });
}

/** Results a second at 1024 x 1024, beside sharp decoding and encoding the same picture. */
async function rateFigures(count: number, runs: number): Promise<Figure[]> {
  const all: Figures[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await runScript<Figures>('servers/images.mjs', [String(count)]));
  const middle = (name: keyof Figures) => median(all.map((one) => one[name]));
  const reference = middle('sharp');
  return OPERATIONS.map((name) => {
    const beside = { emulator: `${middle(name).toFixed(1)} /s`, sharp: `${reference.toFixed(1)} /s` };
    return figure(`pictures of ${name}: share of sharp`, [middle(name) / reference, 'of'], {}, beside);
  });
}
