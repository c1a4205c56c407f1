import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { BadInput, inputProblems, pathText } from '../domain/values/bad-input.ts';

/** Reads a YAML file that a schema accepts, as it was written. What is wrong is named with its line and column. */
export async function readYamlFile<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.input<Schema>> {
  const text = readText(file);
  const { LineCounter, isNode, isPair, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    throw new BadInput(
      file,
      document.errors.map(({ pos, message }) => ({ path: place(pos[0]), problem: message.split('\n')[0] ?? message })),
    );
  }
  const written = document.toJS() ?? {};
  const parsed = schema.safeParse(written);
  if (parsed.success) return written;

  /** Where a path begins in the text: its key where it has one, else the nearest thing around it. */
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

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const problem = PROBLEMS[(error as NodeJS.ErrnoException).code ?? ''] ?? 'cannot be read';
    throw new BadInput(file, [{ path: file, problem }]);
  }
}

const PROBLEMS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder; Docker makes one where the file that is mounted is not there',
  EACCES: 'may not be read by you',
};
