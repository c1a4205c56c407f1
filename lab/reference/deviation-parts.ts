import { deviator } from '../../emulator/deviations/deviator.ts';
import { ERROR_TABLE } from '../../emulator/domain/errors.ts';
import type { DeviationFacts } from '../../emulator/world/world.ts';
import { code, codes, plainText, table } from './markdown.ts';
import type { Parts } from './regions.ts';
import { registryOfSuite } from './suite-parts.ts';

export const DEVIATION_PARTS: Parts = { deviations: deviationSections, variants: variantTable, errors: errorTable };

type Broken = Extract<DeviationFacts, { kind: 'deviation' }>;

/** The deviations, by the section of the specification that their rule belongs to. */
function deviationSections(): string {
  const registry = registryOfSuite();
  const sections = new Map<string, Broken[]>();
  for (const entry of deviator.catalogue) {
    if (entry.kind !== 'deviation') continue;
    const clause = registry.get(entry.rule)?.clause;
    if (clause === undefined) throw new Error(`${entry.id} breaks ${entry.rule}, which is no rule`);
    sections.set(clause, [...(sections.get(clause) ?? []), entry]);
  }
  return [...sections]
    .sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([clause, entries]) => `## Section ${clause}\n\n${deviationTable(entries)}`)
    .join('\n\n');
}

function deviationTable(entries: readonly Broken[]): string {
  const rows = entries.map(({ id, rule, also, about }) => [code(id), codes([rule, ...also]), plainText(about)]);
  return table(['deviation', 'breaks', 'the behavior of the emulator'], rows);
}

function variantTable(): string {
  const rows = deviator.catalogue.flatMap((entry) =>
    entry.kind === 'variant' ? [[code(entry.id), plainText(entry.cites), plainText(entry.about)]] : [],
  );
  return table(['variant', 'lawful by', 'the behavior of the emulator'], rows);
}

/** The error answers of /v1. If the specification shows no code, the code is that of the readings. */
function errorTable(): string {
  const rows = Object.values(ERROR_TABLE).map(({ status, code: named, retryable, message }) => [
    String(status),
    code(named),
    retryable ? 'after Retry-After' : 'no',
    message,
  ]);
  return table(
    ['status', 'code', 'retry', 'meaning'],
    rows.sort(([one = ''], [other = '']) => one.localeCompare(other)),
  );
}
