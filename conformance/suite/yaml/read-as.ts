import * as z from 'zod/mini';
import { didYouMean } from '../../../shared/nearest.ts';
import { type Node, type Place, plain } from '../../../shared/yaml/node.ts';
import { type Problem, unknownFields } from './problem.ts';
import { aboutOf } from './schema-parts.ts';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;
type Path = readonly PropertyKey[];

/** Reads a node by a schema. Returns null, and reports each mistake at its place, if the node does not match. */
export function readAs<Schema extends z.ZodMiniType>(
  schema: Schema,
  node: Node,
  what: string,
  problems: Problem[],
): z.output<Schema> | null {
  const read = parse(schema, plain(node));
  if ('value' in read) return read.value;
  for (const { of, field, message } of read.mistakes)
    problems.push({ place: placeOf(node, of, field), message: `${pathText(of) || what} ${message}` });
  return null;
}

/** Returns the mistakes in a value without places, such as JSON, each with a pointer to it. */
export function mistakesIn(schema: z.ZodMiniType, value: unknown): string[] {
  const read = parse(schema, value);
  return 'value' in read ? [] : read.mistakes.map(({ of, message }) => `/${of.join('/')} ${message}`);
}

/** A message without its subject, which is at `of`. If `field` is set, the mistake is an unknown field of that name. */
type Mistake = { of: Path; field: string | null; message: string };

function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): { value: z.output<Schema> } | { mistakes: Mistake[] } {
  // Each schema is used only a few times, so compiling a parser would cost more than it saves.
  const parsed = schema.safeParse(value, { jitless: true, reportInput: true, error: sentence });
  if (parsed.success) return { value: parsed.data };
  return { mistakes: parsed.error.issues.flatMap(meant).flatMap(mistakesOf) };
}

function mistakesOf({ path, message, input, ...issue }: Issue): Mistake[] {
  if (issue.code === 'unrecognized_keys')
    return message.split('\n').map((line, index) => ({ of: path, field: issue.keys[index] ?? null, message: line }));
  if (input !== undefined) return [{ of: path, field: null, message }];
  const about = message === '' ? '' : `: ${message}`;
  return [{ of: path.slice(0, -1), field: null, message: `needs ${String(path.at(-1))}${about}` }];
}

/** For a union, returns the mistakes in the form that the value resembles, or that it resembles none. */
function meant(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const begun = issue.errors.find((form) => !form.some(({ path, code }) => path.length === 0 && isOtherKind(code)));
  if (begun === undefined) return [issue];
  return begun.flatMap((inner) => meant({ ...inner, path: [...issue.path, ...inner.path] }));
}

function isOtherKind(code: Issue['code']): boolean {
  return code === 'invalid_type' || code === 'invalid_value';
}

/** Describes a mistake, without its subject. For a missing value, describes what it would be. */
function sentence(issue: RawIssue): string {
  const { inst, input } = issue;
  if (input === undefined) return inst instanceof z.core.$ZodType ? aboutOf(inst) : '';
  const names = inst instanceof z.ZodMiniObject ? Object.keys(inst.shape) : [];
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys, names).join('\n');
  if (issue.code === 'invalid_value') return otherWord(issue.values, input);
  if (issue.code === 'invalid_union' && Array.isArray(issue.options)) return otherWord(issue.options, input);
  if (issue.code === 'invalid_type')
    return `must be ${KINDS[issue.expected] ?? issue.expected}${names.length > 0 ? ` of ${names.join(', ')}` : ''}`;
  return 'is not valid';
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
};

/** Some YAML readers accept on and off as booleans, so booleans are not listed. */
function otherWord(values: readonly unknown[], input: unknown): string {
  const words = values.filter((value) => typeof value !== 'boolean').map(String);
  const isWord = typeof input === 'string';
  return `is ${words.join(' or ')}${isWord ? `, not ${input}${didYouMean(input, words)}` : ''}`;
}

/** `keys.primary`, `arms[0].name`. A list item has the name of its list, since its place identifies the item. */
function pathText(path: Path): string {
  const named = path.slice(0, path.findLastIndex((part) => typeof part !== 'number') + 1);
  const text = named.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text.replace(/^\./, '');
}

function placeOf(node: Node, [first, ...rest]: Path, field: string | null): Place {
  if (node.kind === 'map') {
    const entry = node.entries.find(({ key }) => key === (first ?? field));
    if (entry !== undefined) return first === undefined ? entry.keyPlace : placeOf(entry.value, rest, field);
  }
  const item = node.kind === 'list' ? node.items[Number(first)] : undefined;
  return item === undefined ? node.place : placeOf(item, rest, field);
}
