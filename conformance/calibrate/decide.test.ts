import { describe, expect, it } from 'vitest';
import { openQuestion } from '../testing/open-question.ts';
import { areApart } from './compare.ts';
import { type Decision, decide } from './decide.ts';
import { driftOf } from './drift.ts';
import { pointsOf, whyUnseen } from './points.ts';
import { byOwnPoints, twinOf } from './twin.ts';

const STATUS = openQuestion('status', { choices: [200, 201], default: 200, observed: 'GAP-OPEN' });
const CODE = openQuestion('code', {
  choices: { kind: 'code', from: null, to: null },
  default: 'USUAL',
  observed: 'GAP-OPEN',
  shows_with: { status: 201 },
});
const seen = (status: unknown, code: unknown = 'USUAL') =>
  pointsOf([{ gap: 'GAP-OPEN', instance: 'one/two', step: 'ask', seen: { status, code } }]);
const values = (...given: Parameters<typeof seen>) =>
  new Map([...seen(...given)].map(([at, { value }]) => [at, value] as const));
/** What the emulator shows of a question under each of its choices, and by default. */
const twin = (
  name: string,
  shows: Record<string, ReturnType<typeof values>>,
  usual: (typeof shows)[string],
  of: (choice: string) => unknown = String,
) =>
  twinOf(
    name,
    'GAP-OPEN',
    Object.entries(shows).map(([choice, shown]) => [of(choice), shown] as const),
    usual,
  );
const TWINS = {
  scenarios: { 'GAP-OPEN': ['one/two'] },
  questions: [
    twin('status', { 200: values(200), 201: values(201) }, values(200), Number),
    twin('code', { USUAL: values(201), OTHER: values(201, 'OTHER') }, values(201)),
  ],
};

function decided(points: ReturnType<typeof seen>): Record<string, unknown> {
  const decisions = decide([STATUS, CODE], TWINS, {
    points,
    whyUnseen: (scenarios) =>
      whyUnseen([{ scenario: 'one/two', outcome: 'untested', reason: 'budget', detail: 'no time' }], scenarios),
  });
  const told = (one: Decision) => (one.kind === 'set' ? one.choice : `${one.kind}: ${one.why}`);
  return Object.fromEntries(decisions.map((one) => [one.question, told(one)]));
}

describe('What was seen of a server', () => {
  it.each<[what: string, points: ReturnType<typeof seen>, expected: object]>([
    ['is the choice under which the emulator shows the same', seen(200), { status: 200 }],
    ['is the choice beside which another shows', seen(201), { status: 201, code: 'USUAL' }],
    ['is the figure itself where the question is a range', seen(201, 'THIRD'), { code: 'THIRD' }],
    ['shows only beside another choice', seen(200, 'THIRD'), { code: 'unseen: shows only where status is 201' }],
    ['is what no choice shows', seen(500), { status: 'foreign: no choice shows 500' }],
    ['is not lawful', seen(201, 'in small'), { code: 'foreign: "in small" is not lawful' }],
    ['is no code where nothing was refused', seen(201, null), { code: 'unseen: no answer had anything there' }],
    ['has the reason of its scenario where it was not seen', new Map(), { status: 'unseen: budget: no time' }],
  ])('%s', (_, points, expected) => {
    expect(decided(points)).toMatchObject(expected);
  });

  it('leaves the default where several choices show the same, and sets the first where the default is none of them', () => {
    const question = openQuestion('word', { choices: ['a', 'b', 'c'], default: 'a', observed: 'GAP-OPEN' });
    const shows = (text: string) => values(200, text);
    const tried = { a: shows('ONE'), b: shows('TWO'), c: shows('TWO') };
    const twins = { scenarios: {}, questions: [twin('word', tried, shows('ONE'))] };
    const of = (text: string) => decide([question], twins, { points: seen(200, text), whyUnseen: () => '' });
    expect(of('ONE')).toMatchObject([{ kind: 'set', choice: 'a' }]);
    expect(of('TWO')).toMatchObject([{ kind: 'set', choice: 'b', fits: ['b', 'c'] }]);
    const usual = openQuestion('word', { choices: ['a', 'b', 'c'], default: 'c', observed: 'GAP-OPEN' });
    expect(decide([usual], twins, { points: seen(200, 'TWO'), whyUnseen: () => '' })).toMatchObject([
      { kind: 'untold', why: 'what was seen fits b and c', fits: ['b', 'c'] },
    ]);
  });

  it('goes by what was there, where what was not there fits another choice', () => {
    const point = (path: string, shows: string[]) => ({ at: `GAP-OPEN | one/two | ask | ${path}`, shows });
    const points = [point('status', ['404', '204']), point('code', ['"NOT_FOUND"', 'null'])];
    const twins = { scenarios: {}, questions: [{ question: 'word', gap: 'GAP-OPEN', choices: ['a', 'b'], points }] };
    const question = openQuestion('word', { choices: ['a', 'b'], default: 'a', observed: 'GAP-OPEN' });
    const shown = { points: seen(404, null), whyUnseen: () => '' };
    expect(decide([question], twins, shown)).toMatchObject([{ kind: 'set', choice: 'a' }]);
  });
});

