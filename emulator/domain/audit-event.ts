import type { Finding } from './audit.ts';
import type { Plan } from './plan.ts';

/** What the audit of a run hears of one of its emulators, as plain data: it may come from another process. */
export type AuditEvent =
  | { kind: 'request' }
  | { kind: 'finding'; world: string; finding: Finding }
  /** A plan that has decided no job until it went with its world, or with a state that was put back. */
  | { kind: 'unused_plan'; world: string; plan: Plan };
