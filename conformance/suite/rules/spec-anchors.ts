import { childOf, type Node, plain } from '../../../shared/yaml/node.ts';
import { BadSource } from '../yaml/problem.ts';
import { documentsOf } from '../yaml/source-file.ts';
import { specSentences } from './spec-sentences.ts';

/** The file beside the rules that lists all anchors of the spec. It contains hashes only, no text. */
export const SPEC_ANCHORS = 'spec-anchors.yaml';

/** The statements of the spec, by section in the order of the text. */
export type SpecAnchors = {
  spec: string;
  anchors: ReadonlyMap<string, readonly string[]>;
  /** The statements themselves, by anchor, if the text is available. */
  texts?: ReadonlyMap<string, string>;
};

export function anchorsOfText(markdown: string): SpecAnchors {
  const sentences = specSentences(markdown);
  const anchors = new Map<string, string[]>();
  for (const { section, anchor } of sentences) anchors.set(section, [...(anchors.get(section) ?? []), anchor]);
  return { spec: '', anchors, texts: new Map(sentences.map(({ anchor, text }) => [anchor, text])) };
}

export function readSpecAnchors(file: string, text: string): SpecAnchors {
  const [node] = documentsOf({ file, text });
  const spec = childOf(node, 'spec');
  const sections = childOf(node, 'anchors');
  if (spec?.kind !== 'scalar' || sections?.kind !== 'map') throw malformed(file, node);
  const anchors = sections.entries.map(({ key, value }): [string, string[]] => [key, anchorsOf(file, value)]);
  return { spec: String(spec.value), anchors: new Map(anchors) };
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
