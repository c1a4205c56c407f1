import { describe, expect, it } from 'vitest';
import { freshPace, type PollTiming, seePace } from './pace.ts';

/** Polls of a job that is told to be polled each second, the client waiting so long between them in real time. */
function seen(
  mode: PollTiming['mode'],
  waits: readonly number[],
  { moves = 1_000, seconds = 1 as number | null } = {},
) {
  const pace = freshPace();
  let [world, machine] = [0, 0];
  return waits.flatMap((wait) => {
    const last = { seconds, answered: machine, world };
    machine += wait;
    world += moves;
    return seePace(pace, last, mode, world, machine)?.kind ?? [];
  });
}

describe('of the pace of polls, where an auto clock waits in place of the client', () => {
  it.each<[string, number[], string[]]>([
    ['a client that waits as long as it was told', [1_000, 1_004, 1_050, 1_001], []],
    ['one whose timer is a little fast', [985, 984, 986, 990], []],
    ['one that sleeps on a clock that a test moves', [1, 2, 0, 3, 1, 1], []],
    ['one that does so on a machine with much to do', [60, 300, 9, 140, 71, 400], []],
    ['one that waits longer and longer', [100, 200, 400, 800], []],
    ['one that is early twice', [200, 201, 1_000, 200, 199], []],
    ['one that polls each 200 ms, whatever it is told', [200, 204, 199], ['too_short']],
    ['one that goes on so', [200, 204, 199, 201], ['too_short', 'too_short']],
    ['one that polls each half second', [500, 510, 540], ['too_short']],
  ])('%s', (_, waits, sights) => expect(seen('auto', waits)).toEqual(sights));

  it('nothing is said where it was told nothing', () => {
    expect(seen('auto', [200, 200, 200], { seconds: null })).toEqual([]);
    expect(seen('auto', [200, 200, 200], { seconds: 0 })).toEqual([]);
  });
});

it('Of a client that polls again and again without a wait it is told once that this is not judged', () => {
  expect(
    seen(
      'auto',
      Array.from({ length: 40 }, () => 2),
    ),
  ).toEqual(['not_judged']);
  expect(
    seen(
      'frozen',
      Array.from({ length: 40 }, () => 2),
      { moves: 0 },
    ),
  ).toEqual([]);
});

describe('of a client that waits in real time where the clock is frozen', () => {
  it('it is told once that time stands still', () => {
    expect(seen('frozen', [1_000, 1_001, 1_002, 1_003], { moves: 0 })).toEqual(['in_vain']);
  });

  it.each<[string, number[], number]>([
    ['the test moves the clock meanwhile', [1_000, 1_000, 1_000], 1_000],
    ['it waited once', [1_000], 0],
    ['it does not wait', [1, 2, 3, 4], 0],
  ])('nothing is said where %s', (_, waits, moves) => expect(seen('frozen', waits, { moves })).toEqual([]));
});

it('A running clock is the machine’s own: there is nothing more to see by it', () => {
  expect(seen('running', [200, 200, 200, 200])).toEqual([]);
});
