import type { YAMLError } from 'yaml';

/** What is wrong with the YAML and what to do about it, in our words where the parser's do not help. */
export function syntaxMessage(
  { code, message, pos }: Pick<YAMLError, 'code' | 'message' | 'pos'>,
  text: string,
): string {
  if (hasBareExpression(lineAround(text, pos[0]))) return `this is no YAML; ${EXPRESSION_REMEDY}`;
  const remedy = message.startsWith('Flow') ? undefined : REMEDIES[code];
  return remedy ?? `this is no YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** Braces, colons and commas of an expression are read as those of YAML, unless quotes keep them together. */
const EXPRESSION_REMEDY = `put a text with \${…} in it in quotes`;

const REMEDIES: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'a tab cannot indent; write spaces instead',
  BAD_INDENT: 'this is not indented as the lines around it are; give what belongs together the same indent',
  BLOCK_AS_IMPLICIT_KEY: 'there is a second colon on this line; put a text that has one in quotes',
  BAD_DQ_ESCAPE: 'there is no such escape between double quotes; write \\\\ for a \\ itself, or use single quotes',
  BAD_SCALAR_START: 'a text cannot begin with this sign; put it in quotes',
  MULTIPLE_ANCHORS: 'a value has one anchor; remove the others',
  RESOURCE_EXHAUSTION: 'this is nested too deep; nothing here needs so many levels',
  TAG_RESOLVE_FAILED: 'there is no such tag; remove it, or put a text that begins with ! in quotes',
};

function lineAround(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? undefined : end);
}

function hasBareExpression(line: string): boolean {
  return line.replace(/'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"/g, '').includes('${');
}
