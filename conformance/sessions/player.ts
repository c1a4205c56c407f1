import type { InstanceRun } from '../run/instance-run.ts';
import { runOnTarget } from '../run/run-on-target.ts';
import type { Session as Run } from '../run/session.ts';
import { problemText } from '../suite/yaml/problem.ts';
import { compileSession } from './compile-session.ts';
import { drawSession } from './draw/draw-session.ts';
import type { Means } from './draw/means.ts';
import { pastOf } from './draw/means.ts';
import { meansOf, stagesHeld } from './means-of-run.ts';
import type { Session } from './operation.ts';
import { scenarioOf, scenarioText } from './write/write-scenario.ts';

const OPERATIONS = 40;

/** Draws the sessions of a run by their numbers. */
export async function createDrawing(run: Run): Promise<(index: number) => Session> {
  const { seed } = run.options;
  const past = pastOf(seed);
  const means = await meansFor(run);
  return (index) => drawSession(`${seed}\0session ${index}`, means, OPERATIONS, past);
}

async function meansFor(run: Run): Promise<Means> {
  const means = meansOf(run);
  const { offered, features } = run;
  const hasAccounts = offered.includes('tenants');
  const player = createPlayer(run, 'sessions/stages');
  // What is planned on an account that others use may decide their jobs.
  const stages =
    hasAccounts && offered.includes('jobs')
      ? await stagesHeld(means.features, async (session) => isAccepted(await player.play(session)))
      : [];
  const units = hasAccounts && features['credits.balance'] === true ? 'edges' : 'none';
  return { ...means, stages, units, only: null, hasPlots: true };
}

function isAccepted({ outcome, tape }: InstanceRun): boolean {
  const isSo = tape.some((entry) => entry.kind === 'exchange' && entry.exchange.answer?.status === 202);
  return outcome === 'done' && isSo;
}

/** Plays sessions under one name. */
export type Player = { play(session: Session): Promise<InstanceRun>; textOf(session: Session): string };

/** Each play has Idempotency-Keys of its own, also where an account is used again. */
export function createPlayer(run: Run, id: string): Player {
  let plays = 0;
  const textOf = (session: Session) => scenarioText(scenarioOf(session, {}, id));
  const isStopped = () => {
    if (run.options.signal.aborted) return 'interrupted';
    return run.allowance.isOver() ? 'budget' : null;
  };
  return {
    textOf,
    play: (session) => {
      const compiled = compileSession(textOf(session), run);
      if ('problems' in compiled)
        throw new Error(`the session is not a valid scenario: ${compiled.problems.map(problemText).join('; ')}`);
      const { scenario, instance } = compiled;
      plays += 1;
      const own = plays === 1 ? instance : { ...instance, id: `${id}#${plays}` };
      return runOnTarget(own, { ...run, suite: { ...run.suite, scenarios: [scenario] } }, isStopped);
    },
  };
}