describe('An id', () => {
  it.each(['job_0f8fad5b-d9cb-469f-a165-70867728950e', 'job_01HZX3', 'job_a1.b~2%2F'])(
    'is left out of a place: %s',
    (id) => {
      const [, shown] = [...seen(200, `/v1/jobs/${id}`).values()];
      expect(shown?.value).toBe('"/v1/jobs/job_…"');
    },
  );
});

describe('An exchange without an answer', () => {
  it('shows nothing', () => {
    expect(seen(null).size).toBe(0);
    expect(seen(200, null).size).toBe(2);
  });
});

describe('A twin', () => {
  it('is told by what its question alone moves, where that is enough', () => {
    const at = (status: number, code: string) => values(status, code);
    const shared = twin('one', { 1: at(200, 'A'), 2: at(201, 'B') }, at(200, 'A'));
    const other = twin('other', { 1: at(200, 'A'), 2: at(200, 'C') }, at(200, 'A'));
    const paths = byOwnPoints([shared, other]).map(({ points }) =>
      points.map(({ at: place }) => place.split(' | ').at(-1)),
    );
    expect(paths).toEqual([['status'], ['code']]);
  });

  it('has no place that differs from one run to the next', () => {
    expect(twin('status', { 200: values(1), 201: values(2) }, values(3)).points).toEqual([]);
  });
});

describe('A figure that was narrowed down', () => {
  const LIMIT = openQuestion('limit', {
    choices: { kind: 'integer', from: 0, to: 1_000_000_000 },
    default: 65_536,
    observed: 'GAP-OPEN',
  });
  const narrowed = (accepted: number, refused: number | null) =>
    pointsOf([{ gap: 'GAP-OPEN', instance: 'one/two', step: 'ask', seen: { bounds: [accepted, refused] } }]);
  const shown = (accepted: number, refused: number | null) =>
    new Map([...narrowed(accepted, refused)].map(([at, { value }]) => [at, value] as const));
  const usual = shown(65_100, 66_400);
  const tried = [
    [65_536, usual],
    [2_048, shown(2_034, 2_087)],
    [100_000_000, shown(67_109_012, null)],
  ] as const;
  const twins = { scenarios: { 'GAP-OPEN': ['one/two'] }, questions: [twinOf('limit', 'GAP-OPEN', tried, usual)] };
  const decided = (accepted: number, refused: number | null) =>
    decide([LIMIT], twins, { points: narrowed(accepted, refused), whyUnseen: () => '' })[0];

  it('is what is likeliest between what was accepted and what was refused, and not a choice that was tried', () => {
    expect(decided(1_037_742, 1_064_723)).toMatchObject({
      kind: 'set',
      choice: 1_048_576,
      range: { accepted: 1_037_742, refused: 1_064_723 },
    });
    expect(decided(67_109_012, null)).toMatchObject({ kind: 'set', choice: 134_217_728 });
  });

  it('stays the default where that lies between the two', () => {
    expect(decided(64_000, 66_000)).toMatchObject({ kind: 'untold', why: expect.stringContaining('fits the default') });
  });

  it('differs from another where no figure fits both, and has changed where the written one does not fit', () => {
    const [one, near, far] = [
      decided(64_000, 66_000),
      decided(65_000, 70_000),
      decided(100_000, 110_000),
    ] as Decision[];
    expect([areApart(one as Decision, near as Decision), areApart(one as Decision, far as Decision)]).toEqual([
      false,
      true,
    ]);
    const drift = (choice: number, now: unknown) =>
      driftOf([{ question: LIMIT, choice, seen: null }], [now as Decision]).map(({ choice: other }) => other);
    expect([drift(65_536, near), drift(1_048_576, near), drift(1_048_576, far)]).toEqual([[], [65_536], [100_000]]);
  });
});
