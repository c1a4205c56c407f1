import { withChoices } from '../../../shared/questions/places.ts';
import type { EmulatorOptions } from '../../index.ts';
import type { DeliveryRequest } from '../../world/edges.ts';
import type { WebhookSender } from '../../world/ports.ts';
import { openWorld } from '../open-world.ts';
import { endJob } from '../receiving-server.ts';
import type { Show } from './choice-rows.ts';

/** An attempt, and its time on the clock of its world. */
export type Sent = { at: string; request: DeliveryRequest };
export type Hooked = Awaited<ReturnType<typeof openHooked>>;

/** A world whose receivers answer the `statuses` in turn, and then always the last one. */
export async function openHooked(options: EmulatorOptions = {}, ...statuses: number[]) {
  const sent: Sent[] = [];
  const sender: WebhookSender = {
    send: async (request) => {
      sent.push({ at: emulator.clock.read().now, request });
      const status = statuses[Math.min(sent.length, statuses.length) - 1] ?? 200;
      return { status, failure: null, took: 1, answer: '' };
    },
    close: async () => undefined,
  };
  const { emulator, client } = await openWorld(options, { sender });
  const register = (name = 'one') => emulator.webhooks.register({ url: `https://${name}.test/hooks` });
  /** Registers an endpoint and completes a job. */
  const deliver = async () => {
    register();
    await endJob(emulator);
  };
  const received = () => sent.map(({ request }) => `${new URL(request.url).hostname.split('.')[0]} ${typeOf(request)}`);
  return { emulator, client, sent, register, deliver, received, statuses };
}

/** The same with some choices, by the names of their questions. */
export function hooked(chosen: Readonly<Record<string, unknown>>, ...statuses: number[]): Promise<Hooked> {
  return openHooked(withChoices({}, chosen), ...statuses);
}

/** The result of an exchange if receivers answer these statuses. */
export function answered(statuses: readonly number[], show: Show<Hooked>): Show<Hooked> {
  return async (world) => {
    world.statuses.push(...statuses);
    return show(world);
  };
}

function typeOf({ headers }: DeliveryRequest): string {
  return String(headers['Service-Event-Type']);
}

/** The request of an attempt, which must exist. */
export function requestOf(one: Sent | undefined): DeliveryRequest {
  if (one === undefined) throw new Error('nothing was sent');
  return one.request;
}
