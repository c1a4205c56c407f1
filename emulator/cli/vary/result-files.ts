import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ResultFile } from '../../vary/results/read-results.ts';

/** Where runners of tests leave their results, unless they are told where. */
const USUAL_PLACES = [
  ...['junit*.xml', 'report*.xml', 'results*.xml', 'test-results*.xml', 'TEST-*.xml'],
  ...['reports/**/*.xml', 'test-results/**/*.xml', 'test-reports/**/*.xml', 'target/surefire-reports/*.xml'],
  ...[
    'ctrf*.json',
    'ctrf/*.json',
    'vitest*.json',
    'jest*.json',
    'test-results*.json',
    'test-results/**/*.json',
    '*.tap',
  ],
];
const NEVER = ['node_modules', '.git'];
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_DEPTH = 8;

/** The files of a folder of its own, or else those that match and were written since an instant. */
export function resultFiles(
  own: string,
  { globs, readsUsual }: { globs: readonly string[]; readsUsual: boolean },
  since: number,
): ResultFile[] {
  const given = filesBelow(own, '', 0).map((name) => ({ name, path: join(own, name) }));
  const places = (globs.length > 0 ? globs : readsUsual ? USUAL_PLACES : []).map(patternOf);
  const found =
    places.length === 0 ? [] : filesBelow('.', '', 0).filter((name) => places.some((place) => place.test(name)));
  const named = found.map((name) => ({ name, path: name }));
  return (given.length > 0 ? given : named)
    .filter(({ path }) => isOf(path, since))
    .map(({ name, path }) => ({ name, text: readFileSync(path, 'utf8') }));
}

function isOf(path: string, since: number): boolean {
  const { mtimeMs, size } = statSync(path);
  // Files keep their times less finely than the clock of the machine.
  return Math.ceil(mtimeMs) >= since - 10 && size <= MOST_BYTES;
}

function filesBelow(root: string, folder: string, depth: number): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) return [name];
    if (!entry.isDirectory() || NEVER.includes(entry.name) || depth >= MOST_DEPTH) return [];
    return filesBelow(root, name, depth + 1);
  });
}

/** `**` stands for any folders, `*` for any text within a name. */
function patternOf(glob: string): RegExp {
  const plain = glob.replace(/^\.\//, '').replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const text = plain.replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${text}$`);
}
