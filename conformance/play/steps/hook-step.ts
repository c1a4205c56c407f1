import { parseDuration } from '../../../shared/expression/quantities.ts';
import type { Reply } from '../../effects/receiver/reply.ts';
import { StopInstance } from '../../effects/untestable.ts';
import { render } from '../../suite/expression/template.ts';
import type { HookStep } from '../../suite/scenario/scenario.ts';
import { type Frame, setName } from '../frame.ts';
import { withHook } from '../state.ts';

const ALWAYS_FINE: readonly Reply[] = [{ status: 204 }];

/** Opens a receiver, or changes the replies of an open one. */
export async function playHook(step: HookStep, frame: Frame): Promise<void> {
  const { play, scope } = frame;
  const { effects, facts } = play;
  const replies = step.reply === null ? ALWAYS_FINE : repliesIn(render(step.reply, scope));
  if (play.state.hooks.has(step.hook)) return effects.setReplies(step.hook, replies);
  if (!facts.offered.includes('webhooks'))
    throw facts.features.webhooks === false
      ? new StopInstance('feature-off', 'webhooks is off')
      : new StopInstance('needs-receiver', 'no endpoint can be registered');
  const events = step.events === null ? null : (render(step.events, scope) as string[]);
  const own = facts.keys.primary?.environment === 'test' ? 'test' : 'live';
  const environment = (step.environment === null ? own : render(step.environment, scope)) as 'live' | 'test';
  const at = step.url === null ? {} : { url: String(render(step.url, scope)) };
  const opened = await effects.openHook({ name: step.hook, events, environment, replies, scheme: step.scheme, ...at });
  if ('refused' in opened) throw new StopInstance('needs-receiver', opened.refused);
  const { endpoint, secret, url } = opened.output;
  play.state = withHook(play.state, step.hook, {
    endpoint: endpoint?.id ?? null,
    environment,
    events,
    opened: effects.position() - 1,
    secrets: [secret],
  });
  setName(frame, step.hook, { ...(url !== undefined && { url }), secret, endpoint });
  setName(frame, 'driver', { ...(scope.names['driver'] as object), webhooks: { secret } });
}

function repliesIn(value: unknown): Reply[] {
  return (Array.isArray(value) ? value : [value]).map((reply) => {
    if (typeof reply !== 'object' || reply === null) return { status: Number(reply) };
    const { delay, ...rest } = reply as { delay?: string | number };
    return { ...rest, ...(delay !== undefined && { delay: parseDuration(delay) ?? 0 }) };
  });
}
