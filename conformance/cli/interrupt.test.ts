import { afterEach, expect, it, vi } from 'vitest';
import { interruptible } from './interrupt.ts';

const listening = () => process.listenerCount('SIGINT');

afterEach(() => {
  vi.restoreAllMocks();
});

it('Interrupted work can end, and its exit code is that of an interrupted command', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const before = listening();
  const work = async (signal: AbortSignal) => {
    process.emit('SIGINT');
    return signal.aborted ? 0 : 1;
  };
  expect([await interruptible(work), listening()]).toEqual([130, before]);
});

it('Other work keeps its exit code or its error, and nothing listens for signals afterwards', async () => {
  const before = listening();
  expect(await interruptible(async () => 1)).toBe(1);
  await expect(interruptible(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(listening()).toBe(before);
});
