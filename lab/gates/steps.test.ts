import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { runRounds, type Step, tableOf } from './steps.ts';

const FINE: Step = { name: 'fine', command: 'echo well' };
const BAD: Step = { name: 'bad', command: 'echo broken >&2; exit 3' };

async function printed(rounds: Step[][], goesOn: boolean): Promise<[passed: boolean, text: string]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    const passed = await runRounds(rounds, tmpdir(), goesOn);
    return [passed, log.mock.calls.flat().join('\n')];
  } finally {
    log.mockRestore();
  }
}

describe('The steps of a gate', () => {
  it('pass if each of them ends with 0', async () => {
    const [passed, text] = await printed([[FINE], [FINE]], false);
    expect(passed).toBe(true);
    expect(text.match(/passed/g)).toHaveLength(2);
  });

  it('end with the round in which one fails, and say at the end what it said', async () => {
    const [passed, text] = await printed([[BAD, FINE], [{ ...FINE, name: 'later' }]], false);
    expect(passed).toBe(false);
    expect(text).toMatch(/== bad failed:\nbroken/);
    expect(text).toMatch(/bad +\d+ s +failed \(3\)/);
    expect(text).not.toContain('later');
  });

  it('go on at night', async () => {
    const [passed, text] = await printed([[BAD], [{ ...FINE, name: 'later' }]], true);
    expect(passed).toBe(false);
    expect(text).toMatch(/later +\d+ s +passed/);
  });

  it('are listed in a table', () => {
    const outcome = { ...FINE, seconds: 61.4, code: 0, said: '' };
    expect(tableOf([outcome])).toBe('step       time  outcome\nfine  1 min 1 s   passed');
  });
});
