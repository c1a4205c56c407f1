import type { Effects } from '../effects/effects.ts';
import { CannotDo, StopInstance } from '../effects/untestable.ts';
import { createAnswerChecks } from '../judge/every-answer/answer-checks.ts';
import type { Evidence, Observation } from '../judge/evidence.ts';
import { addUntested, judgeStep, passOver, reasonOfCondition, rulesOf } from '../judge/record-evidence.ts';
import type { Facts } from '../plan/facts.ts';
import { seededDraws } from '../plan/seeded-draws.ts';
import { MissingValue } from '../suite/expression/scope.ts';
import { render } from '../suite/expression/template.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Instance, Step } from '../suite/scenario/scenario.ts';
import type { Frame, Run } from './frame.ts';
import { outerFrame } from './globals.ts';
import { runCall } from './steps/call-step.ts';
import { runDrive } from './steps/drive-step.ts';
import { eraseThings, runErase } from './steps/erase-step.ts';
import { runCollect, runHook, runReceive } from './steps/hook-steps.ts';
import { runPoll } from './steps/poll-step.ts';
import { runUse } from './steps/use-step.ts';
import { runWait } from './steps/wait-step.ts';
import { runWalk } from './steps/walk-step.ts';

export type InstanceResult = {
  outcome: 'done' | 'setup_failed' | 'untested' | 'crashed';
  reason: Reason | null;
  detail: string | null;
  evidence: Evidence[];
  observations: Observation[];
  leftovers: string[];
};

export type InstanceOptions = { isStopped(): Reason | null; erase: boolean };

/** Runs one instance to its end, and cleans up after it whatever happens. */
export async function runInstance(
  instance: Instance,
  facts: Facts,
  effects: Effects,
  { isStopped, erase }: InstanceOptions,
): Promise<InstanceResult> {
  const run = newRun(instance, facts, effects, isStopped);
  const frame = outerFrame(run);
  const ended = await attempt(() => runRounds(frame));
  const evidence = run.evidence;
  if (ended.reason !== null) coverTheRest(frame, ended.reason, ended.detail ?? '');
  const leftovers = await cleanUp(frame, erase);
  return { ...ended, evidence, observations: run.observations, leftovers };
}

function newRun(instance: Instance, facts: Facts, effects: Effects, isStopped: Run['isStopped']): Run {
  return {
    instance,
    facts,
    effects,
    answerChecks: createAnswerChecks(facts.everyAnswer, facts.kit),
    evidence: [],
    observations: [],
    jobs: new Map(),
    assets: new Map(),
    unitCosts: null,
    clockAhead: 0,
    hooks: new Map(),
    heldAt: null,
    classesSeen: new Set(),
    freshKeys: 0,
    draw: seededDraws(`${facts.seed}\0${instance.id}`),
    isStopped,
  };
}

type Ended = Pick<InstanceResult, 'outcome' | 'reason' | 'detail'>;

async function attempt(work: () => Promise<void>): Promise<Ended> {
  try {
    await work();
    return { outcome: 'done', reason: null, detail: null };
  } catch (error) {
    if (error instanceof StopInstance) {
      const outcome = error.reason === 'setup' ? 'setup_failed' : 'untested';
      return { outcome, reason: error.reason, detail: error.message };
    }
    const detail = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error);
    return { outcome: 'crashed', reason: 'setup', detail };
  }
}

/** Once, or as often as the arm samples. */
async function runRounds(frame: Frame): Promise<void> {
  const { run } = frame;
  const { repeat, given, steps } = run.instance;
  const times = repeat === null ? 1 : Number(render(repeat.times, frame.scope));
  const classes = new Set(
    steps.flatMap((step) => ('classify' in step ? (step.classify?.classes ?? []) : []).map(({ name }) => name)),
  );
  for (let round = 0; round < times; round += 1) {
    const fresh = repeat === null ? frame : outerFrame(run);
    await runSteps(given, { ...fresh, isSetUp: true });
    await runSteps(steps, fresh);
    if (repeat?.stopWhenAllSeen && [...classes].every((name) => run.classesSeen.has(name))) break;
  }
  if (repeat !== null) tellUnseen(frame, times, classes);
}

