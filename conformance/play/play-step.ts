import { MissingValue } from '../../shared/expression/scope.ts';
import { CannotDo, StopInstance } from '../effects/untestable.ts';
import { environmentOfRoleOff } from '../plan/environments.ts';
import type { Condition } from '../suite/expression/condition.ts';
import { type Reason, reasonOfLack } from '../suite/reasons.ts';
import { rulesOfStep, type Step } from '../suite/scenario/scenario.ts';
import type { Frame } from './frame.ts';
import { playCall } from './steps/call-step.ts';
import { playDrive } from './steps/drive-step.ts';
import { playErase } from './steps/erase-step.ts';
import { playHook } from './steps/hook-step.ts';
import { playPoll } from './steps/poll-step.ts';
import { playReceive } from './steps/receive-step.ts';
import { playUse } from './steps/use-step.ts';
import { playLet, playValue } from './steps/value-step.ts';
import { playWait } from './steps/wait-step.ts';
import { playWalk } from './steps/walk-step.ts';
import type { Names } from './trace.ts';

export async function playSteps(steps: readonly Step[], frame: Frame): Promise<void> {
  for (const step of steps) await playStep(step, frame);
}

/** Plays one step, or records why it was skipped. */
export async function playStep(step: Step, frame: Frame): Promise<void> {
  if (step.if !== null && !step.if.evaluate(frame.scope)) {
    const [reason, detail] = whyLeftOut(step.if, step, frame);
    return passOver(step, reason, detail, frame);
  }
  try {
    await perform(step, frame);
  } catch (error) {
    const [reason, detail] = whyNot(error, frame);
    passOver(step, reason, detail, frame);
    // Later steps need a failed set-up, or a failed step without rules of its own.
    if (frame.isSetUp || rulesOfStep(step).length === 0) throw new StopInstance(reason, detail);
  }
}

/**
 * Returns why a step was skipped whose condition is not met: because the provided occasion had no effect, or because
 * something is missing.
 */
function whyLeftOut(condition: Condition, { occasion }: Step, frame: Frame): [Reason, string] {
  const lacking = lackingOf(condition, frame);
  const off = lacking.flatMap((name) => featureOff(name, frame) ?? [])[0];
  if (off !== undefined) return ['feature-off', `${off} is off`];
  const reason = reasonOfLack(lacking);
  if (reason === 'condition' && occasion !== null && occasion.evaluate(frame.scope))
    return ['no-occasion', occasion.text];
  return [reason, `${condition.text} is not met`];
}

/**
 * Returns the names in a condition that may be missing. Existing names are not the reason: the condition may require
 * their absence.
 */
function lackingOf({ asks }: Condition, { scope }: Frame): string[] {
  return asks.filter((name) => !/^(?:driver|key)\.|^tenant$/.test(name) || !isThere(name, scope.names));
}

/** Returns the feature that the missing key or endpoint depends on, if it is off. */
function featureOff(name: string, { play: { facts } }: Frame): string | null {
  if (name === 'driver.webhooks') return facts.features.webhooks === false ? 'webhooks' : null;
  return name.startsWith('key.') ? environmentOfRoleOff(name.slice('key.'.length), facts.features) : null;
}

function isThere(name: string, names: Names): boolean {
  const [first = '', second] = name.split('.');
  return Boolean(second === undefined ? names[first] : (Object(names[first]) as Names)[second]);
}

function passOver(step: Step, reason: Reason, detail: string, { play, prefix }: Frame): void {
  play.moments.push({ kind: 'passed over', step, prefix, reason, detail });
}

/** A missing value may be missing because the target no longer keeps what it belongs to. */
function whyNot(error: unknown, { play }: Frame): [Reason, string] {
  if (error instanceof CannotDo) return [error.reason, error.message];
  const { lost } = play.state;
  if (error instanceof MissingValue) return lost === null ? ['setup', error.message] : ['retention', lost];
  throw error;
}

async function perform(step: Step, frame: Frame): Promise<void> {
  switch (step.kind) {
    case 'call':
      return playCall(step, frame);
    case 'poll':
      return playPoll(step, frame);
    case 'walk':
      return playWalk(step, frame);
    case 'use':
      return playUse(step, frame, playSteps);
    case 'let':
      return playLet(step, frame);
    case 'value':
      return playValue(step, frame);
    case 'drive':
      return playDrive(step, frame);
    case 'hook':
      return playHook(step, frame);
    case 'receive':
      return playReceive(step, frame);
    case 'wait':
      return playWait(step, frame);
    case 'erase':
      return playErase(step, frame);
  }
}
