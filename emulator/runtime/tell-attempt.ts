import type { LogPort } from '../world/ports.ts';
import type { World } from '../world/world.ts';
import type { WorldHost } from './world-host.ts';

/** Notes what came of an effect; whoever looks on is told of the attempt that this was, if it was one. */
export function telling({ name, world, ports: { log } }: WorldHost, serial: number, note: () => void): void {
  const effect = log && world.state.effects.get(serial);
  const delivery = effect?.kind === 'deliver' ? effect.delivery : '';
  const before = attemptsOf(world, delivery);
  note();
  if (log && attemptsOf(world, delivery) > before) tellLast(log, name, world, delivery);
}

function attemptsOf({ state }: World, delivery: string): number {
  return state.deliveries.get(delivery)?.attempts.length ?? 0;
}

function tellLast(log: LogPort, name: string, { state }: World, id: string): void {
  const delivery = state.deliveries.get(id);
  const attempt = delivery?.attempts.at(-1);
  const event = delivery && state.events.get(delivery.event);
  const endpoint = delivery && state.endpoints.get(delivery.endpoint);
  if (!delivery || !attempt || !event || !endpoint) return;
  const next = delivery.timer === null ? null : (state.timers.get(delivery.timer)?.due ?? null);
  log.tell({ kind: 'attempt', world: name, attempt, delivery, event, endpoint, next });
}
