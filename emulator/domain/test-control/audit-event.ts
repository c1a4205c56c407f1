import type { Finding } from './audit.ts';
import type { Plan } from './plan.ts';

/** An event that an emulator sends to the audit of its run. Plain data, because it may cross processes. */
export type AuditEvent =
  | { kind: 'request' }
  | { kind: 'finding'; world: string; finding: Finding }
  /** A plan that decided no job before its world was removed or restored. */
  | { kind: 'unused_plan'; world: string; plan: Plan };
