import { describe, expect, it } from 'vitest';
import { drawSession, TOPICS } from './draw-session.ts';
import type { Operation } from './operation.ts';

const ALL = [
  'advance, balance, cancel, change account, change key, checkpoint, compact, credits, delete, die within, disk',
  'endpoint, export, fault, import, list, load, next page, odd, ping, plan, question, read, register, release, resend',
  'restart, save, step, submit, switch, upload, upload badly, usage',
].join(', ');

function referencesIn(operation: Operation): number[] {
  const { of, job, claim } = operation as { of?: unknown; job?: unknown; claim?: unknown };
  return [of, job, claim].filter((one) => typeof one === 'number').filter((one) => one !== operation.nth);
}

describe('a drawn session', () => {
  it('depends only on its seed and focus', () => {
    expect(drawSession('1', 300)).toEqual(drawSession('1', 300));
    expect(drawSession('1', 300)).not.toEqual(drawSession('2', 300));
    expect(drawSession('1', 300, { focus: 'webhooks' })).not.toEqual(drawSession('1', 300));
  });

  it('is plain data that refers to earlier steps', () => {
    const { operations } = drawSession('3', 2000);
    expect(JSON.parse(JSON.stringify(operations))).toEqual(operations);
    for (const operation of operations)
      expect(referencesIn(operation).every((nth) => nth < operation.nth && nth > 0)).toBe(true);
  });

  it('contains everything that a client can request, and every operation of the emulator', () => {
    const { operations } = drawSession('8', 20_000);
    expect([...new Set(operations.map(({ does }) => does))].sort().join(', ')).toBe(ALL);
  });

  it('reuses the keys of jobs that are long past their retention', () => {
    const { operations } = drawSession('8', 20_000);
    let now = 0;
    const begun = new Map<number, number>();
    let again = 0;
    for (const operation of operations) {
      if (operation.does === 'advance') now += operation.by;
      if (operation.does !== 'submit') continue;
      const since = begun.get(operation.claim) ?? now;
      if (now - since > 8 * 24 * 3_600_000) again += 1;
      begun.set(operation.claim, since);
    }
    expect(again).toBeGreaterThan(100);
  });

  it('starts complete writes, and restarts, compacts or dies before some of them are finished', () => {
    const { operations } = drawSession('8', 20_000);
    const ends = operations.filter(({ does }, index) => {
      const before = operations.slice(Math.max(0, index - 6), index);
      return ['restart', 'compact', 'die within'].includes(does) && before.some((one) => one.does === 'checkpoint');
    });
    expect(ends.length).toBeGreaterThan(15);
  });

  it.each(TOPICS)('is mostly about %s if that is its focus', (focus) => {
    expect(drawSession('5', 200, { focus }).operations).toHaveLength(200);
  });
});
