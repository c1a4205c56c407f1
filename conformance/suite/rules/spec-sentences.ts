import { createHash } from 'node:crypto';

/** One statement of the specification: a sentence, a row of a table or an item of a list. */
export type SpecSentence = { section: string; line: number; text: string; anchor: string };

/**
 * Cuts the Markdown of a specification into its statements. What a rule is anchored to is a hash of the statement alone,
 * so that moving it, or wrapping it otherwise, touches no rule.
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

/** Each statement once, where it stands first. */
export function distinct(sentences: readonly SpecSentence[]): SpecSentence[] {
  const anchors = new Set<string>();
  return sentences.filter(({ anchor }) => !anchors.has(anchor) && anchors.add(anchor));
}

/** The headings of a specification, with their lines. */
export function specHeadings(markdown: string): { line: number; text: string }[] {
  return paragraphsOf(markdown).flatMap(({ line, text }) => {
    const [, heading] = /^#+\s+(.*)$/.exec(text) ?? [];
    return heading === undefined ? [] : [{ line, text: heading }];
  });
}

/** Eight hex digits that stand for a statement, whatever its spacing. */
export function anchorOf(sentence: string): string {
  return createHash('sha256').update(sentence.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 8);
}

type Paragraph = { line: number; text: string };

/** Lines that belong together: a heading, a row of a table and an item of a list each stand alone. */
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

/** The line of dashes below the head of a table. */
function isTableRule(line: string): boolean {
  return /^\|[\s|:-]+\|$/.test(line);
}

function sentencesOf(text: string): string[] {
  if (text.startsWith('|')) return [text];
  const bare = text.replace(/^(?:[-*]|\d+\.)\s+/, '');
  return bare.split(/(?<=[.;])\s+(?=[A-Z`*[])/).filter((sentence) => /[a-z]/i.test(sentence));
}
