import * as z from 'zod';
import { type AuditRule, counts, type Finding, type Uncounted } from '../domain/test-control/audit.ts';
import type { AuditEvent } from '../domain/test-control/audit-event.ts';
import type { Plan } from '../domain/test-control/plan.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import { assertClean } from './assertions.ts';
import { planReport } from './plan-control.ts';
import { type AuditInput, auditSchema } from './schemas/journal.ts';
import type { PlanReport } from './schemas/plan.ts';

export type RunFinding = Finding & { world: string };
export type FindingGroup = { rule: AuditRule; count: number; first: RunFinding };

export type RunReport = {
  /** Whether any request reached any of the emulators. */
  any_request: boolean;
  /** Whether a client polled repeatedly without waiting in real time, which cannot be judged on an auto clock. */
  polls_not_judged: boolean;
  findings: RunFinding[];
  groups: FindingGroup[];
  unused_plans: (PlanReport & { world: string })[];
};

/** Collects the events of the emulators of a run, including removed worlds. */
export type RunAudit = {
  take(event: AuditEvent): void;
  /** The same for an event of another process and perhaps another version: unknown events are ignored. */
  takeUnchecked(event: unknown): void;
  report(options: Uncounted): RunReport;
};

/** Further findings are counted, but not listed. */
const MOST_FINDINGS = 1_000;

export function createRunAudit(): RunAudit {
  const groups = new Map<string, FindingGroup>();
  const findings: RunFinding[] = [];
  const plans = new Map<string, { world: string; plan: Plan }>();
  let anyRequest = false;
  let notJudged = false;
  const add = (finding: RunFinding) => {
    const name = `${finding.rule} ${finding.status ?? ''}`;
    const { count, first } = groups.get(name) ?? { count: 0, first: finding };
    groups.set(name, { rule: finding.rule, count: count + 1, first });
    if (findings.length < MOST_FINDINGS) findings.push(finding);
  };
  const take = (event: AuditEvent) => {
    if (event.kind === 'request') anyRequest = true;
    else if (event.kind === 'not_judged') notJudged = true;
    else if (event.kind === 'finding') add({ ...event.finding, world: event.world });
    else if (event.kind === 'unused_plan' && isReported(event)) plans.set(`${event.world} ${event.plan.id}`, event);
  };
  return {
    take,
    takeUnchecked: (event) => {
      const parsed = eventSchema.safeParse(event, { jitless: true });
      if (parsed.success) take(parsed.data as AuditEvent);
    },
    report: (uncounted) => ({
      any_request: anyRequest,
      polls_not_judged: notJudged,
      findings: findings.filter((one) => counts(one, uncounted)),
      groups: [...groups.values()].filter(({ first }) => counts(first, uncounted)),
      unused_plans: [...plans.values()].map(({ world, plan }) => ({ ...planReport(plan), world })),
    }),
  };
}

/** Unused configured plans are not reported, since tests share them, except in the default world. */
function isReported({ world, plan }: Extract<AuditEvent, { kind: 'unused_plan' }>): boolean {
  return plan.place !== 'configured' || world === 'default';
}

const world = z.string();
const finding = z.looseObject({
  rule: z.string(),
  says: z.string(),
  did: z.string(),
  exchange: z.number(),
  at: z.string(),
  status: z.number().optional(),
});
/** Configured plans are left out: all tests of a program share them, and few tests use each. */
const plan = z.looseObject({
  id: z.string(),
  place: z.enum(['prepended', 'ending', 'standing']),
  trigger: z.looseObject({}),
  count: z.looseObject({ matched: z.number(), hits: z.number() }),
});
const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request') }),
  z.object({ kind: z.literal('not_judged') }),
  z.object({ kind: z.literal('finding'), world, finding }),
  z.object({ kind: z.literal('unused_plan'), world, plan }),
]);

export type AuditControl = {
  /** The client's mistakes so far, in order. */
  findings(options?: AuditInput): Finding[];
  /** Throws with every finding, if there are any. */
  assertClean(options?: AuditInput): void;
};

export function controlAudit(host: WorldHost): AuditControl {
  const findings = (input: AuditInput = {}) => {
    const { ignore = [], expect = [] } = parseInput('The audit', auditSchema, input);
    return host.journal.findings().filter((one) => counts(one, { ignore, expect }));
  };
  return { findings, assertClean: (input) => assertClean(findings(input)) };
}
