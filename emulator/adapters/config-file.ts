import type * as z from 'zod';
import { FileRefused, textOfNamed } from '../../shared/named-file.ts';
import { BadInput, inputProblems, pathText } from '../domain/values/bad-input.ts';

/** Reads a YAML file and returns it as written if a schema accepts it. Problems are reported with line and column. */
export async function readYamlFile<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.input<Schema>> {
  const text = readText(file);
  const { LineCounter, isNode, isPair, isScalar, parseDocument, visit } = await import('yaml');
  const lines = new LineCounter();
  // Duplicate fields are checked below, because the package compares each field with all others.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const problems = document.errors.map(({ code, pos, message }) => ({
    path: place(pos[0]),
    problem: code === 'RESOURCE_EXHAUSTION' ? 'is nested too deep' : `this is not YAML: ${plain(message)}`,
  }));
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const key of items.flatMap(({ key }) => (isScalar(key) ? [key] : []))) {
        if (seen.has(key.value))
          problems.push({ path: place(key.range?.[0] ?? 0), problem: `${key.value} is a duplicate; remove one` });
        seen.add(key.value);
      }
    },
  });
  if (problems.length > 0) throw new BadInput(file, problems);
  const written = writtenIn(file, () => document.toJS()) ?? {};
  const parsed = schema.safeParse(written);
  if (parsed.success) return written;

  /** The offset of a path in the text: of its key if there is one, otherwise of the nearest enclosing node. */
  const offsetOf = (path: readonly PropertyKey[]): number => {
    if (path.length === 0) return document.contents?.range?.[0] ?? 0;
    const parent = document.getIn(path.slice(0, -1), true);
    const pairs = parent !== null && typeof parent === 'object' && 'items' in parent ? (parent.items as unknown[]) : [];
    const last = path.at(-1);
    const pair = pairs.find((item) => isPair(item) && String(item.key) === String(last));
    if (isPair(pair) && isNode(pair.key)) return pair.key.range?.[0] ?? 0;
    const item = typeof last === 'number' ? pairs[last] : undefined;
    return isNode(item) ? (item.range?.[0] ?? 0) : offsetOf(path.slice(0, -1));
  };
  throw new BadInput(
    file,
    inputProblems(schema, parsed.error).map(({ at, problem }) => ({
      path: place(offsetOf(at)),
      problem: at.length === 0 ? problem : `${pathText(at)} ${problem}`,
    })),
  );
}

/** Without the place, which the parser repeats, and the line that it quotes. */
function plain(message: string): string {
  const [first = message] = message.split('\n');
  return first.replace(/ at line \d+, column \d+:?$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** Aliases may expand to more than fits into memory; the package stops before that. */
function writtenIn<Value>(file: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const { message } = error as Error;
    const isTooMuch = message.startsWith('Excessive alias count');
    const problem = isTooMuch ? 'its aliases expand to too many values; use fewer aliases' : message;
    throw new BadInput(file, [{ path: file, problem }]);
  }
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
