/** Markdown that is readable as plain text and on GitHub. */

/** Columns wider than this are not padded. */
const WIDEST = 44;

/** A table. Line breaks and pipes in cells are replaced, because they would end the cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(cell));
  const widths = head.map((_, column) => {
    const widest = cells.reduce((width, row) => Math.max(width, [...(row[column] ?? '')].length), 0);
    return Math.min(WIDEST, widest);
  });
  const line = (row: readonly string[]) => `| ${row.map((text, column) => padded(text, column, widths)).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === widths.length - 1 ? '---' : '-'.repeat(Math.max(3, width)))).join(' | ')} |`;
  const [first = [], ...others] = cells;
  return [line(first), rule, ...others.map(line)].join('\n');
}

function padded(text: string, column: number, widths: readonly number[]): string {
  if (column === widths.length - 1) return text;
  return text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - [...text].length));
}

function cell(text: string): string {
  return text
    .replace(/(?<!\\)\|/g, '\\|')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

/** Text as inline code, even if it contains backticks. */
export function code(text: string): string {
  if (text === '') return '(nothing)';
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

export function codes(words: readonly string[], between = ', '): string {
  return words.map(code).join(between);
}

export function fence(language: string, text: string): string {
  const bars = text.includes('```') ? '````' : '```';
  return `${bars}${language}\n${text.trimEnd()}\n${bars}`;
}

/** Escapes the characters of a text that Markdown would interpret. */
export function plainText(text: string): string {
  return text.replace(/[<*[\]]/g, '\\$&');
}

export type Heading = { level: number; text: string; anchor: string };

/** The headings of a page with their anchors on GitHub, except lines in code. */
export function headingsOf(page: string): Heading[] {
  const counts = new Map<string, number>();
  return [...withoutCode(page).matchAll(/^(#{1,6}) (.+)$/gm)].map(([, marks = '', text = '']) => {
    const anchor = anchorOf(text);
    const times = counts.get(anchor) ?? 0;
    counts.set(anchor, times + 1);
    return { level: marks.length, text, anchor: times === 0 ? anchor : `${anchor}-${times}` };
  });
}

export function withoutCode(page: string): string {
  return page.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '');
}

/** The anchor that GitHub generates: lower case, no punctuation except - and _, a - for each space. */
export function anchorOf(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** A list of links to the headings of a page, from the second level to the given one. */
export function contentsOf(page: string, deepest: number): string {
  const shown = headingsOf(page).filter(({ level }) => level > 1 && level <= deepest);
  return shown.map(({ level, text, anchor }) => `${'  '.repeat(level - 2)}- [${text}](#${anchor})`).join('\n');
}
