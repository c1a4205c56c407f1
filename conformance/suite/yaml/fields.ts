import * as z from 'zod/mini';
import { didYouMean } from '../../../shared/nearest.ts';
import type { ListNode, MapEntry, MapNode, Node } from '../../../shared/yaml/node.ts';
import { type Problem, unknownFields } from './problem.ts';
import { readAs } from './read-as.ts';
import { aboutOf, type JsonSchema, must } from './schema-parts.ts';

/**
 * The fields of a construct, each with its description. The reader, the editor's schema and the reference all derive
 * from such a table.
 */
export type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** The fields read from a construct. A field is absent if the file lacks it, or if it was rejected. */
export type Read<Of extends Fields> = { readonly [Name in keyof Of]?: Exclude<z.output<Of[Name]>, undefined> };

/** For a field that is returned as a node: its label in the reference, and the required kind of node. */
const FORMS = z.registry<{ label: string; kind?: 'list' | 'map' }>();

export function field<Schema extends z.ZodMiniType>(about: string, schema: Schema) {
  return z.optional(schema).check(z.describe(about));
}

export function required<Schema extends z.ZodMiniType>(about: string, schema: Schema) {
  return z.nonoptional(schema).check(z.describe(about));
}

export function isRequired(schema: z.ZodMiniType): boolean {
  return schema instanceof z.ZodMiniNonOptional;
}

/** Returns what the field accepts, for the reference. */
export function labelOf(schema: z.ZodMiniType): string {
  const inner = within(schema);
  if (inner instanceof z.ZodMiniPipe) return 'text, or a list of them';
  return inner instanceof z.ZodMiniObject ? 'map' : (FORMS.get(inner)?.label ?? 'text');
}

function within(schema: z.ZodMiniType): z.ZodMiniType {
  const isWrapped = schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNonOptional;
  return isWrapped ? (schema._zod.def.innerType as z.ZodMiniType) : schema;
}

/** A value that the caller compiles, so it is returned as a node. `keywords` are what an editor can check. */
export function node(label: string, keywords: JsonSchema = {}) {
  return z.custom<Node>().check(z.meta(keywords)).register(FORMS, { label });
}

export function listNode(label: string, keywords: JsonSchema = {}) {
  return z
    .custom<ListNode>()
    .check(z.meta({ type: 'array', ...keywords }))
    .register(FORMS, { label, kind: 'list' });
}

export function mapNode(label: string, keywords: JsonSchema = { type: 'object' }) {
  return z.custom<MapNode>().check(z.meta(keywords)).register(FORMS, { label, kind: 'map' });
}

export function text(keywords: JsonSchema = {}) {
  return z.string(must('be a text')).check(z.meta(keywords));
}

/** One of several words. */
export function word<const Words extends readonly (string | boolean)[]>(words: Words) {
  return z.literal<Words[number][]>([...words]);
}

/** A list of texts, or a single text. */
export function texts(keywords: JsonSchema = {}) {
  return listOrOne(z.string(must('be a text')).check(z.meta(keywords)), must('be a text, or a list of them'));
}

/** A list of known words, or a single word. */
export function words<const Words extends readonly string[]>(known: Words) {
  const unknown = {
    error: ({ input }: { input?: unknown }) =>
      typeof input === 'string' ? unknownWord(input, known) : 'must be a text, or a list of them',
  };
  return listOrOne(z.literal<Words[number][]>([...known], unknown), unknown);
}

export function unknownWord(wrong: string, known: readonly string[]): string {
  return `has no ${wrong}${didYouMean(wrong, known) || `: it is one of ${known.join(', ')}`}`;
}

function listOrOne<Item>(item: z.ZodMiniType<Item>, error: Parameters<typeof z.union>[1]) {
  const asList = z.transform((read: Item | Item[]): Item[] => (Array.isArray(read) ? read : [read]));
  return z.pipe(z.union([item, z.array(item)], error), asList);
}

/** Reads the fields of a construct by name. Reports unknown and missing fields with their places. */
export function readFields<Of extends Fields>(
  of: Node,
  fields: Of,
  what: string,
  problems: Problem[],
  /** Returns a hint where an unknown field belongs. */
  belongs: (key: string) => string = () => '',
): Read<Of> {
  const known = Object.keys(fields);
  if (of.kind !== 'map') {
    problems.push({ place: of.place, message: `${what} must be a map of ${known.join(', ')}` });
    return {};
  }
  const unknown = of.entries.filter(({ key }) => !Object.hasOwn(fields, key));
  const messages = unknownFields(
    unknown.map(({ key }) => key),
    known,
    belongs,
  );
  for (const [index, message] of messages.entries())
    problems.push({ place: unknown[index]?.keyPlace ?? of.place, message: `${what} ${message}` });
  const read: Record<string, unknown> = {};
  for (const { key, value } of of.entries) {
    const schema = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const found = schema === undefined ? null : readField(value, within(schema), nestedName(what, key), problems);
    if (found !== null) read[key] = found;
  }
  const has = new Set(of.entries.map(({ key }) => key));
  for (const [name, schema] of Object.entries(fields))
    if (isRequired(schema) && !has.has(name))
      problems.push({ place: of.place, message: `${what} needs ${name}: ${aboutOf(schema)}` });
  return read as Read<Of>;
}

/** `requires.keys`: a field of `requires` is prefixed; fields of steps and scenarios are not. */
function nestedName(what: string, key: string): string {
  return what.includes(' ') ? key : `${what}.${key}`;
}

function readField(value: Node, schema: z.ZodMiniType, name: string, problems: Problem[]): unknown {
  if (schema instanceof z.ZodMiniObject) return readFields(value, schema.shape as Fields, name, problems);
  if (!(schema instanceof z.ZodMiniCustom)) return readAs(schema, value, name, problems);
  const kind = FORMS.get(schema)?.kind;
  if (kind === undefined || value.kind === kind) return value;
  problems.push({ place: value.place, message: `${name} must be a ${kind}` });
  return null;
}

const TEXT = text();

export function readText(of: Node | undefined, what: string, problems: Problem[]): string | null {
  return of === undefined ? null : readAs(TEXT, of, what, problems);
}

export function entriesIn(of: Node | undefined, what: string, problems: Problem[]): readonly MapEntry[] {
  if (of === undefined) return [];
  if (of.kind === 'map') return of.entries;
  problems.push({ place: of.place, message: `${what} must be a map` });
  return [];
}

export function itemsIn(of: Node | undefined, what: string, problems: Problem[]): readonly Node[] {
  if (of === undefined) return [];
  if (of.kind === 'list') return of.items;
  problems.push({ place: of.place, message: `${what} must be a list` });
  return [];
}
