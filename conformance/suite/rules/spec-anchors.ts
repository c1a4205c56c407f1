import { childOf, type Node, plain } from '../yaml/node.ts';
import { BadSource } from '../yaml/problem.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import type { Registry } from './rule.ts';
import { specSentences } from './spec-sentences.ts';

/** The name of the file beside the rules that lists all anchors of the spec; it holds hashes and no text. */
export const SPEC_ANCHORS = 'spec-anchors.yaml';

/** Which statements the spec has, by section in the order of the text. */
export type SpecAnchors = { spec: string; anchors: ReadonlyMap<string, readonly string[]> };

export function readSpecAnchors(file: string, text: string): SpecAnchors {
  const [node] = readYaml(file, text);
  const spec = childOf(node, 'spec');
  const sections = childOf(node, 'anchors');
  if (spec?.kind !== 'scalar' || sections?.kind !== 'map') throw malformed(file, node);
  const anchors = sections.entries.map(({ key, value }): [string, string[]] => [key, anchorsOf(file, value)]);
  return { spec: String(spec.value), anchors: new Map(anchors) };
}

/** The file for the text of a spec. Each anchor is quoted, since some of them read as numbers. */
export function specAnchorsText(spec: string, markdown: string): string {
  const sections = new Map<string, Set<string>>();
  for (const { section, anchor } of specSentences(markdown))
    sections.set(section, (sections.get(section) ?? new Set()).add(`"${anchor}"`));
  const lines = [...sections].map(([section, anchors]) => `  "${section}": [\n${inRows([...anchors])}\n  ]`);
  return `# Hashes of all statements of the spec, by section: each must be named by a rule.\nspec: ${spec}\nanchors:\n${lines.join('\n')}\n`;
}

/** Statements that no rule is anchored to, and anchors of rules that the spec has no statement for. */
export function anchorGaps(registry: Registry, { anchors }: SpecAnchors): { unnamed: string[]; gone: string[] } {
  const stated = new Set([...anchors.values()].flat());
  const named = new Set([...registry.values()].flatMap((rule) => rule.anchors));
  return {
    unnamed: [...stated].filter((anchor) => !named.has(anchor)),
    gone: [...named].filter((anchor) => !stated.has(anchor)),
  };
}

function anchorsOf(file: string, node: Node): string[] {
  const anchors = plain(node);
  if (Array.isArray(anchors) && anchors.every((anchor) => typeof anchor === 'string')) return anchors;
  throw malformed(file, node);
}

function malformed(file: string, node: Node | undefined): BadSource {
  const place = node?.place ?? { file, line: 1, column: 1 };
  return new BadSource([{ place, message: 'must be {spec: version, anchors: {"section": ["anchor", …]}}' }]);
}

const PER_ROW = 8;

function inRows(items: readonly string[]): string {
  const rows = Array.from({ length: Math.ceil(items.length / PER_ROW) }, (_, row) =>
    items.slice(row * PER_ROW, (row + 1) * PER_ROW),
  );
  return rows.map((row) => `    ${row.join(', ')},`).join('\n');
}
