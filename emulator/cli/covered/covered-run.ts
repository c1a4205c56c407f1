import * as z from 'zod';
import { COVERAGE_FOLDER, openRunFolder, type RunFolder } from '../../adapters/audit-folder.ts';
import { coverageReport } from '../../behaviours/coverage-report.ts';
import type { CoverageReport, Mark } from '../../domain/test-control/coverage.ts';
import { createCoverage } from '../../runtime/coverage.ts';

/** The coverage of one run of a program: of the emulator beside it, and of those that it and its workers make themselves. */
export type CoveredRun = Omit<RunFolder, 'lines'> & { onMark(mark: Mark): void; report(): CoverageReport };

/** What other processes write, whose package may have another version. */
const markSchema = z.object({ key: z.string(), answered: z.boolean(), rule: z.string().nullable() });

/** `parent` is where the folder for what other processes report is made. */
export function openCoveredRun(parent?: string): CoveredRun {
  const all = createCoverage();
  const onMark = (mark: Mark) => all.absorb(new Map([[mark.key, mark]]));
  const { lines, ...folder } = openRunFolder(COVERAGE_FOLDER, DEAF, parent);
  const report = () => {
    for (const line of lines()) {
      const { success, data } = markSchema.safeParse(line, { jitless: true });
      if (success) onMark(data);
    }
    return coverageReport(all.marks());
  };
  return { ...folder, onMark, report };
}

const DEAF =
  'emulators that the command makes itself are not counted, since no folder can be made for what they tell (TMPDIR says where)';
