import { visibleLine } from '../visible.ts';

/** The meaning of a piece of text, which determines its color on a terminal. */
export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'bad' | 'warn' | 'info';
export type Span = readonly [tone: Tone, text: string];
export type Line = readonly Span[];

const CODES: Record<Tone, string> = { plain: '', strong: '1', dim: '2', good: '32', bad: '31', warn: '33', info: '36' };

/** Lines as text, with control characters and line breaks in the answers of a target escaped. */
export function paint(lines: readonly Line[], color: boolean): string {
  return lines.map((line) => `${paintLine(line, color)}\n`).join('');
}

/** The same for one line, without its line break. */
export function paintLine(line: Line, color: boolean): string {
  let text = '';
  for (const span of line) text += paintSpan(span, color);
  return text;
}

function paintSpan([tone, text]: Span, color: boolean): string {
  const clean = visibleLine(text);
  return color && CODES[tone] !== '' && clean !== '' ? `\x1b[${CODES[tone]}m${clean}\x1b[0m` : clean;
}

export function line(tone: Tone, text: string): Line {
  return [[tone, text]];
}

export function indent(lines: readonly Line[], by: number): Line[] {
  return lines.map((one) => (one.length === 0 ? one : [['plain', ' '.repeat(by)], ...one]));
}

/** Lines under a title, followed by an empty one; nothing without lines. */
export function titled(title: string, lines: readonly Line[]): Line[] {
  return lines.length === 0 ? [] : [line('strong', title), ...indent(lines, 2), []];
}

/** Spans next to each other, separated by spaces. */
export function spaced(spans: readonly Span[]): Line {
  return spans.flatMap((span, index) => (index === 0 ? [span] : [ROOM, span]));
}

const ROOM: Span = ['plain', '  '];

/** Breaks at spaces; a word that is longer than the width is split. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, Math.max(width, 8)));
}

/** A text in one tone, on as many lines as needed. */
export function wrapped(tone: Tone, text: string, width: number): Line[] {
  return wrap(text, width).map((part) => line(tone, part));
}

function wrapParagraph(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const end = space > width / 3 ? space : width;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

/** At most `width` characters; the rest is replaced with an ellipsis. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(width - 1, 0))}…`;
}

/** As many whole items of a list as fit, and the number of the others. */
export function cutList(items: readonly string[], width: number): string {
  const all = items.join(', ');
  if (all.length <= width) return all;
  for (let kept = items.length - 1; kept > 1; kept -= 1) {
    const text = `${items.slice(0, kept).join(', ')} and ${items.length - kept} more`;
    if (text.length <= width) return text;
  }
  return items.length === 1 ? all : `${items[0]} and ${items.length - 1} more`;
}

/** A longer word, such as a cursor, is cut, and its length is shown. */
const LONGEST_WORD = 96;

export function cutWords(text: string): string {
  return text.replace(
    new RegExp(`[^\\s"]{${LONGEST_WORD + 1},}`, 'gu'),
    (word) => `${word.slice(0, LONGEST_WORD / 2)}…(${word.length} characters)`,
  );
}

/** Columns, each as wide as its widest cell. */
export function table(rows: readonly (readonly Span[])[]): Line[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach(([, text], column) => {
      widths[column] = Math.max(widths[column] ?? 0, text.length);
    });
  return rows.map((row) => {
    const end = row.findLastIndex(([, text]) => text !== '');
    return row
      .slice(0, end + 1)
      .map(([tone, text], column): Span => [tone, column === end ? text : text.padEnd((widths[column] ?? 0) + 2)]);
  });
}

/** `850 ms`, `4.2 s`, `1m 05s`, `30h 12m`. */
export function durationText(milliseconds: number): string {
  const ms = Math.round(milliseconds);
  if (ms < 1000) return `${ms} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${two((seconds % 3600) / 60)}m`;
}
