import { statusOf } from '../../domain/job.ts';
import { toIso } from '../../domain/values/time.ts';
import { nowIn, type WorldHost } from '../../runtime/world-host.ts';
import { nextTimer } from '../../world/timers.ts';
import type { SummaryReport } from './shapes.ts';

export function summaryOf(host: WorldHost): SummaryReport {
  const clock = { now: toIso(nowIn(host)), ...host.clock.settings() };
  const { world, journal } = host;
  const jobs = { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 };
  for (const job of world.state.jobs.values()) jobs[statusOf(job)] += 1;
  const deliveries = { pending: 0, delivered: 0, exhausted: 0, cancelled: 0 };
  for (const { state } of world.state.deliveries.values()) deliveries[state] += 1;
  const next = nextTimer(world);
  return {
    clock,
    jobs,
    deliveries,
    exchanges: journal.last(),
    findings: journal.findings().length,
    next_due: next === undefined ? null : toIso(next.due),
  };
}
