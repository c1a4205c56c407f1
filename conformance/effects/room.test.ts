import { describe, expect, it } from 'vitest';
import { cutTape } from './cut-tape.ts';
import { createRoom } from './room.ts';
import type { TapeEntry } from './tape.ts';

function entry(text: string): TapeEntry {
  const request = { method: 'GET', url: '/', headers: {}, body: { kind: 'none' as const } };
  const answer = { status: 200, headers: [], body: { kind: 'text' as const, text } };
  return { kind: 'exchange', exchange: { request, answer, silence: null, detail: null, at: 0, took: 1 } };
}

const MEGABYTE = entry('x'.repeat(1_000_000));

describe('The room of a run', () => {
  it('keeps the complete tape of a lawful server', () => {
    const own = createRoom().enter();
    const tape = [entry('a lawful answer')];
    for (const one of tape) own.take(one);
    own.refuse();
    expect(own.leave(tape)).toEqual({ tape, cut: false });
  });

  it('cuts the tape of an instance that received too much, entry by entry', () => {
    const own = createRoom().enter();
    const tape = [MEGABYTE, MEGABYTE, MEGABYTE];
    for (const one of tape) own.take(one);
    const left = own.leave(tape);
    expect([left.cut, left.tape.length, JSON.stringify(left.tape).length < 5_000]).toEqual([true, 3, true]);
    expect(JSON.stringify(left.tape)).toContain('… (cut: 999600 more characters)');
  });

  it('ends only the instance with the most data if all together have too much', () => {
    const room = createRoom();
    const [greedy, modest] = [room.enter(), room.enter()];
    for (let n = 0; n < 25; n += 1) greedy.take(MEGABYTE);
    modest.take(entry('a lawful answer'));
    modest.refuse();
    expect(() => greedy.refuse()).toThrow('more than a run can store');
    greedy.leave([]);
    const next = room.enter();
    for (let n = 0; n < 2; n += 1) next.take(MEGABYTE);
    next.refuse();
  });
});

describe('A cut tape', () => {
  it('is marked in deliveries and driver outputs, too', () => {
    const long = 'x'.repeat(10_000);
    const sent = { hook: 'a', method: 'POST', path: '/', headers: [], raw: { text: long } };
    const hook = { ...sent, at: 0, target_at: 0, reply: '200' };
    const cut = cutTape([
      { kind: 'hooks', hook: 'a', received: Array(1_000).fill(hook), observed_until: 0 },
      { kind: 'drive', call: 'jobs.read', input: {}, outcome: { output: { stage: long } } },
    ]);
    expect(cut).toMatchObject([
      { received: { length: 50, 0: { raw: { text: expect.stringContaining('… (cut: 9600 more') } } } },
      { outcome: { output: expect.stringContaining('… (cut: ') } },
    ]);
  });
});
