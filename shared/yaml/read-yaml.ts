import {
  type Alias,
  Composer,
  type CST,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
  type Scalar as YamlScalar,
} from 'yaml';
import type { MapEntry, Node, Place, Scalar, ScalarNode } from './node.ts';

/** More than a file has that people write. Beyond these limits, nothing is built from its text. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const MOST_SIGNS = 300_000;
const MOST_LEVELS = 100;

type Mistake = { place: Place; message: string };

/** The documents of a YAML or JSON text, except empty ones; none if there are mistakes. The only reader of YAML. */
export function readYaml(file: string, text: string): { nodes: Node[]; problems: Mistake[] } {
  const lines = new LineCounter();
  const reading: Reading = { file, text, lines, problems: [], anchors: new Map(), values: 0 };
  const tokens = tokensOf(reading);
  // Duplicate fields are detected below: the package compares each field with every other. Tags beyond JSON would
  // give values such as dates.
  const options = { lineCounter: lines, uniqueKeys: false, prettyErrors: false, resolveKnownTags: false } as const;
  const nodes = [...new Composer({ ...options, schema: 'core' }).compose(tokens)].flatMap(
    ({ errors, warnings, contents }) => {
      // After a mistake, the parser may report further ones that do not exist.
      const [mistake] = [...errors, ...warnings];
      if (mistake !== undefined) refuse(reading, mistake.pos[0], syntaxMessage(mistake, text));
      reading.anchors.clear();
      return mistake !== undefined || isNothing(contents as YamlNode) ? [] : [nodeOf(contents as YamlNode, reading)];
    },
  );
  return { nodes: reading.problems.length > 0 ? [] : nodes, problems: reading.problems };
}

/** What the text consists of; nothing if it is beyond the limits. */
function tokensOf(reading: Reading): CST.Token[] {
  const { text, lines } = reading;
  const tooMuch = (offset: number, message: string) => {
    refuse(reading, offset, message);
    return [];
  };
  lines.addNewLine(0);
  if (text.length > MOST_CHARACTERS)
    return tooMuch(0, `this has ${text.length} characters, and at most ${MOST_CHARACTERS} are read; ${REMEDY}`);
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let signs = 0;
  for (const sign of new Lexer().lex(text)) {
    for (const token of parser.next(sign)) tokens.push(token);
    signs += 1;
    // Below the innermost list or map there are the document, and maybe the value that is read.
    if (parser.stack.length > MOST_LEVELS + 2)
      return tooMuch(parser.offset, `this is nested deeper than ${MOST_LEVELS} levels`);
    if (signs > MOST_SIGNS)
      return tooMuch(parser.offset, `there are more than ${MOST_SIGNS} words and signs before this; ${REMEDY}`);
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

const REMEDY = 'make the file smaller, such as by naming pictures instead of including them';

/** `values`: the number of values read so far, including those in aliases. */
type Reading = {
  file: string;
  text: string;
  lines: LineCounter;
  problems: Mistake[];
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
  reading.values += 1 + (isScalar(node) ? Math.floor(node.source.length / LINE) : 0);
  const read = isScalar(node) ? scalarOf(node, place, reading) : collectionOf(node, place, reading);
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, { node: read, values: reading.values - before });
  return read;
}

/** More than any handwritten file needs; a few lines with aliases could expand to billions. A long text counts by lines. */
const MOST_VALUES = 100_000;
const LINE = 100;

/** Returns the node of an anchor, with its places: a mistake in it is reported where it was written. */
function anchored({ source }: Alias.Parsed, place: Place, reading: Reading): Node {
  const anchor = reading.anchors.get(source);
  reading.values += anchor?.values ?? 0;
  const isTooMuch = reading.values > MOST_VALUES;
  if (anchor !== undefined && !isTooMuch) return anchor.node;
  // Reported once.
  if (isTooMuch) reading.values = Number.NEGATIVE_INFINITY;
  const message = isTooMuch
    ? `with *${source} the aliases expand to more than ${MOST_VALUES} values or lines; use fewer`
    : `there is no &${source} before this; put the anchor first, and not around its alias`;
  reading.problems.push({ place, message });
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
  const named = isCollection(key) ? null : nodeOf(key, reading, place);
  if (named?.kind === 'scalar' && named.value !== null)
    return { key: nameOf(named), keyPlace: named.place, value: nodeOf(value, reading, named.place) };
  reading.problems.push({
    place: key === null ? place : placeAt(key.range[0], reading),
    message: 'the name of a field must be a text; put it in quotes',
  });
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
  TAG_RESOLVE_FAILED: 'unknown tag; remove it, or put a text that starts with ! in quotes',
};

/** A part of it if it is very long. */
function lineAround(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const line = text.slice(Math.max(start, offset - 500), offset + 500);
  return line.split('\n', 1)[0] ?? '';
}

function hasBareExpression(line: string): boolean {
  return line.replace(/'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"/g, '').includes('${');
}
