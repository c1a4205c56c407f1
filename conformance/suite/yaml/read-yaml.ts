import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  LineCounter,
  type ParsedNode,
  parseAllDocuments,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
  type Scalar as YamlScalar,
} from 'yaml';
import type { MapEntry, Node, Place, Scalar, ScalarNode } from './node.ts';
import { BadSource, type Problem } from './problem.ts';

/** Returns the documents of a file, except empty ones. Throws a BadSource with all mistakes. */
export function readYaml(file: string, text: string): Node[] {
  const lines = new LineCounter();
  // Duplicate fields are detected below: the package compares each field with every other.
  const documents = parseAllDocuments(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false });
  const reading: Reading = { file, text, lines, problems: [], anchors: new Map(), values: 0 };
  const nodes = documents.flatMap(({ errors, warnings, contents }) => {
    // After a mistake, the parser may report further ones that do not exist.
    const [mistake] = [...errors, ...warnings];
    if (mistake !== undefined) refuse(reading, mistake.pos[0], syntaxMessage(mistake, text));
    reading.anchors.clear();
    return mistake !== undefined || isNothing(contents) ? [] : [nodeOf(contents, reading)];
  });
  if (reading.problems.length > 0) throw new BadSource(reading.problems);
  return nodes;
}

/** `values`: the number of values read so far, including those in aliases. */
type Reading = {
  file: string;
  text: string;
  lines: LineCounter;
  problems: Problem[];
  anchors: Map<string, { node: Node; values: number }>;
  values: number;
};
/** Null for an omitted value, such as that of `a:` in a flow map. */
type YamlNode = ParsedNode | null;

function isNothing(contents: YamlNode): boolean {
  return contents === null || (isScalar(contents) && contents.source === '' && contents.type === 'PLAIN');
}

function nodeOf(node: YamlNode, reading: Reading, fallback: Place = placeAt(0, reading)): Node {
  if (node === null) return { kind: 'scalar', value: null, place: fallback };
  const place = placeAt(node.range[0], reading);
  if (isAlias(node)) return anchored(node, place, reading);
  const before = reading.values;
  reading.values += 1;
  const read = isScalar(node) ? scalarOf(node, place, reading) : collectionOf(node, place, reading);
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, { node: read, values: reading.values - before });
  return read;
}

/** More than any handwritten file needs; a few lines with aliases could expand to billions. */
const MOST_VALUES = 100_000;

/** Returns the node of an anchor, with its places: a mistake in it is reported where it was written. */
function anchored({ source }: Alias.Parsed, place: Place, reading: Reading): Node {
  const anchor = reading.anchors.get(source);
  reading.values += anchor?.values ?? 0;
  if (reading.values > MOST_VALUES)
    throw new BadSource([
      { place, message: `with *${source} the aliases expand to more than ${MOST_VALUES} values; use fewer` },
    ]);
  if (anchor !== undefined) return anchor.node;
  reading.problems.push({
    place,
    message: `there is no &${source} before this; put the anchor first, and not around its alias`,
  });
  return { kind: 'scalar', value: null, place };
}

function collectionOf(node: YAMLMap.Parsed | YAMLSeq.Parsed, place: Place, reading: Reading): Node {
  if (isMap(node)) return { kind: 'map', entries: entriesOf(node, reading, place), place };
  return { kind: 'list', items: node.items.map((item) => nodeOf(item as YamlNode, reading, place)), place };
}

function scalarOf(node: YamlScalar.Parsed, place: Place, { text }: Reading): ScalarNode {
  const { source, type, range } = node;
  const value = node.value as Scalar;
  const textColumn = place.column + (type === 'PLAIN' ? 0 : 1);
  const start = range[0] + textColumn - place.column;
  const isAsWritten = typeof value === 'string' && text.startsWith(value, start) && !value.includes('\n');
  if (type !== 'PLAIN')
    return isAsWritten ? { kind: 'scalar', value, place, textColumn } : { kind: 'scalar', value, place };
  return isAsWritten ? { kind: 'scalar', value, place, source, textColumn } : { kind: 'scalar', value, place, source };
}

function entriesOf({ items }: YAMLMap.Parsed, reading: Reading, place: Place): MapEntry[] {
  const entries = items.flatMap(({ key, value }) => entryOf(key as YamlNode, value as YamlNode, reading, place) ?? []);
  const first = new Map<string, Place>();
  for (const { key, keyPlace } of entries) {
    const before = first.get(key);
    if (before === undefined) first.set(key, keyPlace);
    else reading.problems.push({ place: keyPlace, message: twice(key, before) });
  }
  return entries;
}

function twice(key: string, { line, column }: Place): string {
  return `${key} is a duplicate of the one at ${line}:${column}; keep one of them`;
}

function entryOf(key: YamlNode, value: YamlNode, reading: Reading, place: Place): MapEntry | null {
  const named = nodeOf(key, reading, place);
  if (named.kind === 'scalar' && named.value !== null)
    return { key: nameOf(named), keyPlace: named.place, value: nodeOf(value, reading, named.place) };
  reading.problems.push({ place: named.place, message: 'the name of a field must be a text; put it in quotes' });
  return null;
}

/** Keeps 200 and 1.0 as written. */
function nameOf({ source, value }: ScalarNode): string {
  return source ?? String(value);
}

function refuse(reading: Reading, offset: number, message: string): void {
  reading.problems.push({ place: placeAt(offset, reading), message });
}

function placeAt(offset: number, { file, lines }: Reading): Place {
  const { line, col } = lines.linePos(offset);
  return { file, line: Math.max(1, line), column: Math.max(1, col) };
}

/** Describes a syntax error and its remedy, in our own words if those of the parser do not help. */
function syntaxMessage({ code, message, pos }: Pick<YAMLError, 'code' | 'message' | 'pos'>, text: string): string {
  if (hasBareExpression(lineAround(text, pos[0]))) return `this is not YAML; ${EXPRESSION_REMEDY}`;
  const remedy = message.startsWith('Flow') ? undefined : REMEDIES[code];
  return remedy ?? `this is not YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** Braces, colons and commas in an expression are interpreted as YAML unless they are quoted. */
const EXPRESSION_REMEDY = `put a text with \${…} in it in quotes`;

const REMEDIES: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'a tab cannot indent; write spaces instead',
  BAD_INDENT: 'the indentation differs from the lines around it; indent related lines equally',
  BLOCK_AS_IMPLICIT_KEY: 'there is a second colon on this line; put a text that has one in quotes',
  BAD_DQ_ESCAPE: 'unknown escape in double quotes; write \\\\ for a \\ itself, or use single quotes',
  BAD_SCALAR_START: 'a text cannot start with this character; put it in quotes',
  MULTIPLE_ANCHORS: 'a value has one anchor; remove the others',
  RESOURCE_EXHAUSTION: 'this is nested too deep',
  TAG_RESOLVE_FAILED: 'unknown tag; remove it, or put a text that starts with ! in quotes',
};

function lineAround(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? undefined : end);
}

function hasBareExpression(line: string): boolean {
  return line.replace(/'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"/g, '').includes('${');
}
