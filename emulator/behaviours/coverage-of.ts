import type { CoverageReport } from '../domain/test-control/coverage.ts';
import { type Coverage, createCoverage } from '../runtime/coverage.ts';

/** Open worlds, and the coverage of closed ones. */
type Covered = { entries: ReadonlyMap<string, { host: { coverage: Coverage } }>; ports: { coverage?: Coverage } };

export function coverageOfAll({ entries, ports }: Covered): Promise<CoverageReport> {
  const ended = ports.coverage === undefined ? [] : [ports.coverage];
  return coverageOf([...ended, ...[...entries.values()].map(({ host }) => host.coverage)]);
}

/** The combined coverage of several worlds. The catalogue of behaviors is loaded on demand. */
export async function coverageOf(worlds: Iterable<Coverage>): Promise<CoverageReport> {
  const all = createCoverage();
  for (const coverage of worlds) all.absorb(coverage.marks());
  const { coverageReport } = await import('./catalogue.ts');
  return coverageReport(all.marks());
}
