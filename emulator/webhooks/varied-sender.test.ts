import { describe, expect, it } from 'vitest';
import type { DeliveryRequest } from '../world/edges.ts';
import type { SentAttempt } from '../world/ports.ts';
import { createVariedSender } from './varied-sender.ts';

const SENT: SentAttempt = { status: 200, failure: null, took: 0, answer: '' };
const request = (body: string, url = 'http://127.0.0.1/'): DeliveryRequest => ({ url, headers: {}, body });

/** Sleeps end when they are aborted, or when the test ends them. */
function senderOf(way: Parameters<typeof createVariedSender>[1]) {
  const sent: string[] = [];
  const wakes: (() => void)[] = [];
  const send = async ({ body }: DeliveryRequest) => {
    sent.push(body);
    return SENT;
  };
  const plain = { send, close: async () => {} };
  const sleep = (_: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      wakes.push(resolve);
      signal?.addEventListener('abort', () => resolve());
    });
  return { sent, wakes, sender: createVariedSender(plain, way, { sleep }) };
}

describe('deliveries', () => {
  it('are sent at once if nothing varies', async () => {
    const { sent, sender } = senderOf('as_they_come');
    await sender.send(request('one'));
    expect(sent).toEqual(['one']);
  });

  it('are sent late', async () => {
    const { sent, sender, wakes } = senderOf('late');
    const going = sender.send(request('one'));
    expect(sent).toEqual([]);
    wakes[0]?.();
    await going;
    expect(sent).toEqual(['one']);
  });

  it('overtake each other in pairs at one receiver', async () => {
    const { sent, sender } = senderOf('out_of_order');
    await Promise.all(['one', 'two', 'three', 'four'].map((body) => sender.send(request(body))));
    expect(sent.indexOf('two')).toBeLessThan(sent.indexOf('one'));
    expect(sent.indexOf('four')).toBeLessThan(sent.indexOf('three'));
  });

  it('are sent in the end even if none overtakes them', async () => {
    const { sent, sender, wakes } = senderOf('out_of_order');
    const going = [sender.send(request('one')), sender.send(request('other', 'http://127.0.0.1/other'))];
    for (const wake of wakes) wake();
    await Promise.all(going);
    expect(sent).toEqual(['one', 'other']);
  });
});
