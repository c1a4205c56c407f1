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

/** A run of some of the figures leaves the others as they were. */
export function keepRun(figures: readonly Figure[], machine: string, day: string): void {
  const before = lastRun();
  const isSame = before?.machine === machine;
  const kept = Object.fromEntries(figures.map(({ name, value }) => [name, Number(value.toPrecision(4))]));
  const all: LastRun = { day, machine, figures: { ...(isSame && before.figures), ...kept } };
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(PAGE, pageOf(figures, machine, day));
}

function pageOf(figures: readonly Figure[], machine: string, day: string): string {
  const cells = rowsOf(figures, null).map(([ratio, name, value, limit, , beside]) => [
    ratio,
    name,
    value,
    limit,
    beside,
  ]);
  const lines = [['of limit', 'figure', 'value', 'limit', 'beside'], ['---:', '---', '---:', '---', '---'], ...cells];
  return `# What the bench has found

Written by \`npm run bench -- --keep\`, on ${day}, on ${machine}.
Beyond 1 in the first column a limit is reached. Shares hold on other machines too; the rest is this one's.

${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}
`;
}
