import { counts, type Finding } from '../domain/test-control/audit.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import { assertClean } from './assertions.ts';
import { type AuditInput, auditSchema } from './schemas/journal.ts';

export type AuditControl = {
  /** The mistakes of the client so far, in order. */
  findings(options?: AuditInput): Finding[];
  /** Throws with every finding where there is one. */
  assertClean(options?: AuditInput): void;
};

export function controlAudit(host: WorldHost): AuditControl {
  const findings = (input: AuditInput = {}) => {
    const { ignore = [], expect = [] } = parseInput('The audit', auditSchema, input);
    return host.journal.findings().filter((one) => counts(one, { ignore, expect }));
  };
  return { findings, assertClean: (input) => assertClean(findings(input)) };
}
