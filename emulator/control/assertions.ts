import { counted } from '../../shared/counted.ts';
import { visible } from '../../shared/visible.ts';
import type { Finding } from '../domain/test-control/audit.ts';
import type { NearMissReport, VerifyReport } from './schemas/journal.ts';
import type { PlanReport } from './schemas/plan.ts';

/** Plans that have not been applied to any job. */
export function unusedPlans(plans: readonly PlanReport[]): PlanReport[] {
  return plans.filter(({ used }) => used === 0);
}

/** Throws if a plan has not been applied to any job, since the test then did not do what it prepared. */
export function assertAllUsed(plans: readonly PlanReport[]): void {
  const left = unusedPlans(plans);
  if (left.length === 0) return;
  const lines = left.map(
    ({ id, matched, plan }) => `  ${id} (matched ${counted(matched, 'job')}): ${JSON.stringify(plan)}`,
  );
  throw new Error(visible(`${counted(left.length, 'plan')} not used:\n${lines.join('\n')}`));
}

/** Throws if the number of matching exchanges is not the expected one, and shows the nearest ones. */
export function assertVerified(
  { request }: { request: unknown },
  { ok, found, wanted, near_misses }: VerifyReport,
): void {
  if (ok) return;
  throw new Error(`wanted ${wanted} of ${JSON.stringify(request)}, found ${found}${nearText(near_misses)}`);
}

export function nearText(near: readonly NearMissReport[]): string {
  if (near.length === 0) return '; there was no request';
  const lines = near.map(
    ({ unmet, exchange: { method, path, status } }) =>
      `  ${method} ${path} (${status}): differs in ${unmet.join(', ')}`,
  );
  return visible(`; the closest requests were:\n${lines.join('\n')}`);
}

/** Throws with every finding of the audit, if there are any. */
export function assertClean(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  throw new Error(
    visible(`the client made ${counted(findings.length, 'mistake')}:\n${findingLines(findings).join('\n')}`),
  );
}

export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ rule, did, says }) => `  ${rule}: ${did}. ${says}`);
}
