export type File = { path: string; text: string };
export type Size = { files: number; lines: number; bytes: number };
export type Sizes = Record<Room, Size>;

const CODE = /\.(?:tsx?|mjs|cjs|js|css|html|py|sh|go|java)$/;
const TEST = /\.test\.\w+$|(?:^|\/)testing\//;
const PRODUCT = /^(?:emulator|conformance|shared|fixtures|docker)\//;
const GENERATED = [
  /\/generated\//,
  /^docs\/(?:public-api|reference)\//,
  /^scenarios\/PROOF\.md$/,
  /^fixtures\/(?:golden\.json$|(?:faces|magic)\/.*\.json$)/,
  /^lab\/bench\/last\.json$/,
];
/** Guides, lock files, pictures and packed files. */
const UNCOUNTED = /\.(?:md|png|jpeg|webp|gz|session|world)$|(?:^|\/)(?:package-lock\.json|LICENSE|llms\.txt)$/;

/** A file belongs to the first room that holds it. */
const ROOMS = {
  generated: (path: string) => GENERATED.some((pattern) => pattern.test(path)),
  tests: (path: string) => CODE.test(path) && TEST.test(path),
  console: (path: string) => path.startsWith('console/'),
  product: (path: string) => CODE.test(path) && PRODUCT.test(path),
  lab: (path: string) => path.startsWith('lab/'),
  scenarios: (path: string) => path.startsWith('scenarios/'),
  'examples, settings': () => true,
};
export type Room = keyof typeof ROOMS;
export const ROOM_NAMES = Object.keys(ROOMS) as Room[];

export function roomOf(path: string): Room | null {
  if (!ROOMS.generated(path) && UNCOUNTED.test(path)) return null;
  return ROOM_NAMES.find((name) => ROOMS[name](path)) ?? null;
}

export function sizesOf(files: readonly File[]): Sizes {
  const sizes = Object.fromEntries(ROOM_NAMES.map((name) => [name, { files: 0, lines: 0, bytes: 0 }])) as Sizes;
  for (const { path, text } of files) {
    const room = roomOf(path);
    if (room === null) continue;
    sizes[room].files += 1;
    sizes[room].lines += text.split('\n').length - 1;
    sizes[room].bytes += Buffer.byteLength(text);
  }
  return sizes;
}
