import { describe, expect, it } from 'vitest';
import { freshPace, noteRequest, seePace, type Timing } from './pace.ts';

/** Polls of a job whose answers request a pause of `seconds`; `waits` are the pauses of the client in real time. */
function seen(mode: Timing['mode'], waits: readonly number[], { moves = 1_000, seconds = 1 as number | null } = {}) {
  const pace = freshPace();
  let [world, machine] = [0, 0];
  return waits.flatMap((wait) => {
    const last = { seconds, answered: machine, world };
    machine += wait;
    world += moves;
    return seePace(pace, last, mode, world, machine)?.kind ?? [];
  });
}

describe('the pace of polls with an auto clock', () => {
  it.each<[string, number[], string[]]>([
    ['a client that waits as long as it was asked to', [1_000, 1_004, 1_050, 1_001], []],
    ['one whose timer is a little fast', [985, 984, 986, 990], []],
    ['one that sleeps on a clock that a test moves', [1, 2, 0, 3, 1, 1], []],
    ['one that does so on a machine with much to do', [60, 300, 9, 140, 71, 400], []],
    ['one that waits longer and longer', [100, 200, 400, 800], []],
    ['one that is early three times', [200, 201, 199, 1_000, 200, 199], []],
    ['one that polls each 200 ms, whatever it is asked', [200, 204, 199, 202], ['too_short']],
    ['one that goes on so', [200, 204, 199, 202, 201], ['too_short', 'too_short']],
    ['one that polls each half second', [500, 510, 540, 520], ['too_short']],
  ])('is judged for %s', (_, waits, sights) => expect(seen('auto', waits)).toEqual(sights));

  it('is not reported if the client was not asked to wait', () => {
    expect(seen('auto', [200, 200, 200], { seconds: null })).toEqual([]);
    expect(seen('auto', [200, 200, 200], { seconds: 0 })).toEqual([]);
  });
});

describe('the pace of a client that takes equally long for all its requests', () => {
  /** A client that never sleeps: it sends two other requests and polls five times, with these delays before each. */
  function seenOf(turn: number, pause: number) {
    const pace = freshPace();
    let [world, machine] = [0, 0];
    for (let other = 0; other < 3; other += 1) {
      noteRequest(pace, false, machine + turn, machine + turn);
      machine += turn;
    }
    return [1, 2, 3, 4, 5].flatMap(() => {
      const last = { seconds: 1, answered: machine, world };
      machine += pause;
      world += 1_000;
      const sight = seePace(pace, last, 'auto', world, machine)?.kind ?? [];
      noteRequest(pace, true, machine, machine);
      return sight;
    });
  }

  it('is not reported if the machine is slow and the client does not sleep', () => expect(seenOf(60, 70)).toEqual([]));
  it('is reported if the client waits much longer before a poll', () =>
    expect(seenOf(4, 70)).toEqual(['too_short', 'too_short']));

  it('is judged by the usual delays of a client that stopped once, in a debugger', () => {
    const pace = freshPace();
    for (const [came, answered] of [
      [0, 0],
      [3, 3],
      [9_003, 9_003],
      [9_006, 9_006],
    ] as const)
      noteRequest(pace, false, came, answered);
    const seen = [1, 2, 3, 4].map((poll) =>
      seePace(pace, { seconds: 1, answered: 9_006 + 200 * poll, world: 0 }, 'auto', 1, 9_206 + 200 * poll),
    );
    expect(seen.at(-1)).toEqual({ kind: 'too_short', waited: 200 });
  });
});

describe('the pace of a client with many jobs at once', () => {
  /** Rounds in which each job is polled once. A request takes `turn`; then all jobs sleep for `sleep`. */
  function seenIn(jobs: number, { turn, sleep }: { turn: number; sleep: number }) {
    const pace = freshPace();
    const answered = Array.from({ length: jobs }, () => 0);
    let machine = 0;
    return [1, 2, 3, 4, 5, 6].flatMap(() => {
      machine += sleep;
      return answered.flatMap((before, job) => {
        const came = machine;
        machine += turn;
        answered[job] = machine;
        if (before === 0) return [];
        const sight = seePace(pace, { seconds: 1, answered: before, world: 0 }, 'auto', 1_000, came)?.kind ?? [];
        noteRequest(pace, true, came, machine);
        return sight;
      });
    });
  }

  it('is not reported if it does not sleep: the polls of the other jobs take the time', () => {
    expect(seenIn(40, { turn: 3, sleep: 0 })).toEqual(['not_judged']);
    expect(seenIn(200, { turn: 1, sleep: 8 })).toEqual(['not_judged']);
  });

  it('is reported if all of them sleep less than they are asked to', () => {
    expect(seenIn(5, { turn: 2, sleep: 200 })).toContain('too_short');
    expect(seenIn(200, { turn: 1, sleep: 200 })).toContain('too_short');
  });

  it('is not reported if all of them sleep as long as they are asked to, whatever else happens meanwhile', () => {
    expect(seenIn(200, { turn: 3, sleep: 400 })).toEqual([]);
  });
});

it('A client that keeps polling without a pause is reported once, and not judged', () => {
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

describe('the pace of a client that waits in real time while the clock is frozen', () => {
  it('is reported once: time stands still', () => {
    expect(seen('frozen', [1_000, 1_001, 1_002, 1_003], { moves: 0 })).toEqual(['in_vain']);
  });

  it.each<[string, number[], number]>([
    ['the test moves the clock meanwhile', [1_000, 1_000, 1_000], 1_000],
    ['it waited once', [1_000], 0],
    ['it does not wait', [1, 2, 3, 4], 0],
  ])('is not reported if %s', (_, waits, moves) => expect(seen('frozen', waits, { moves })).toEqual([]));
});

it('The pace is not judged with a running clock, which is the clock of the machine', () => {
  expect(seen('running', [200, 200, 200, 200])).toEqual([]);
});
