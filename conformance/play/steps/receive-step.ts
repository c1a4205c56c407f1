import { parseDuration } from '../../../shared/expression/quantities.ts';
import type { Watch } from '../../effects/effects.ts';
import type { ReceivedHook } from '../../effects/http/exchange.ts';
import { type HookView, hookViewOf } from '../../effects/http/view.ts';
import { CannotDo, StopInstance } from '../../effects/untestable.ts';
import { evaluateExpectation } from '../../suite/expectation/expectation.ts';
import { render, type Template } from '../../suite/expression/template.ts';
import type { ReceiveStep } from '../../suite/scenario/scenario.ts';
import { type Frame, setName } from '../frame.ts';
import { recordMoment } from '../record-moment.ts';
import { afterWait, type Retention } from '../retention.ts';
import type { Forgotten, Inbox } from '../trace.ts';
import { whyReportedLate } from '../why-forgotten.ts';

const SETTLE = 30_000;

/** Waits for a number of deliveries, or until the time is over. */
export async function playReceive(step: ReceiveStep, frame: Frame): Promise<void> {
  const { play } = frame;
  const count = step.count === null ? null : Number(render(step.count, frame.scope));
  const enough =
    count === null ? null : (received: readonly ReceivedHook[]) => matching(received, step, frame).length >= count;
  const until = { for: durationOf(step.settle, frame), enough };
  const partial = play.instance.arm?.partial ?? false;
  const { received, until: observed_until } = await inboxOf(step.hook, { ...until, partial }, frame);
  const isWhole = until.enough === null && !partial;
  play.state = { ...play.state, retention: afterWait(play.state.retention, until.for, isWhole ? until.for : 0) };
  const subject = matching(received, step, frame);
  setName(frame, step.id, subject);
  setName(frame, 'observed_until', new Date(observed_until).toISOString());
  const forgotten = forgottenIn(subject, play.state.retention);
  recordMoment(step, { subject, exchanges: [play.effects.position() - 1], silence: null, forgotten }, frame);
}

/** Looks at the deliveries so far, without waiting. */
export async function lookInto(hook: string, frame: Frame): Promise<void> {
  await inboxOf(hook, { for: 0, enough: null, partial: frame.play.instance.arm?.partial ?? false }, frame);
}

async function inboxOf(name: string, watch: Watch, { play, prefix }: Frame): Promise<Inbox> {
  const hook = play.state.hooks.get(name);
  if (hook === undefined) throw new StopInstance('needs-receiver', `the hook ${name} was not opened`);
  const { received, observed_until: until } = await play.effects.watch(name, watch);
  refuseUntimed(received);
  const { environment, events, endpoint, opened } = hook;
  const inbox = { environment, events, endpoint, opened, received, position: play.effects.position() - 1, until };
  play.moments.push({ kind: 'deliveries', prefix, hook: name, inbox });
  return inbox;
}

/** Spec 6.2: the object is the Job as it would be read, and a Job that is no longer kept cannot be read. */
function forgottenIn(deliveries: readonly HookView[], retention: Retention): Forgotten | null {
  const reported = deliveries.map(({ json, at }) => ({ job: idOfObject(json), at: Date.parse(at) }));
  const why = whyReportedLate(retention, reported);
  return why === null ? null : { why, of: 'object' };
}

function idOfObject(event: unknown): unknown {
  const { data } = Object(event) as { data?: { object?: { id?: unknown } } };
  return data?.object?.id;
}

/** A delivery whose time on the target's clock is unknown has ours instead, which may differ by years. */
function refuseUntimed(received: readonly ReceivedHook[]): void {
  const untimed = received.find(({ clock_failed }) => clock_failed !== undefined);
  if (untimed !== undefined)
    throw new CannotDo(
      'needs-clock',
      `when a delivery arrived, the clock of the target could not be read: ${untimed.clock_failed}`,
    );
}

function matching(received: readonly ReceivedHook[], { where }: ReceiveStep, { scope }: Frame) {
  const views = received.map(hookViewOf);
  if (where === null) return views;
  return views.filter((view) => evaluateExpectation(where, view, scope).outcome === 'held');
}

function durationOf(template: Template | null, { scope }: Frame): number {
  return template === null ? SETTLE : (parseDuration(render(template, scope) as string | number) ?? SETTLE);
}
