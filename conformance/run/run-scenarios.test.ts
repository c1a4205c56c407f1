import { describe, expect, it } from 'vitest';
import { graded } from '../testing/graded.ts';
import type { Script } from '../testing/scripted-server.ts';
import { doWork, type Work } from './run-scenarios.ts';

/** Work that records how much of it runs at once, and whether anything runs next to exclusive work. */
function noted(kinds: readonly boolean[]) {
  const seen = { most: 0, disturbed: 0, done: 0 };
  let running = 0;
  const work = kinds.map(
    (alone): Work => ({
      alone,
      run: async () => {
        running += 1;
        seen.most = Math.max(seen.most, running);
        if (alone && running > 1) seen.disturbed += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
        running -= 1;
        seen.done += 1;
      },
    }),
  );
  return { work, seen };
}

const never = () => false;

describe('The work of a run', () => {
  it('runs in parallel, up to a limit', async () => {
    const { work, seen } = noted(Array.from({ length: 9 }, () => false));
    await doWork(work, { atOnce: 3, isStopped: never });
    expect(seen).toEqual({ most: 3, disturbed: 0, done: 9 });
  });

  it('does not run next to exclusive work', async () => {
    const { work, seen } = noted([true, false, false, true, false]);
    await doWork(work, { atOnce: 5, isStopped: never });
    expect(seen).toEqual({ most: 3, disturbed: 0, done: 5 });
  });

  it('is not started after the run was stopped', async () => {
    const { work, seen } = noted([false, false, false, true, true]);
    await doWork(work, { atOnce: 1, isStopped: () => seen.done >= 2 });
    expect(seen.done).toBe(2);
  });
});

const suite = (exclusive: string) =>
  ['a', 'b', 'c']
    .map(
      (id) => `scenario: t/${id}
covers: [FIRST-RULE]
${exclusive === 'scenario' ? 'exclusive: [credits]' : 'about: it'}
steps: [{call: GET /v1/thing, ${exclusive === 'step' ? 'exclusive: credits, ' : ''}expect: {FIRST-RULE: {status: 200}}}]
`,
    )
    .join('---\n');

/** Returns the maximum number of parallel requests for the thing. */
async function mostAtOnce(exclusive: string): Promise<number> {
  let now = 0;
  let most = 0;
  const script: Script = async ({ path }) => {
    if (path !== '/v1/thing') return { status: 404 };
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, 30));
    now -= 1;
    return { json: {} };
  };
  await graded(suite(exclusive), script);
  return most;
}

describe('Scenarios on a shared account', () => {
  it('run in parallel', async () => {
    expect(await mostAtOnce('')).toBeGreaterThan(1);
  });

  it.each(['scenario', 'step'])('run one by one if a %s needs exclusive credits', async (exclusive) => {
    expect(await mostAtOnce(exclusive)).toBe(1);
  });
});
