import { AS_IS, type PairRow } from './choices.ts';
import type { ChoiceResult } from './prove.ts';

/** The graded servers: the unchanged emulator, single choices, and rows of choices. */
export type Graded = {
  usual: ChoiceResult | null;
  choices: readonly ChoiceResult[];
  rows: readonly { row: PairRow; result: ChoiceResult }[];
  seed: string;
};

/** The record by section: the name of a server or a group of servers, and its lines. */
type Sections = Map<string, string[]>;

/**
 * The text of the record: every verdict on the unchanged emulator; for each choice the verdicts that differ; for each
 * row the counts, in one line. Rows that were not graded this time keep their lines.
 */
export function recordText({ usual, choices, rows, seed }: Graded, record = ''): string {
  const asIs = new Set(usual?.verdicts);
  const sections: Sections = new Map([[AS_IS, usual?.verdicts ?? []]]);
  for (const { name, verdicts } of [...choices].sort((one, other) => (one.name < other.name ? -1 : 1)))
    sections.set(
      name,
      verdicts.filter((line) => !asIs.has(line)),
    );
  for (const [name, lines] of sectionsIn(record)) if (name.startsWith(ROWS)) sections.set(name, lines);
  if (rows.length > 0) sections.set(`${ROWS}${seed}`, rows.map(rowLine).sort(byNumber));
  return [...sections].map(([name, lines]) => [`## ${name}`, ...lines, ''].join('\n')).join('\n');
}

/**
 * The differences between the record and the servers that were graded now. A row with other choices counts as another
 * row.
 */
export function changesOf(record: string, { usual, choices, rows, seed }: Graded): string[] {
  const sections = sectionsIn(record);
  const asIs = sections.get(AS_IS) ?? [];
  const onRecord = sections.get(`${ROWS}${seed}`) ?? [];
  return [
    ...(usual === null ? [] : changesOfOne(usual, asIs)),
    ...choices.flatMap((result) => {
      const own = sections.get(result.name);
      return own === undefined
        ? [`${result.name} has no verdicts on record`]
        : changesOfOne(result, overlaid(asIs, own));
    }),
    ...rows.flatMap((one) => {
      const line = rowLine(one);
      const before = onRecord.find((other) => headOf(other) === headOf(line));
      return before === undefined || before === line ? [] : [`seed ${seed}: ${line} now, and on record ${before}`];
    }),
  ];
}

const ROWS = 'rows of seed ';

/** `row-7 3fa09c12: 431 pass, 12 inconclusive; fails UPLOAD-STATUS`. */
function rowLine({ row, result }: Graded['rows'][number]): string {
  const counts = new Map<string, number>();
  for (const line of result.verdicts) {
    const verdict = line.split(' ')[1] ?? '';
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  const counted = [...counts].sort().map(([verdict, count]) => `${count} ${verdict}`);
  const fails = result.rules.length === 0 ? '' : `; fails ${[...result.rules].sort().join(', ')}`;
  return `${row.name} ${row.digest}: ${counted.join(', ')}${fails}`;
}

function headOf(line: string): string {
  return line.split(':')[0] ?? '';
}

function byNumber(one: string, other: string): number {
  return Number(/\d+/.exec(one)) - Number(/\d+/.exec(other));
}

function changesOfOne({ name, verdicts }: ChoiceResult, expected: readonly string[]): string[] {
  return [
    ...without(verdicts, expected).map((line) => `${name}: ${line} now, and not on record`),
    ...without(expected, verdicts, ruleOf).map((line) => `${name}: ${line} on record, and not now`),
  ];
}

/** The lines of the first list that match no line of the second. */
function without(lines: readonly string[], others: readonly string[], like = (line: string) => line): string[] {
  const known = new Set(others.map(like));
  return lines.filter((line) => !known.has(like(line)));
}

function ruleOf(line: string): string {
  return line.split(' ')[0] ?? '';
}

function sectionsIn(record: string): Sections {
  const texts = record.split(/^## /m).slice(1);
  return new Map(
    texts.map((text) => {
      const [name = '', ...lines] = text.split('\n').filter((line) => line !== '');
      return [name, lines];
    }),
  );
}

/** The verdicts on the unchanged emulator, overridden by those on the choice. */
function overlaid(asIs: readonly string[], own: readonly string[]): string[] {
  const replaced = new Set(own.map(ruleOf));
  return [...asIs.filter((line) => !replaced.has(ruleOf(line))), ...own];
}
