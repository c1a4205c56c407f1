import { parseDuration } from '../../../shared/expression/quantities.ts';
import { CannotDo, StopInstance } from '../../effects/untestable.ts';
import { render } from '../../suite/expression/template.ts';
import type { Reason } from '../../suite/reasons.ts';
import type { DriveStep } from '../../suite/scenario/scenario.ts';
import { driverOf, TERMINAL } from '../../suite/vocabulary.ts';
import { type Frame, type Play, setName } from '../frame.ts';
import { secretOf } from '../render-request.ts';
import { afterWait } from '../retention.ts';
import { withHook } from '../state.ts';
import { pause } from './send.ts';

const REASON_BY_DRIVER: Record<string, Reason> = {
  clock: 'needs-clock',
  webhooks: 'needs-receiver',
  credits: 'needs-tenant',
};
/** After this many reads, a job is considered unable to reach its hold. */
const MOST_LOOKS = 120;

export async function playDrive(step: DriveStep, frame: Frame): Promise<void> {
  const given = Object.fromEntries([...step.takes].map(([name, template]) => [name, render(template, frame.scope)]));
  const driver = driverOf(step.call);
  const offered: readonly string[] = frame.play.facts.offered;
  if (!offered.includes(driver))
    throw new StopInstance(REASON_BY_DRIVER[driver] ?? 'needs-driver', `there is no driver ${driver}`);
  const { key } = given;
  if (key !== undefined) secretOf(String(key), frame.play.facts.keys);
  frame.play.moments.push({ kind: 'drive', prefix: frame.prefix, call: step.call, given });
  const output = await (SPECIAL[step.call] ?? plainDrive)(step.call, given, frame);
  if (step.as !== null) setName(frame, step.as, output);
}

type Given = Record<string, unknown>;

const SPECIAL: Record<string, (call: string, given: Given, frame: Frame) => Promise<unknown>> = {
  'jobs.script': scriptJob,
  'jobs.forget': forget,
  'jobs.await_hold': awaitHold,
  'jobs.release': letGo,
  'jobs.step': letGo,
  'webhooks.rotate': rotate,
  'clock.advance': advance,
};

async function advance(call: string, given: Given, frame: Frame): Promise<unknown> {
  const { play } = frame;
  const input = withDurations(given);
  const passed = typeof input['by'] === 'number' ? input['by'] : 0;
  play.state = { ...play.state, retention: afterWait(play.state.retention, passed) };
  return plainDrive(call, input, frame);
}

async function plainDrive(call: string, given: Given, { play }: Frame): Promise<unknown> {
  const outcome = await play.effects.drive(call, withEndpoint(given, play));
  if ('output' in outcome) return outcome.output;
  const driver = driverOf(call);
  if (outcome.absent) throw new StopInstance(REASON_BY_DRIVER[driver] ?? 'needs-driver', outcome.refused);
  throw new CannotDo('setup', outcome.refused);
}

function withoutGaps(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The driver identifies a hook by its endpoint. */
function withEndpoint({ hook, ...given }: Given, { state }: Play): Given {
  if (hook === undefined) return given;
  return { ...given, endpoint: state.hooks.get(String(hook))?.endpoint ?? null };
}

function withDurations({ by, ...given }: Given): Given {
  return by === undefined ? given : { ...given, by: parseDuration(by as string | number) ?? by };
}

/** `done` is not a stage of processing, so a job that is to be observed there is not held at all. */
async function scriptJob(call: string, given: Given, frame: Frame): Promise<unknown> {
  const { hold_at: holdAt = null, ...plan } = (given['next'] ?? {}) as Given;
  frame.play.state = {
    ...frame.play.state,
    heldAt: holdAt === null ? null : String(holdAt),
    holdsNext: holdAt !== null && holdAt !== 'done',
  };
  const next = { ...plan, hold_at: holdAt === 'done' ? null : holdAt };
  return plainDrive(call, withoutGaps({ next, key: given['key'] }), frame);
}

async function forget(call: string, given: Given, frame: Frame): Promise<unknown> {
  frame.play.state = { ...frame.play.state, heldAt: null, holdsNext: false };
  return plainDrive(call, given, frame);
}

/** A job that was released or moved on may end without further action. */
async function letGo(call: string, given: Given, frame: Frame): Promise<unknown> {
  const { state } = frame.play;
  const held = new Set([...state.held].filter((id) => given['job'] !== undefined && id !== given['job']));
  frame.play.state = { ...state, held, holdsNext: false };
  return plainDrive(call, given, frame);
}

/** Waits until the job has reached the stage at which its plan holds it. */
async function awaitHold(_: string, given: Given, frame: Frame): Promise<unknown> {
  const { effects, state } = frame.play;
  const goal = state.heldAt;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const outcome = await effects.drive('jobs.read', withoutGaps({ job: given['job'], key: given['key'] }));
    if ('refused' in outcome) return pause(60_000, frame);
    const { stage } = outcome.output as { stage: string };
    if (stage === goal || (goal === 'done' && TERMINAL.includes(stage))) return stage;
    if (isBeyond(stage, goal))
      throw new StopInstance(
        'needs-driver',
        `the job should be held at ${goal}, but is at ${stage}: the driver jobs must decline hold_at for stages where it cannot hold`,
      );
    await pause(500, frame);
  }
  throw new CannotDo('setup', `the job did not come to ${goal ?? 'its hold'}`);
}

const ON_THE_WAY = ['queued', 'picked_up', 'preparing', 'processing'];

/** A job never returns to a stage that it has left. */
function isBeyond(stage: string, goal: string | null): boolean {
  if (goal === null || goal === 'done') return false;
  return TERMINAL.includes(stage) || ON_THE_WAY.indexOf(stage) > ON_THE_WAY.indexOf(goal);
}

async function rotate(call: string, given: Given, frame: Frame): Promise<unknown> {
  const name = String(given['hook']);
  const output = (await plainDrive(call, given, frame)) as { secret: string };
  const { play, scope } = frame;
  const hook = play.state.hooks.get(name);
  const secrets = [...(hook?.secrets ?? []), output.secret];
  if (hook !== undefined) play.state = withHook(play.state, name, { ...hook, secrets });
  setName(frame, name, { ...(scope.names[name] as object), secret: output.secret, secrets });
  return output;
}
