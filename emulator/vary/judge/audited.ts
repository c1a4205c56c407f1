import type { RunFinding } from '../../control/run-audit.ts';
import type { AuditRule } from '../../domain/test-control/audit.ts';
import type { Seen } from '../seen.ts';
import type { Proof } from './proof.ts';

/** What costs no more than a few bytes is left to `exec --audit`, and so are refusals, which many tests bring about on purpose. */
const LEFT_OUT: readonly AuditRule[] = ['etag-ignored', 'refused-request'];

/** What the audit finds in a run, rule by rule, but for those that count for nothing. */
export function judgeAudit({ findings }: Seen, ignore: readonly string[]): Proof[] {
  const counted = findings.filter(({ rule }) => !LEFT_OUT.includes(rule) && !ignore.includes(rule));
  const rules = [...new Set(counted.map(({ rule }) => rule))];
  return rules.map((rule) => proofIn(counted.filter((one) => one.rule === rule)));
}

function proofIn(found: readonly RunFinding[]): Proof {
  const [{ rule = '', says = '', did = '', exchange = 0, world = 'default' } = {}] = found;
  const [, section = '', what = says] = /^Spec ([\d.]+): (.*)$/.exec(says) ?? [];
  const at = `${world === 'default' ? '' : `${world} `}#${exchange} ${did}`;
  return {
    kind: rule,
    section,
    says: `it broke the rule “${what.replace(/\.$/, '')}”`,
    count: found.length,
    exchanges: [at],
  };
}
