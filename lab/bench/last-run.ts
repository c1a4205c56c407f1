import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Figure, LastRun } from './figure.ts';
import { rowsOf } from './figures-table.ts';

const FILE = new URL('last.json', import.meta.url);
const PAGE = new URL('../../docs/bench.md', import.meta.url);

export function lastRun(): LastRun | null {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : null;
}

/** Of the machine as much as tells whether two runs can be compared. */
export function machineName(): string {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${first?.model.trim() ?? process.arch} x ${cpus().length}, ${gigabytes} GB, ${process.platform}, Node ${process.versions.node}`;
}

/** A run of some of the figures leaves the others as they were, where they are of the same machine. */
export function keepRun(figures: readonly Figure[], machine: string, day: string): void {
  const before = lastRun();
  const isSame = before?.machine === machine;
  const kept = Object.fromEntries(figures.map(({ name, value }) => [name, Number(value.toPrecision(4))]));
  const all: LastRun = { day, machine, figures: { ...(isSame && before.figures), ...kept } };
  const page = isSame && existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(PAGE, pageOf(figures, { machine, day, before: page }));
}

/** `before` is the page of earlier: what was not measured now stays on it. */
export function pageOf(
  figures: readonly Figure[],
  { machine, day, before }: { machine: string; day: string; before: string },
): string {
  const measured = rowsOf(figures, null).map(([ratio, name = '', value, limit, , beside]) => {
    return [name, lineOf([ratio, name, value, limit, beside])] as const;
  });
  const rows = new Map([...rowsIn(before), ...measured]);
  return `# What the bench has found

Written by \`npm run bench -- --keep\`, last on ${day}, on ${machine}.
Beyond 1 in the first column a limit is reached. Shares hold on other machines too; the rest is this one's.

${[...HEAD.map(lineOf), ...rows.values()].join('\n')}
`;
}

const HEAD = [
  ['of limit', 'figure', 'value', 'limit', 'beside'],
  ['---:', '---', '---:', '---', '---'],
];

function lineOf(cells: readonly (string | undefined)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The rows of a page by their figures. */
function rowsIn(page: string): [name: string, line: string][] {
  const lines = page.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(HEAD.length).map((line) => [line.split(' | ')[1] ?? '', line]);
}
