import * as z from 'zod';
import { count, instant, text } from '../domain/values/shapes.ts';
import { type Instant, toIso } from '../domain/values/time.ts';
import type { Timer } from '../world/state.ts';
import { firstLine } from '../world/work-failed.ts';

/** The result of an advance of the clock. */
export type Advanced = { from: Instant; now: Instant; fired: Timer[]; nextDue: Instant | null };

export const advanceShape = () =>
  z
    .strictObject({
      from: instant().describe('the instant at which it began'),
      now: instant().describe('the instant that was reached'),
      fired: z
        .array(
          z.strictObject({
            at: instant().describe('when it fell due'),
            kind: text().describe('what it was'),
            ref: text().describe('the id of what it was about'),
          }),
        )
        .describe('the work that fell due on the way, in order'),
      walked: z.record(z.string(), count()).describe('how often each kind of work fell due on the way'),
      next_due: instant().nullable().describe('when the next work falls due; null if there is none'),
    })
    .meta({ title: 'AdvanceReport' });

/** The result of an advance of the clock, as it is reported. */
export interface AdvanceReport extends z.output<ReturnType<typeof advanceShape>> {}

/** An advance was interrupted. What it did stays done; the rest is still due, and another advance continues with it. */
export class AdvanceFailed extends Error {
  /** How far it got. */
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
