import type { Effects } from '../effects/effects.ts';
import { StopInstance } from '../effects/untestable.ts';
import type { Facts } from '../plan/facts.ts';
import { render } from '../suite/expression/template.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import { type Frame, newPlay, outerFrame, type Play } from './frame.ts';
import { classesIn } from './moment.ts';
import { playStep, playSteps } from './play-step.ts';
import { readBack } from './read-back.ts';
import { eraseThings } from './steps/erase-step.ts';
import type { Ended, Leftover, Trace } from './trace.ts';

export type PlayOptions = {
  isStopped(): Reason | null;
  erase: boolean;
  /** What the instance makes is deleted together with the account that was created for it. */
  goesWhole?: boolean;
};

/** Plays one instance to its end, and always cleans up after it. */
export async function playInstance(
  instance: Instance,
  facts: Facts,
  effects: Effects,
  { isStopped, erase, goesWhole = false }: PlayOptions,
): Promise<Trace> {
  const play = newPlay(instance, facts, effects);
  const frame = outerFrame(play, isStopped);
  const { rounds, ended: first } = await attempt(() => playRounds(frame));
  const ended = first.outcome === 'done' && facts.tenant?.readsBack === true ? await readBackOf(frame, first) : first;
  const moments = [...play.moments];
  play.goesWhole = goesWhole;
  const leftovers = await cleanUp(frame, erase);
  return { instance, facts, moments, cleanUp: play.moments.slice(moments.length), rounds, ended, leftovers };
}

/** Ignores failures to read, which say nothing about the instance. */
async function readBackOf(frame: Frame, played: Ended): Promise<Ended> {
  const { ended } = await attempt(() => readBack(frame).then(() => null));
  return ended.outcome === 'crashed' ? ended : played;
}

async function attempt(work: () => Promise<Trace['rounds']>): Promise<Pick<Trace, 'rounds' | 'ended'>> {
  try {
    return { rounds: await work(), ended: { outcome: 'done', reason: null, detail: null } };
  } catch (error) {
    return { rounds: null, ended: endOf(error) };
  }
}

function endOf(error: unknown): Ended {
  if (!(error instanceof StopInstance)) return crashOf(error);
  const outcome = error.reason === 'setup' ? 'setup_failed' : 'untested';
  return { outcome, reason: error.reason, detail: error.message };
}

/** Returns the outcome for a fault of the harness. */
export function crashOf(error: unknown): Ended {
  const detail = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error);
  return { outcome: 'crashed', reason: 'setup', detail };
}

/** Plays the steps once, or as often as the arm samples. */
async function playRounds(frame: Frame): Promise<Trace['rounds']> {
  const { play, isStopped } = frame;
  const { repeat } = play.instance;
  if (repeat === null) {
    await playRound(frame);
    return null;
  }
  const times = Number(render(repeat.times, frame.scope));
  for (let round = 0; round < times; round += 1) {
    await playRound(outerFrame(play, isStopped));
    if (repeat.stopWhenAllSeen && haveAllComeUp(play)) break;
  }
  return times;
}

async function playRound(frame: Frame): Promise<void> {
  const { given, steps } = frame.play.instance;
  await playSteps(given, { ...frame, isSetUp: true });
  await playSteps(steps, frame);
}

function haveAllComeUp({ instance, moments }: Play): boolean {
  const seen = classesIn(moments);
  return classesOf(instance).every((name) => seen.has(name));
}

/** Returns the classes that the steps of a scenario sort answers into. */
export function classesOf({ steps }: Instance): string[] {
  const classes = steps.flatMap((step) => ('classify' in step ? (step.classify?.classes ?? []) : []));
  return [...new Set(classes.map(({ name }) => name))];
}

/** Failures here are not the target's fault; they are listed as leftovers. */
async function cleanUp({ play, ...frame }: Frame, erase: boolean): Promise<readonly Leftover[]> {
  const last: Frame = { ...frame, play, isStopped: () => null };
  for (const step of [...play.instance.finally].reverse()) await playStep(step, last).catch(() => undefined);
  return erase ? eraseThings(play).catch((error: unknown) => allLeft(play, error)) : [];
}

function allLeft({ state: { jobs, assets } }: Play, error: unknown): Leftover[] {
  const why = `the cleaning up broke off: ${error instanceof Error ? error.message : String(error)}`;
  return [...jobs.keys(), ...assets.keys()].map((id) => ({ id, why }));
}
