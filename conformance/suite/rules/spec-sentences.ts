import { createHash } from 'node:crypto';

/** One statement of the specification: a sentence, a row of a table or an item of a list. */
export type SpecSentence = { section: string; line: number; text: string; anchor: string };

/**
 * Splits the Markdown of a specification into its statements. Rules are anchored to a hash of the statement alone, so
 * moving or rewrapping a statement affects no rule.
 */
export function specSentences(markdown: string): SpecSentence[] {
  let section = '';
  return paragraphsOf(markdown).flatMap(({ line, text }) => {
    const heading = /^#+\s+(?:([\d.]*\d)\.?\s+)?/.exec(text);
    if (heading !== null) {
      section = heading[1] ?? section;
      return [];
    }
    return sentencesOf(text).map((sentence) => ({ section, line, text: sentence, anchor: anchorOf(sentence) }));
  });
}

/** Returns each statement once, at its first occurrence. */
export function distinct(sentences: readonly SpecSentence[]): SpecSentence[] {
  const anchors = new Set<string>();
  return sentences.filter(({ anchor }) => !anchors.has(anchor) && anchors.add(anchor));
}

export function specHeadings(markdown: string): { line: number; text: string }[] {
  return paragraphsOf(markdown).flatMap(({ line, text }) => {
    const [, heading] = /^#+\s+(.*)$/.exec(text) ?? [];
    return heading === undefined ? [] : [{ line, text: heading }];
  });
}

/** Returns eight hex digits that identify a statement, whatever its spacing. */
export function anchorOf(sentence: string): string {
  return createHash('sha256').update(sentence.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 8);
}

type Paragraph = { line: number; text: string };

/** Groups the lines of a paragraph. A heading, a table row and a list item are groups of their own. */
function paragraphsOf(markdown: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const lines = markdown.split('\n').map((line) => line.trim());
  let open: Paragraph | null = null;
  lines.forEach((line, index) => {
    const next = lines[index + 1] ?? '';
    if (line === '' || isTableRule(line) || (line.startsWith('|') && isTableRule(next))) {
      open = null;
    } else if (open === null || /^(#|\||[-*] |\d+\. )/.test(line)) {
      open = { line: index + 1, text: line };
      paragraphs.push(open);
    } else {
      open.text += ` ${line}`;
    }
  });
  return paragraphs;
}

/** Detects the line of dashes below a table header. */
function isTableRule(line: string): boolean {
  return /^\|[\s|:-]+\|$/.test(line);
}

function sentencesOf(text: string): string[] {
  if (text.startsWith('|')) return [text];
  const bare = text.replace(/^(?:[-*]|\d+\.)\s+/, '');
  return bare.split(/(?<=[.;])\s+(?=[A-Z`*[])/).filter((sentence) => /[a-z]/i.test(sentence));
}
