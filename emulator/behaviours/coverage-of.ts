import type { CoverageReport } from '../domain/test-control/coverage.ts';
import { type Coverage, createCoverage } from '../runtime/coverage.ts';

/** Worlds, and what was met in those that have ended. */
type Covered = { entries: ReadonlyMap<string, { host: { coverage: Coverage } }>; ports: { coverage?: Coverage } };

export function coverageOfAll({ entries, ports }: Covered): Promise<CoverageReport> {
  const ended = ports.coverage === undefined ? [] : [ports.coverage];
  return coverageOf([...ended, ...[...entries.values()].map(({ host }) => host.coverage)]);
}

/** What was met in several worlds together. The list of everything to meet is loaded when someone asks. */
export async function coverageOf(worlds: Iterable<Coverage>): Promise<CoverageReport> {
  const all = createCoverage();
  for (const coverage of worlds) all.absorb(coverage.marks());
  const { coverageReport } = await import('./catalogue.ts');
  return coverageReport(all.marks());
}
