import { type Instant, toIso } from '../domain/values/time.ts';
import type { Timer } from '../world/state.ts';
import { firstLine } from '../world/work-failed.ts';

/** What an advance of the clock did. */
export type Advanced = { from: Instant; now: Instant; fired: Timer[]; nextDue: Instant | null };

/** The same, as users are told of it. */
export type AdvanceReport = {
  /** The instant at which it began. */
  from: string;
  /** The instant that was reached. */
  now: string;
  /** The work that fell due on the way, in order. */
  fired: { at: string; kind: string; ref: string }[];
  /** The same in short: how often each kind of it did. */
  walked: Record<string, number>;
  /** When the next work falls due, or null where there is none. */
  next_due: string | null;
};

/** Something stopped an advance on its way. What it did stays done; what is left is still due, and another goes on with it. */
export class AdvanceFailed extends Error {
  /** How far it came. */
  readonly report: AdvanceReport;

  constructor(report: AdvanceReport, cause: unknown) {
    const fired = `work that had fired by then, and stays so: ${report.fired.length}`;
    const rest = 'what is left is still due, and another advance tries it again';
    super(`time stopped at ${report.now}: ${firstLine(cause)}; ${fired}; ${rest}`, { cause });
    this.name = 'AdvanceFailed';
    this.report = report;
  }
}

export function reportOf({ from, now, fired, nextDue }: Advanced): AdvanceReport {
  const walked: Record<string, number> = {};
  for (const { kind } of fired) walked[kind] = (walked[kind] ?? 0) + 1;
  return {
    from: toIso(from),
    now: toIso(now),
    fired: fired.map(({ due, kind, ref }) => ({ at: toIso(due), kind, ref })),
    walked,
    next_due: nextDue === null ? null : toIso(nextDue),
  };
}
