import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { fileProblem, LARGEST_TEXT } from '../../../shared/named-file.ts';
import { SUITE_FILE } from '../own/suite-file.ts';
import { childOf, type MapNode, type Node } from '../yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';

/** What files of these kinds are sent as, unless `type` says otherwise. */
const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json',
};

/**
 * A body with a file, as one with the bytes that are in it: they go into the recording as all others do. The file lies beside
 * the scenario or elsewhere in the folder of its suite, and never outside of that.
 */
export function withFile(body: Node, problems: Problem[]): Node {
  const file = childOf(body, 'file');
  if (body.kind !== 'map' || file === undefined) return body;
  const refuse = (message: string) => {
    problems.push({ place: file.place, message });
    return body;
  };
  if (file.kind !== 'scalar' || typeof file.value !== 'string' || file.value.includes('${'))
    return refuse('file must be the path of a file, written out');
  const beside = dirname(resolve(body.place.file));
  const path = resolve(beside, file.value);
  if (!existsSync(path)) return refuse(`there is no file ${file.value} beside the scenario`);
  const problem = fileProblem(statSync(path), LARGEST_TEXT);
  if (problem !== null) return refuse(`${file.value} ${problem}`);
  if (isOutside(realpathSync(path), realpathSync(suiteFolderAround(beside))))
    return refuse(`${file.value} lies outside of the folder of the suite; copy it there`);
  return bodyWith(body, file, path);
}

function bodyWith(body: MapNode, file: Node, path: string): Node {
  const scalar = (key: string, value: string) => ({
    key,
    keyPlace: file.place,
    value: { kind: 'scalar' as const, value, place: file.place },
  });
  const standard = TYPES[extname(path).toLowerCase()];
  const entries = body.entries.filter(({ key }) => key !== 'file');
  const typed = childOf(body, 'type') === undefined && standard !== undefined ? [scalar('type', standard)] : [];
  return { ...body, entries: [...entries, ...typed, scalar('base64', readFileSync(path).toString('base64'))] };
}

/** The folder with the suite.yaml above a scenario; where there is none, that of the scenario itself. */
function suiteFolderAround(folder: string, from: string = folder): string {
  if (existsSync(join(folder, SUITE_FILE))) return folder;
  const above = dirname(folder);
  return above === folder ? from : suiteFolderAround(above, from);
}

function isOutside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way;
}
