import type { ReceivedHook } from '../../effects/http/exchange.ts';
import { hookViewOf } from '../../effects/http/view.ts';
import type { Reply } from '../../effects/receiver/reply.ts';
import { CannotDo, StopInstance } from '../../effects/untestable.ts';
import { judgeStep } from '../../judge/record-evidence.ts';
import { evaluateExpectation } from '../../suite/expectation/evaluate-expectation.ts';
import type { Expectation } from '../../suite/expectation/expectation.ts';
import { parseDuration } from '../../suite/expression/quantities.ts';
import { render, type Template } from '../../suite/expression/template.ts';
import type { CollectStep, HookStep, ReceiveStep } from '../../suite/scenario/scenario.ts';
import type { Frame } from '../frame.ts';

const SETTLE = 30_000;
const ALWAYS_FINE: readonly Reply[] = [{ status: 204 }];

/** Opens a receiver, or changes what an open one replies. */
export async function runHook(step: HookStep, { run, scope }: Frame): Promise<void> {
  const replies = step.reply === null ? ALWAYS_FINE : repliesIn(render(step.reply, scope));
  if (run.hooks.has(step.hook)) return run.effects.setReplies(step.hook, replies);
  if (!run.facts.offered.includes('webhooks'))
    throw new StopInstance('needs-receiver', 'no endpoint can be registered');
  const events = step.events === null ? null : (render(step.events, scope) as string[]);
  const own = run.facts.keys.primary?.environment === 'test' ? 'test' : 'live';
  const environment = (step.environment === null ? own : render(step.environment, scope)) as 'live' | 'test';
  const opened = await run.effects.openHook({ name: step.hook, events, environment, replies, scheme: step.scheme });
  if ('refused' in opened) throw new StopInstance('needs-receiver', opened.refused);
  const { endpoint, secret, url } = opened.output;
  run.hooks.set(step.hook, { endpoint: endpoint?.id ?? null, secrets: [secret] });
  scope.names[step.hook] = { ...(url !== undefined && { url }), secret, endpoint };
  scope.names['driver'] = { ...(scope.names['driver'] as object), webhooks: { secret } };
}

function repliesIn(value: unknown): Reply[] {
  return (Array.isArray(value) ? value : [value]).map((reply) => {
    if (typeof reply !== 'object' || reply === null) return { status: Number(reply) };
    const { delay, ...rest } = reply as { delay?: string | number };
    return { ...rest, ...(delay !== undefined && { delay: parseDuration(delay) ?? 0 }) };
  });
}

export async function runReceive(step: ReceiveStep, frame: Frame): Promise<void> {
  const settle = durationOf(step.settle, frame, SETTLE);
  const count = step.count === null ? null : Number(render(step.count, frame.scope));
  const enough =
    count === null
      ? null
      : (received: readonly ReceivedHook[]) => matching(received, step.where, frame).length >= count;
  await look(step, { for: settle, enough }, frame);
}

export async function runCollect(step: CollectStep, frame: Frame): Promise<void> {
  await look(step, { for: durationOf(step.elapsed, frame, SETTLE), enough: null }, frame);
}

async function look(
  step: ReceiveStep | CollectStep,
  watch: { for: number; enough: ((received: readonly ReceivedHook[]) => boolean) | null },
  frame: Frame,
): Promise<void> {
  const { run, scope } = frame;
  if (!run.hooks.has(step.hook)) throw new StopInstance('needs-receiver', `the hook ${step.hook} was not opened`);
  const { received, observed_until } = await run.effects.watch(step.hook, {
    ...watch,
    partial: run.instance.arm?.partial ?? false,
  });
  refuseUntimed(received);
  const subject = matching(received, step.where, frame);
  scope.names[step.id] = subject;
  scope.names['observed_until'] = new Date(observed_until).toISOString();
  judgeStep(step, { subject, exchanges: [run.effects.position() - 1], silence: null }, frame);
}

/** A delivery whose instant on the target's clock is not known has that of ours, which may be years away from it. */
function refuseUntimed(received: readonly ReceivedHook[]): void {
  const untimed = received.find(({ clock_failed }) => clock_failed !== undefined);
  if (untimed !== undefined)
    throw new CannotDo(
      'needs-clock',
      `when a delivery came, the clock of the target was not told: ${untimed.clock_failed}`,
    );
}

function matching(received: readonly ReceivedHook[], where: Expectation | null, { scope, run }: Frame) {
  const views = received.map(hookViewOf);
  return where === null
    ? views
    : views.filter((view) => evaluateExpectation(where, view, scope, run.facts.kit).outcome === 'held');
}

function durationOf(template: Template | null, { scope }: Frame, fallback: number): number {
  return template === null ? fallback : (parseDuration(render(template, scope) as string | number) ?? fallback);
}
