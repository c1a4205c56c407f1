import * as z from 'zod';
import { AUDIT_RULES, type AuditRule, counts, type Finding } from '../domain/test-control/audit.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import { assertClean } from './assertions.ts';

const RULES = Object.keys(AUDIT_RULES) as [AuditRule, ...AuditRule[]];

export const auditSchema = z
  .strictObject({
    expect: z
      .array(z.coerce.number<number | string>().int().min(400).max(599))
      .describe('statuses of refusals that a test brings about on purpose: no finding of refused-request'),
    ignore: z.array(z.enum(RULES)).describe('rules whose findings do not count; in an address with commas between'),
  })
  .partial();

export type AuditInput = z.input<typeof auditSchema>;

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
