import { setTimeout as sleep } from 'node:timers/promises';
import { counted } from '../../../shared/counted.ts';
import { failedRules } from '../../report/failures.ts';
import type { Report } from '../../report/report.ts';

/** A server that is graded repeatedly. */
export type Watching = {
  /** Grades the scenarios with these names, or all if the list is empty; null if that failed. */
  run(only: readonly string[]): Promise<Report | null>;
  /** Whether a server answers at the address. */
  isThere(): Promise<boolean>;
  /** Whether a file has changed since the last call. */
  hasChanged(): boolean;
  say(text: string): void;
  signal: AbortSignal;
  /** Milliseconds between two checks. */
  pause: number;
};

/**
 * Runs everything. After that, runs what failed each time the server comes back or a file changes, until interrupted.
 */
export async function watchServer(watching: Watching): Promise<void> {
  const { run, say, signal } = watching;
  let failing: Failing | null = null;
  for (;;) {
    const report = await run([...new Set([...(failing?.values() ?? [])].flat())]);
    if (signal.aborted) return;
    if (report !== null) failing = printChanges(failing, report, say);
    const what =
      failing === null || failing.size === 0 ? 'everything' : `what failed (${counted(failing.size, 'rule')})`;
    say(`${what} reruns when the server returns or a file changes; press Ctrl-C to stop`);
    const why = await nextOccasion(watching);
    if (why === null) return;
    say(why);
  }
}

/** The scenarios in which a rule fails, by rule. */
type Failing = Map<string, string[]>;

/** Prints what changed since the previous run, and returns what fails now. */
function printChanges(before: Failing | null, report: Report, say: Watching['say']): Failing {
  const now = compared(before ?? new Map(), report);
  if (before !== null) for (const line of changesText(before, now)) say(line);
  return now.failing;
}

type Compared = { failing: Failing; fixed: string[] };

/** What was not tested this time counts as unchanged. */
function compared(before: Failing, report: Report): Compared {
  const failing: Failing = new Map();
  for (const { rule, failures } of failedRules(report).failed)
    failing.set(rule.id, [...new Set(failures.map(({ card }) => card.scenario))]);
  const passed = new Set(report.rules.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id));
  const fixed = [...before.keys()].filter((id) => passed.has(id));
  for (const [id, scenarios] of before) if (!failing.has(id) && !passed.has(id)) failing.set(id, scenarios);
  return { failing, fixed };
}

function changesText(before: Failing, { failing, fixed }: Compared): string[] {
  const ids = [...failing.keys()];
  const groups = {
    fixed,
    'still failing': ids.filter((id) => before.has(id)),
    new: ids.filter((id) => !before.has(id)),
  };
  return Object.entries(groups).flatMap(([word, rules]) =>
    rules.length === 0 ? [] : [`${word}: ${rules.join(', ')}`],
  );
}

/** The reason for the next run: a server has come back, or a file has changed. Null if watching has ended. */
async function nextOccasion({ isThere, hasChanged, signal, pause }: Watching): Promise<string | null> {
  let wasAway = false;
  while (!signal.aborted) {
    if (hasChanged()) return 'a file has changed';
    const isHere = await isThere();
    if (isHere && wasAway) return 'the server is back';
    wasAway = !isHere;
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
  return null;
}
