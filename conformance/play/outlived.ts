import type { Retention } from './retention.ts';

/**
 * Why what an instance made may be gone although it did not wait for that: jobs that take their time, and refusals that ask to
 * come back later, kept it busy until the `expires_at` that was shown. What it looked for after a wait of its own it reckons with.
 */
export function whyOutlived({ shown, passed, planned, of }: Retention): string | null {
  if (shown === null || passed === planned) return null;
  const now = shown.at + passed - shown.passed;
  const begin = now - (passed - planned);
  for (const { kept } of of.values())
    for (const [id, { until }] of kept)
      if (until !== null && begin < until && until <= now)
        return `the server keeps ${id} until ${instant(until)}, and what had to be waited for took until ${instant(now)}`;
  return null;
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
