import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { LastRun } from './figure.ts';
import { page } from './table.ts';

const FILE = new URL('last.json', import.meta.url);
const PAGE = new URL('../../docs/bench.md', import.meta.url);

export function lastRun(): LastRun {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Describes the machine in enough detail to decide whether two runs are comparable. */
export function machineName(): string {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${first?.model.trim() ?? process.arch} x ${cpus().length}, ${gigabytes} GB, ${process.platform}, Node ${process.versions.node}`;
}

export function keepRun(run: LastRun): void {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  const text = JSON.stringify(mergeRuns(lastRun(), run), rounded, 2);
  writeFileSync(FILE, `${text}\n`);
  writeFileSync(PAGE, page(JSON.parse(text)));
}

/** A run of only some figures keeps the others of the previous run if that was on the same machine. */
export function mergeRuns(before: LastRun, run: LastRun): LastRun {
  if (before.machine !== run.machine) return run;
  const measured = new Map(run.figures.map((figure) => [figure.name, figure]));
  const old = before.figures.map((figure) => measured.get(figure.name) ?? figure);
  const names = new Set(before.figures.map(({ name }) => name));
  const isWhole = before.figures.every(({ name }) => measured.has(name));
  const note = isWhole || before.note === undefined ? {} : { note: before.note };
  return { ...run, ...note, figures: [...old, ...run.figures.filter(({ name }) => !names.has(name))] };
}
