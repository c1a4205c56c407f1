import { parseArgs } from 'node:util';
import { endChildrenWithBench, useNode } from './children.ts';
import type { Figure } from './figure.ts';
import { keepRun, lastRun, machineName } from './last-run.ts';
import { MEASURES, ONLY_BY_NAME } from './measures.ts';
import { report } from './table.ts';

/**
 * Prints one table of all figures, or of the named ones. `--keep` writes the run to docs/bench.md and last.json. Each
 * `--node PATH` repeats the run with another Node, for the emulator and the references.
 */
endChildrenWithBench();
await main().catch((error: Error & { code?: string }) => {
  console.error(`bench: ${error.message}`);
  process.exit(error.code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1);
});
process.exit(0);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'boolean' }, node: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  });
  const known = Object.keys(MEASURES);
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    console.error(`bench: ${unknown} is not a row of the bench; the rows are ${known.join(', ')}`);
    process.exit(2);
  }
  const names = positionals.length > 0 ? positionals : known.filter((name) => !ONLY_BY_NAME.includes(name));
  const figures = await measured(names);
  for (const path of values.node) {
    const version = useNode(path);
    const more = await measured(names);
    figures.push(...more.map((one) => ({ ...one, name: `Node ${version}: ${one.name}` })));
  }
  const machine = machineName();
  console.log(report(figures, lastRun(), machine));
  if (values.keep === true) keepRun({ day: new Date().toISOString().slice(0, 10), machine, figures });
}

async function measured(names: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of names) {
    const began = performance.now();
    figures.push(...((await MEASURES[name]?.()) ?? []));
    console.error(`  ${name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  }
  return figures;
}
