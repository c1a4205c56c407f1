import { describe, expect, it } from 'vitest';
import { createLineQueue } from './open-log.ts';

/** A queue of numbers; the test controls turns and writes. */
function queueOf(most?: number) {
  const texts: string[] = [];
  const takes: ((isOpen: boolean) => void)[] = [];
  const turns: (() => void)[] = [];
  const queue = createLineQueue<number>({
    output: {
      write: (text) => {
        texts.push(text);
        return new Promise((resolve) => takes.push(resolve));
      },
    },
    turn: () => new Promise((resolve) => turns.push(resolve)),
    lineOf: String,
    leftOut: (count) => `${count} left out`,
    ...(most !== undefined && { most }),
  });
  const settle = async () => {
    for (let turn = 0; turn < 9; turn += 1) await Promise.resolve();
  };
  const pass = async (isOpen = true) => {
    await settle();
    turns.shift()?.();
    await settle();
    takes.shift()?.(isOpen);
    await settle();
  };
  return { queue, texts, turns, settle, pass };
}

describe('queued lines', () => {
  it('are written together, and later than in the turn in which they were added', async () => {
    const { queue, texts, pass } = queueOf();
    for (const row of [1, 2, 3]) queue.add(row);
    expect(texts).toEqual([]);
    await pass();
    expect(texts).toEqual(['1\n2\n3\n']);
  });

  it('wait until the previous lines have been written', async () => {
    const { queue, texts, turns, settle, pass } = queueOf();
    queue.add(1);
    await settle();
    turns.shift()?.();
    await settle();
    for (const row of [2, 3]) queue.add(row);
    await settle();
    expect([texts, turns.length]).toEqual([['1\n'], 0]);
    await pass();
    await pass();
    expect(texts).toEqual(['1\n', '2\n3\n']);
  });

  it('are limited: the excess is counted, and the count is reported once', async () => {
    const { queue, texts, pass } = queueOf(2);
    for (const row of [1, 2, 3, 4, 5]) queue.add(row);
    await pass();
    queue.add(6);
    await pass();
    expect(texts).toEqual(['1\n2\n3 left out\n', '6\n']);
  });

  it('are formatted in batches', async () => {
    const { queue, texts, pass } = queueOf();
    for (let row = 0; row < 450; row += 1) queue.add(row);
    for (let time = 0; time < 3; time += 1) await pass();
    expect(texts.map((text) => text.split('\n').length - 1)).toEqual([200, 200, 50]);
  });

  it('are dropped without an error if the output is closed', async () => {
    const { queue, texts, pass } = queueOf();
    for (let row = 0; row < 450; row += 1) queue.add(row);
    await pass(false);
    queue.add(1);
    await pass();
    expect(texts).toHaveLength(1);
    await queue.drained();
  });

  it('are awaited at the end', async () => {
    const { queue, texts, pass } = queueOf();
    queue.add(1);
    const drained = queue.drained().then(() => texts.push('drained'));
    await pass();
    await drained;
    expect(texts).toEqual(['1\n', 'drained']);
  });
});
