import { brokenIn } from '../../conformance/judge/verdicts.ts';
import type { InstanceRun } from '../../conformance/run/instance-run.ts';
import { openSession } from '../../conformance/run/open-session.ts';
import type { TestServer } from '../../conformance/run/self-test.ts';
import { inOrder } from '../../conformance/sessions/operation.ts';
import { createDrawing, createPlayer } from '../../conformance/sessions/player.ts';
import type { Loaded } from '../../conformance/suite/scenario/load-suite.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { type Setting, started } from './started.ts';

/**
 * A server for sessions alone: how to start it, and the rule that it breaks. The rule is null if the server is lawful,
 * or if only the section that it violates is known.
 */
export type Played = {
  id: string;
  rule: string | null;
  section: string | null;
  isLawful: boolean;
  seed: string;
  setting: Setting;
};

/**
 * The result of sessions on a server: the rules that failed in the first session with failures; empty if none failed.
 */
export type Found = Played & {
  rules: string[];
  /** The operations and CPU seconds up to that point, or in total. */
  steps: number;
  seconds: number;
  sessions: number;
  /** For a lawful server: what was expected and seen. */
  detail: string | null;
};

export type SessionBounds = { sessions: number };

/** Plays sessions until a rule fails. Other work of the machine affects nothing but the seconds. */
export async function foundBySessions(loaded: Loaded, played: Played, bounds: SessionBounds): Promise<Found> {
  const server = await started(played.setting);
  try {
    return await foundOn(server, loaded, played, bounds);
  } finally {
    await server.close();
  }
}

async function foundOn(server: TestServer, loaded: Loaded, played: Played, bounds: SessionBounds): Promise<Found> {
  const { suite } = loaded;
  await suite.shapes.prepare();
  const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
  const { signal } = new AbortController();
  const { seed } = played;
  const options = { only: [], shard: null, seed, nonce: seed, repeat: 1, atOnce: 1, signal, erase: false };
  const { session: run, close } = await openSession(loaded, target, options);
  try {
    const begun = process.cpuUsage();
    const seconds = () => {
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1_000_000;
    };
    const draw = await createDrawing(run);
    let steps = 0;
    let sessions = 0;
    while (sessions < bounds.sessions) {
      sessions += 1;
      const session = draw(sessions);
      const ran = await createPlayer(run, `sessions/${sessions}`).play(session);
      const { operations } = inOrder(session);
      const rules = namedIn(ran, played, loaded);
      const at = { sessions, seconds: seconds() };
      if (rules.length > 0)
        return { ...played, rules, ...at, steps: steps + operations.length, detail: detailOf(ran, rules) };
      steps += operations.length;
    }
    return { ...played, rules: [], steps, seconds: seconds(), sessions, detail: null };
  } finally {
    await close();
  }
}

/** The rules that fail, and the rule that the server breaks even if it only warns. */
function namedIn(ran: InstanceRun, { rule }: Played, { suite }: Loaded): string[] {
  const own = ran.evidence.some((one) => one.rule === rule && one.outcome === 'violated');
  const broken = brokenIn(ran.evidence, { suite });
  return own && rule !== null ? [rule, ...broken.filter((one) => one !== rule)] : broken;
}

function detailOf({ evidence }: InstanceRun, [rule]: readonly string[]): string | null {
  const one = evidence.find((other) => other.rule === rule && other.outcome === 'violated');
  return one === undefined ? null : `${one.step} ${JSON.stringify(one.mismatches[0])}`;
}
