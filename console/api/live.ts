import { effect, signal } from '@preact/signals';
import { ask, get, needsToken, world } from './control.ts';
import type { Summary, World } from './types.ts';

/** Live updates: server-sent events, read with fetch so that the token is sent in a header. */

export const summary = signal<Summary | null>(null);
export const worlds = signal<World[]>([]);
export const connection = signal<'connecting' | 'connected' | 'away'>('connecting');
/** Counts all changes. Views that show more than the summary reload when it changes. */
export const changes = signal(0);
/** When the summary arrived, on the browser's clock. A running clock is extrapolated from it. */
export const heardAt = signal(0);

/** The first live and the first test key of the selected world. */
export function worldKeys(): World['keys'] {
  return worlds.value.find(({ name }) => name === world.value)?.keys ?? { live: null, test: null };
}

const PAUSE = 1_000;

export function follow(): void {
  let stop = new AbortController();
  effect(() => {
    const name = world.value;
    if (needsToken.value) return;
    stop.abort();
    stop = new AbortController();
    summary.value = null;
    listen(name, stop.signal);
  });
}

/** Listens until aborted, and reconnects if the emulator has gone away. */
async function listen(name: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      worlds.value = await get<World[]>('/worlds');
      if (!worlds.value.some((one) => one.name === name)) world.value = 'default';
      const response = await ask('GET', '/live', { signal });
      connection.value = 'connected';
      for await (const data of eventsOf(response)) take(JSON.parse(data));
    } catch {
      if (signal.aborted || needsToken.value) return;
    }
    connection.value = 'away';
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

function take(next: Summary): void {
  const before = summary.value;
  heardAt.value = performance.now();
  summary.value = next;
  if (before === null || isMore(before, next)) changes.value += 1;
}

/** The passage of time alone changes nothing that a view would have to reload. */
function isMore(before: Summary, next: Summary): boolean {
  return before.changes !== next.changes || before.clock.mode !== next.clock.mode || before.next_due !== next.next_due;
}

async function* eventsOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
    if (done) return;
    const parts = (text + value).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) yield part.replace(/^[\s\S]*?data: /, '');
  }
}
