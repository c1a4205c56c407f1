import { aligned } from './aligned.ts';

/** A part of the project with a budget. */
type Room = {
  name: string;
  /** The number of lines that it should not exceed. */
  budget: number | null;
  holds(path: string): boolean;
};

export type Size = { room: string; files: number; lines: number; budget: number | null };

const CODE = /\.(?:tsx?|mjs|js|css|html|py|sh)$/;
const TEST = /\.test\.\w+$|(?:^|\/)testing\//;
const PRODUCT = /^(?:emulator|conformance|shared|console|fixtures|docker)\//;
/** Generated text. Lock files and pictures do not count. */
const GENERATED = [
  /\/generated\//,
  /^docs\/reference\//,
  /^docs\/public-api\/(?:(?:digest|sentences)\.txt$|verdicts\/)/,
  /^scenarios\/(?:PROOF\.md$|schema\/)/,
  /^fixtures\/(?:golden\.json$|faces\/.*\.json$)/,
  /^lab\/bench\/last\.json$/,
];

/** A file belongs to the first room that contains it. Files in no room are not counted. */
const ROOMS: readonly Room[] = [
  { name: 'generated text', budget: 14_000, holds: (path) => GENERATED.some((pattern) => pattern.test(path)) },
  { name: 'tests', budget: 47_000, holds: (path) => CODE.test(path) && TEST.test(path) },
  { name: 'product', budget: 75_000, holds: (path) => CODE.test(path) && PRODUCT.test(path) },
  { name: 'lab', budget: 19_000, holds: (path) => CODE.test(path) && path.startsWith('lab/') },
  { name: 'scenarios (YAML)', budget: null, holds: (path) => /^scenarios\/.*\.yaml$/.test(path) },
];

export function sizesOf(paths: readonly string[], linesIn: (path: string) => number): Size[] {
  const sizes = ROOMS.map(({ name, budget }): Size => ({ room: name, files: 0, lines: 0, budget }));
  for (const path of paths) {
    const size = sizes[ROOMS.findIndex(({ holds }) => holds(path))];
    if (size === undefined) continue;
    size.files += 1;
    size.lines += linesIn(path);
  }
  return sizes;
}

export function isOver({ lines, budget }: Size): boolean {
  return budget !== null && lines > budget;
}

export function sizeTable(sizes: readonly Size[]): string {
  const rows = sizes.map((size) => [
    size.room,
    numberText(size.files),
    numberText(size.lines),
    size.budget === null ? '–' : numberText(size.budget),
    isOver(size) ? `${numberText(size.lines - (size.budget ?? 0))} over` : '',
  ]);
  return aligned([['', 'files', 'lines', 'budget', ''], ...rows]);
}

function numberText(number: number): string {
  return number.toLocaleString('en');
}
