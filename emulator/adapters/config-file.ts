import type * as z from 'zod';
import { FileRefused, textOfNamed } from '../../shared/named-file.ts';
import { type Node, type Place, plain } from '../../shared/yaml/node.ts';
import { BadInput, inputProblems, pathText } from '../domain/values/bad-input.ts';

/** Reads a YAML file and returns it as written if a schema accepts it. Problems are reported with line and column. */
export async function readYamlFile<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.input<Schema>> {
  const text = readText(file);
  const { readYaml } = await import('../../shared/yaml/read-yaml.ts');
  const { nodes, problems } = readYaml(file, text);
  const [node = NOTHING, more] = nodes;
  if (more !== undefined) problems.push({ place: more.place, message: 'this begins a second document; remove it' });
  const refuse = (found: typeof problems): never => {
    const fields = found.map(({ place, message: problem }) => ({
      path: `${file}:${place.line}:${place.column}`,
      problem,
    }));
    throw new BadInput(file, fields);
  };
  if (problems.length > 0) return refuse(problems);
  const written = plain(node) as z.input<Schema>;
  const parsed = schema.safeParse(written);
  if (parsed.success) return written;
  return refuse(
    inputProblems(schema, parsed.error).map(({ at, problem }) => ({
      place: placeOf(node, at),
      message: at.length === 0 ? problem : `${pathText(at)} ${problem}`,
    })),
  );
}

const NOTHING: Node = { kind: 'map', entries: [], place: { file: '', line: 1, column: 1 } };

/** The place of a field by its name, and of an item; where there is none, that of the nearest enclosing value. */
function placeOf(node: Node, [first, ...rest]: readonly PropertyKey[]): Place {
  const entry = node.kind === 'map' ? node.entries.find(({ key }) => key === String(first)) : undefined;
  if (entry !== undefined) return rest.length === 0 ? entry.keyPlace : placeOf(entry.value, rest);
  const item = node.kind === 'list' ? node.items[Number(first)] : undefined;
  return item === undefined ? node.place : placeOf(item, rest);
}

function readText(file: string): string {
  try {
    return textOfNamed(file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const problem = error instanceof FileRefused ? error.message : (PROBLEMS[code] ?? 'cannot be read');
    throw new BadInput(file, [{ path: file, problem }]);
  }
}

const PROBLEMS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder; Docker creates one if the mounted file does not exist',
  EACCES: 'cannot be read: permission denied',
};
