import { effect, signal } from '@preact/signals';
import { ask, get, needsToken, world } from './control.ts';
import type { Summary, World } from './types.ts';

/** What happens, as it happens: server-sent events, read with fetch so that a token travels in a header. */

export const summary = signal<Summary | null>(null);
export const worlds = signal<World[]>([]);
export const connection = signal<'connecting' | 'connected' | 'away'>('connecting');
/** Counts up with everything that happened: who shows more than the summary looks again. */
export const changes = signal(0);
/** When the summary came, on the clock of the browser, so that a running clock can be shown between two of them. */
export const heardAt = signal(0);

/** The first live and the first test key of the world that is looked at. */
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

/** Listens until it is asked to stop; where the emulator has gone, it is tried again. */
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

/** Time alone changes nothing that a view would have to ask for again. */
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
