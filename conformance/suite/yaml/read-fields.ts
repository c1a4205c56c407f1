import { didYouMean } from '../../../shared/nearest.ts';
import type { MapEntry, MapNode, Node } from './node.ts';
import type { Problem } from './problem.ts';
import { unknownFields } from './unknown-field.ts';

/** What may stand in a construct. Readers, the editor's schema and the reference all come from such a table. */
export type Field = { about: string; form: Form; required?: true };
export type Fields = Readonly<Record<string, Field>>;

/**
 * `text`: as it stands. `condition`: a bare expression. `value`: anything, with `${…}` in it. `checks`: expectations by
 * rule; `answer_checks`: lists of them too, and nothing without a rule. The rest names what is nested.
 */
export type Form =
  | 'text'
  | 'texts'
  | 'condition'
  | 'conditions'
  | 'value'
  | 'expectation'
  | 'expectation_of_value'
  | 'checks'
  | 'answer_checks'
  | 'steps'
  | Fields;

/** The fields of a construct by name; whatever it does not know, and whatever it lacks, is a problem with its place. */
export function readFields(
  node: Node,
  fields: Fields,
  what: string,
  problems: Problem[],
  /** Where a word that is not known here belongs. */
  belongs: (key: string) => string = () => '',
): Record<string, Node> {
  if (node.kind !== 'map') {
    problems.push({ place: node.place, message: `${what} must be a map of ${Object.keys(fields).join(', ')}` });
    return {};
  }
  const known = Object.keys(fields);
  const read: Record<string, Node> = {};
  const unknown: MapEntry[] = [];
  for (const entry of node.entries) {
    if (Object.hasOwn(fields, entry.key)) read[entry.key] = entry.value;
    else unknown.push(entry);
  }
  const told = unknownFields(
    unknown.map(({ key }) => key),
    known,
    belongs,
  );
  for (const [index, message] of told.entries())
    problems.push({ place: unknown[index]?.keyPlace ?? node.place, message: `${what} ${message}` });
  for (const [name, field] of Object.entries(fields)) {
    if (field.required && read[name] === undefined)
      problems.push({ place: node.place, message: `${what} needs ${name}: ${field.about}` });
  }
  return read;
}

export function readText(node: Node | undefined, what: string, problems: Problem[]): string | null {
  if (node === undefined) return null;
  if (node.kind === 'scalar' && typeof node.value === 'string') return node.value;
  problems.push({ place: node.place, message: `${what} must be a text` });
  return null;
}

/** A list of texts, or one alone. */
export function readTexts(node: Node | undefined, what: string, problems: Problem[]): { text: string; node: Node }[] {
  if (node === undefined) return [];
  const items = node.kind === 'list' ? node.items : [node];
  return items.flatMap((item) => {
    const text = readText(item, what, problems);
    return text === null ? [] : [{ text, node: item }];
  });
}

export function readItems(node: Node | undefined, what: string, problems: Problem[]): readonly Node[] {
  if (node === undefined) return [];
  if (node.kind === 'list') return node.items;
  problems.push({ place: node.place, message: `${what} must be a list` });
  return [];
}

export function readMap(node: Node | undefined, what: string, problems: Problem[]): MapNode | null {
  if (node === undefined) return null;
  if (node.kind === 'map') return node;
  problems.push({ place: node.place, message: `${what} must be a map` });
  return null;
}

/** One of a few words. */
export function readWord(
  node: Node | undefined,
  words: readonly string[],
  what: string,
  problems: Problem[],
): string | null {
  const text = readText(node, what, problems);
  if (text === null || node === undefined || words.includes(text)) return text;
  problems.push({
    place: node.place,
    message: `${what} is ${words.join(' or ')}, not ${text}${didYouMean(text, words)}`,
  });
  return null;
}
