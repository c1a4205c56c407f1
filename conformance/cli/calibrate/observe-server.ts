import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { type Decision, decide } from '../../calibrate/decide.ts';
import { TWINS } from '../../calibrate/generated/twins.ts';
import { pointsOf, whyUnseen } from '../../calibrate/points.ts';
import { certifyWith } from '../../certify.ts';
import type { Report } from '../../report/report.ts';
import type { Loaded } from '../../suite/scenario/load-suite.ts';
import type { Target } from '../../target/target.ts';
import { printError } from '../print.ts';
import { showProgress } from '../print-report.ts';

/** A run, and the choices of the open questions that it shows. */
export type Observed = { report: Report; decisions: Decision[] };

/** The places of observations have the names of rows, which are drawn by the seed: that of the twins. */
export const SEED = 'calibrate';

/** The scenarios that observe what can be calibrated; those of some questions alone, where they are named. */
export function scenariosFor(questions: readonly string[] | null = null): string[] {
  const twins = TWINS.questions.filter(({ question }) => questions === null || questions.includes(question));
  const ids = twins.flatMap(({ gap }) => TWINS.scenarios[gap] ?? []);
  return [...new Set(ids)].sort();
}

/** Runs scenarios on a server, with its progress on standard error; no scenarios are all of them. */
export async function observeServer(
  loaded: Loaded,
  target: Target,
  only: readonly string[],
  signal: AbortSignal,
  seed = SEED,
): Promise<Observed> {
  for (const warning of target.warnings) printError(`tryon-conformance: warning: ${visibleLine(warning)}`);
  const report = await certifyWith(loaded, target, { only, seed, signal, onProgress: showProgress() });
  return observedIn(report);
}

export function observedIn(report: Report): Observed {
  return { report, decisions: decisionsIn(report) };
}

/** The choices of the open questions that a report shows. */
export function decisionsIn({ observations, instances }: Pick<Report, 'observations' | 'instances'>): Decision[] {
  return decide(QUESTIONS, TWINS, {
    points: pointsOf(observations),
    whyUnseen: (scenarios) => whyUnseen(instances, scenarios),
  });
}
