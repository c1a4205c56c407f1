import { median } from './median.ts';
import { share, tableText, whole, yesOrNo } from './table.ts';
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
export async function imageReport(count: number, runs: number): Promise<string> {
  return [await rateReport(count, runs), await waitReport(runs)].join('\n\n');
}

async function waitReport(runs: number): Promise<string> {
  const waits: Wait[] = [];
  for (let run = 0; run < runs; run += 1) waits.push(...(await runScript<Wait[]>('servers/pictures.mjs', [])));
  const lines = [...new Set(waits.map(({ name }) => name))].map((name) => {
    const ofName = waits.filter((one) => one.name === name);
    const middle = (figure: (wait: Wait) => number) => median(ofName.map(figure));
    const times = middle(({ emulatorMs, sharpMs }) => emulatorMs / sharpMs);
    const slice = middle(({ longestCpuMs, longestMs }) => longestCpuMs ?? longestMs);
    const isReached = times <= TIMES_SHARP && slice <= LONGEST_SLICE_MS;
    const figures = [middle(({ emulatorMs }) => emulatorMs), middle(({ sharpMs }) => sharpMs)].map(whole);
    const longest = [middle(({ longestMs }) => longestMs), slice].map(whole);
    return [name, ...figures, share(times), ...longest, yesOrNo(isReached)];
  });
  const wanted = `(at most ${TIMES_SHARP} times what sharp takes to decode, composite and encode as many, and ${LONGEST_SLICE_MS} ms of work at a time)`;
  const header = [
    'pictures, from the start of the work',
    'ms',
    'sharp alone',
    'times',
    'main thread held ms',
    'its work ms',
    'reached',
  ];
  return `${tableText(header, lines)}\n${wanted}`;
}

/** Results a second at 1024 x 1024, beside sharp decoding and encoding the same picture. */
async function rateReport(count: number, runs: number): Promise<string> {
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
