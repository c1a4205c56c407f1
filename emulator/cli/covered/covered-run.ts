import * as z from 'zod';
import { makeAuditFolder, readAuditFolder } from '../../adapters/audit-folder.ts';
import { COVERAGE_FOLDER } from '../../adapters/coverage-folder.ts';
import { coverageReport } from '../../behaviours/coverage-report.ts';
import type { CoverageReport, Mark } from '../../domain/test-control/coverage.ts';
import { createCoverage } from '../../runtime/coverage.ts';

/** The coverage of one run of a program: of the emulator beside it, and of those that it and its workers make themselves. */
export type CoveredRun = {
  onMark(mark: Mark): void;
  /** What tells the emulators of the program that they belong to the run. */
  env: NodeJS.ProcessEnv;
  report(): CoverageReport;
  /** What it cannot hear of, and how it could; null where it hears everything. */
  warning: string | null;
  /** Leaves nothing behind. */
  end(): void;
};

/** What other processes write, whose package may have another version. */
const markSchema = z.object({ key: z.string(), answered: z.boolean(), rule: z.string().nullable() });

/** `parent` is where the folder for what other processes tell is made. */
export function openCoveredRun(parent?: string): CoveredRun {
  const all = createCoverage();
  const onMark = (mark: Mark) => all.absorb(new Map([[mark.key, mark]]));
  try {
    const { folder, remove } = makeAuditFolder(parent);
    const report = () => {
      for (const line of readAuditFolder(folder)) {
        const { success, data } = markSchema.safeParse(line, { jitless: true });
        if (success) onMark(data);
      }
      return coverageReport(all.marks());
    };
    return { onMark, report, env: { [COVERAGE_FOLDER]: folder }, warning: null, end: remove };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { onMark, report: () => coverageReport(all.marks()), env: {}, warning: `${DEAF}: ${why}`, end: () => {} };
  }
}

const DEAF =
  'emulators that the command makes itself are not counted, since no folder can be made for what they tell (TMPDIR says where)';
