import { describe, expect, it } from 'vitest';
import { HELP, readOptions } from './options.ts';
import { flagsIn } from './script.ts';

const TODAY = '2026-01-02';
const read = (...args: string[]) => readOptions(flagsIn(args, HELP), TODAY);

describe('The options of the proof', () => {
  it('default to everything that can be proved, with the date as the seed', () => {
    expect(read()).toMatchObject({
      kinds: ['deviations', 'breaches', 'choices', 'pairs'],
      only: null,
      sample: null,
      seed: TODAY,
    });
    expect(read('--fresh', '--sessions-only')).toMatchObject({ kinds: ['fresh'], sessions: { most: 10, seeds: 1 } });
    expect(read('--choices', '--pairs', '--sample', '12', '--seed', 'ci')).toMatchObject({
      kinds: ['choices', 'pairs'],
      sample: 12,
      seed: 'ci',
    });
  });

  it('accept a choice with commas as one word', () => {
    const { only } = read('--only', 'range=[0,1],upload_status, quota={"a":1,"b":2},row-7');
    expect(only).toEqual(['range=[0,1]', 'upload_status', 'quota={"a":1,"b":2}', 'row-7']);
  });

  it.each([
    [['--sample', 'some'], '--sample must be an integer'],
    [['--only', 'a,,b'], 'has a comma with nothing before or behind it'],
    [['--choises'], "Unknown option '--choises'"],
  ])('are refused if they are invalid: %j', (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });
});
