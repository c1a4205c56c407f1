import type { DeliveryRequest } from '../world/edges.ts';
import type { WebhookSender } from '../world/ports.ts';
import type { Chosen } from './choices/question-rows.ts';
import { readingsWith } from './choices/topic-questions.ts';
import { openWorld } from './open-world.ts';

/** An attempt that was made, and when on the clock of its world. */
export type Sent = { at: string; request: DeliveryRequest };
export type Hooked = Awaited<ReturnType<typeof hooked>>;

/** A world whose receivers answer these statuses in turn, and the last one from then on. */
export async function hooked(chosen: Chosen, ...statuses: number[]) {
  const sent: Sent[] = [];
  const sender: WebhookSender = {
    send: async (request) => {
      sent.push({ at: emulator.clock.read().now, request });
      const status = statuses[Math.min(sent.length, statuses.length) - 1] ?? 200;
      return { status, failure: null, took: 1, answer: '' };
    },
    close: async () => undefined,
  };
  const { emulator, client, host } = await openWorld({ readings: readingsWith(chosen) }, { sender });
  const register = (name = 'one') => emulator.webhooks.register({ url: `https://${name}.test/hooks` });
  const told = () => sent.map(({ request }) => `${new URL(request.url).hostname.split('.')[0]} ${typeOf(request)}`);
  return { emulator, client, host, sent, register, told };
}

function typeOf({ headers }: DeliveryRequest): string {
  return String(headers['Service-Event-Type']);
}

/** The request of an attempt that must have been made. */
export function requestOf(one: Sent | undefined): DeliveryRequest {
  if (one === undefined) throw new Error('nothing was sent');
  return one.request;
}

/** What comes of steps in a world of its own under the choices. */
export function after(statuses: readonly number[], steps: (world: Hooked) => Promise<unknown>) {
  return async (chosen: Chosen) => steps(await hooked(chosen, ...statuses));
}
