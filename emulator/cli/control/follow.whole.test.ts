import { describe, expect, it } from 'vitest';
import type { ExchangeReport } from '../../domain/test-control/exchange.ts';
import { createEmulator } from '../../index.ts';
import { clientOf } from '../../testing/client.ts';
import { followJournal } from './inspection.ts';

/** What a follower has received; `until` resolves when it has received `count` items. */
function follower(url: string, world?: string) {
  const received: string[] = [];
  const looks = new Set<() => void>();
  const note = (text: string) => {
    received.push(text);
    for (const look of looks) look();
  };
  const stopping = new AbortController();
  const ended = followJournal({
    address: { url, world },
    filter: new URLSearchParams({ method: 'GET' }),
    newest: 2,
    tell: (exchanges: readonly ExchangeReport[]) => {
      for (const { path } of exchanges) note(path);
    },
    onGone: () => note('gone'),
    stop: stopping.signal,
  });
  const until = (count: number) =>
    new Promise<string[]>((resolve) => {
      const look = () => {
        if (received.length >= count) resolve([...received]);
      };
      looks.add(look);
      look();
    });
  return { received, ended, until, stop: () => stopping.abort() };
}

describe('a follower of the journal', () => {
  it('receives the newest exchanges, new ones, those after a reset, and those after the emulator is back', async () => {
    const first = await createEmulator({ clock: 'frozen' });
    const get = (path: string) => clientOf(first).get(path);
    for (const path of ['/v1/1', '/v1/2', '/v1/3']) await get(path);
    await clientOf(first).call('POST', '/v1/assets');
    const { ended, until, stop } = follower(first.url);
    expect(await until(2)).toEqual(['/v1/2', '/v1/3']);
    await get('/v1/4');
    expect(await until(3)).toEqual(['/v1/2', '/v1/3', '/v1/4']);
    first.reset();
    await get('/v1/5');
    expect((await until(4)).slice(3)).toEqual(['/v1/5']);
    await first.close();
    expect((await until(5)).slice(4)).toEqual(['gone']);
    await using second = await createEmulator({ clock: 'frozen', port: Number(new URL(first.url).port) });
    await clientOf(second).get('/v1/6');
    expect((await until(6)).slice(5)).toEqual(['/v1/6']);
    stop();
    await ended;
  });

  it('receives all exchanges, however many come at once', async () => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const { ended, until, stop } = follower(emulator.url);
    await clientOf(emulator).get('/v1/0');
    await until(1);
    for (let index = 1; index <= 2_100; index += 1) await clientOf(emulator).get(`/v1/${index}`);
    expect(await until(2_101)).toEqual(Array.from({ length: 2_101 }, (_, index) => `/v1/${index}`));
    stop();
    await ended;
  });

  it('ends when its world is removed', async () => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const side = await emulator.worlds.create({ name: 'side', clock: 'frozen' });
    const { ended, until } = follower(emulator.url, 'side');
    await clientOf(emulator).get('/v1/usage', { key: side.keys.test });
    await until(1);
    const end = expect(ended).rejects.toThrow('there is no world side');
    await emulator.worlds.remove('side');
    await end;
  });
});
