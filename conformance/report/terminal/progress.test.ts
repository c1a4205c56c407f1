import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function scene(isTty: boolean, columns = 120) {
  let time = 0;
  const written: string[] = [];
  const progress = createProgress({ write: (text) => written.push(text), columns }, { isTty, now: () => time });
  const at = (moment: number) => {
    time = moment;
  };
  return { progress, written, at };
}

describe('The progress in a terminal', () => {
  it('rewrites one line with the running scenarios and the estimated time', () => {
    const { progress, written, at } = scene(true);
    progress.begin(40);
    at(10_000);
    progress.update(10, ['cancel/races', 'lists/pages'], 2);
    expect(written).toEqual([
      `\r\x1b[K${'█'.repeat(6)}${'░'.repeat(18)} 10 of 40, 2 failures, about 30.0 s left  cancel/races, lists/pages`,
    ]);
  });

  it('rewrites the line only if it has changed, and erases it at the end', () => {
    const { progress, written } = scene(true);
    progress.begin(40);
    progress.update(0, [], 0);
    progress.update(0, [], 0);
    progress.end();
    progress.end();
    expect(written).toHaveLength(2);
    expect(written[1]).toBe('\r\x1b[K');
  });

  it('makes no estimate from the first few instances', () => {
    const { progress, written, at } = scene(true);
    progress.begin(100);
    at(1000);
    progress.update(1, [], 0);
    expect(written.join('')).not.toContain('left');
  });

  it('fits the width of the window', () => {
    const { progress, written } = scene(true, 40);
    progress.begin(40);
    progress.update(10, ['a-very-long-name-of-a-scenario/that-goes-on'], 0);
    expect(written[0]?.replace('\r\x1b[K', '').length).toBe(39);
  });

  it('prints a note above the line', () => {
    const { progress, written } = scene(true);
    progress.begin(4);
    progress.update(1, [], 0);
    progress.update(1, [], 1, 'FAIL CANCEL-ETAG');
    expect(written[1]).toBe('\r\x1b[KFAIL CANCEL-ETAG\n');
    expect(written[2]).toContain('1 of 4, 1 failure');
  });
});

describe('The progress in a log', () => {
  it('prints at most one line for each tenth of the run, without control characters', () => {
    const { progress, written, at } = scene(false);
    progress.begin(100);
    at(2000);
    for (let done = 0; done <= 100; done += 1) progress.update(done, ['x'], 0);
    progress.end();
    expect(written).toHaveLength(10);
    expect(written[0]).toBe('10 of 100, 2.0 s\n');
    expect(written.join('')).not.toContain('\x1b');
  });

  it('works for an empty run', () => {
    const { progress, written } = scene(false);
    progress.begin(0);
    progress.update(0, [], 0);
    expect(written).toEqual(['0 of 0, 0 ms\n']);
  });
});