/** What a class that never came up would have shown was not exercised. */
function tellUnseen(frame: Frame, times: number, classes: ReadonlySet<string>): void {
  const unseen = [...classes].filter((name) => !frame.run.classesSeen.has(name));
  for (const step of frame.run.instance.steps) {
    if (!('byClass' in step)) continue;
    const classify = 'classify' in step ? step.classify : null;
    for (const name of unseen) {
      const own = classify?.classes.find((one) => one.name === name)?.expect ?? [];
      const checks = [...own, ...(step.byClass.get(name)?.expect ?? [])];
      const detail = `0 of ${times} answers were of the class ${name}`;
      for (const rule of checks.flatMap((check) => check.rule ?? []))
        addUntested(frame, step.id, rule, 'unseen', detail);
    }
  }
}

export async function runSteps(steps: readonly Step[], frame: Frame): Promise<void> {
  for (const step of steps) await runStep(step, frame);
}

async function runStep(step: Step, frame: Frame): Promise<void> {
  if (step.if !== null && !isMet(step.if, frame)) {
    const why = reasonOfCondition(step.if.text);
    return passOver(step, why, `${step.if.text} is not met`, frame);
  }
  try {
    await perform(step, frame);
  } catch (error) {
    const [reason, detail] = whyNot(error);
    passOver(step, reason, detail, frame);
    // What a set-up cannot do, and what has nothing to show of its own, is missing further on.
    if (frame.isSetUp || rulesOf(step).length === 0) throw new StopInstance(reason, detail);
  }
}

function isMet(condition: NonNullable<Step['if']>, { scope }: Frame): boolean {
  try {
    return Boolean(condition.evaluate(scope));
  } catch (error) {
    if (error instanceof MissingValue) return false;
    throw error;
  }
}

function whyNot(error: unknown): [Reason, string] {
  if (error instanceof CannotDo) return [error.reason, error.message];
  if (error instanceof MissingValue) return ['setup', error.message];
  throw error;
}

async function perform(step: Step, frame: Frame): Promise<void> {
  switch (step.kind) {
    case 'call':
      return runCall(step, frame);
    case 'poll':
      return runPoll(step, frame);
    case 'walk':
      return runWalk(step, frame);
    case 'use':
      return runUse(step, frame, runSteps);
    case 'let':
      for (const [name, template] of step.values) frame.scope.names[name] = render(template, frame.scope);
      return;
    case 'value': {
      const subject = render(step.value, frame.scope);
      frame.scope.names[step.id] = subject;
      return judgeStep(step, { subject, exchanges: [], silence: null }, frame);
    }
    case 'drive':
      return runDrive(step, frame);
    case 'hook':
      return runHook(step, frame);
    case 'receive':
      return runReceive(step, frame);
    case 'collect':
      return runCollect(step, frame);
    case 'wait':
      return runWait(step, frame);
    case 'erase':
      return runErase(step, frame);
  }
}

/** Every rule of the instance that nothing was seen of is one that could not be tested. */
function coverTheRest(frame: Frame, reason: Reason, detail: string): void {
  const seen = new Set(frame.run.evidence.map(({ rule }) => rule));
  const [line = ''] = detail.split('\n');
  for (const rule of frame.run.instance.covers) if (!seen.has(rule)) addUntested(frame, '', rule, reason, line);
}

/** What fails here is no fault of the target's; it is listed as left behind. */
async function cleanUp(frame: Frame, erase: boolean): Promise<string[]> {
  const { run } = frame;
  const before = run.evidence.length;
  const last: Frame = { ...frame, run: { ...run, isStopped: () => null } };
  for (const step of [...run.instance.finally].reverse()) await runStep(step, last).catch(() => undefined);
  run.evidence.length = before;
  return erase ? eraseThings(run).catch(() => [...run.jobs.keys(), ...run.assets.keys()]) : [];
}
