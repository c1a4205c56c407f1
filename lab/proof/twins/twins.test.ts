import { describe, expect, it } from 'vitest';
import { decide } from '../../../conformance/calibrate/decide.ts';
import { MOVES } from '../../../conformance/calibrate/generated/moves.ts';
import { TWINS } from '../../../conformance/calibrate/generated/twins.ts';
import { configText } from '../../../conformance/calibrate/write-config.ts';
import { openSuite } from '../../../conformance/certify.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { isSettable, otherChoices } from '../../../shared/questions/question.ts';
import { choicesOf, refusalAlone } from '../choices.ts';

const observed = QUESTIONS.filter((one) => isSettable(one) && one.observed !== undefined);

/** Neither a probe nor a scenario tells their choices apart. */
const OPEN = [
  'codes.internal_error',
  'replay_under_way',
  'daily_quota.live',
  'daily_quota.test',
  'admission_per_minute',
  'base_path',
  'check_order.credits_and_limits',
  'retry_wait_from',
  'acknowledgement',
  'delivery_clock',
  'failed_ping_counts',
  'disabled_by_hand',
  'disabling_moment',
];

it('Each question has a probe or a scenario that shows its choices; of the others, the file of calibrate says why it has none', () => {
  const isProbed = (name: string) => MOVES.questions.some(({ question, rows }) => question === name && rows.length > 0);
  const isSeen = (name: string) =>
    TWINS.questions.some(({ question, points }) => question === name && points.length > 0);
  const open = QUESTIONS.filter(isSettable).filter(({ name }) => !isProbed(name) && !isSeen(name));
  expect(open.map(({ name }) => name)).toEqual(OPEN);
  const decisions = decide(QUESTIONS, TWINS, { points: new Map(), whyUnseen: () => '' });
  const text = configText('a server', QUESTIONS, decisions);
  for (const { name, observe, unobserved } of open) {
    const why = unobserved ?? observe ?? 'what is observed is the same under each choice';
    const line = text.split('\n').find((one) => one.startsWith(`# ${name}: `));
    expect(line).toContain(why);
  }
});

describe('The twins, which `npm run twins` learns', () => {
  it('know each question that a gap observes, by the gap that the table names', () => {
    expect(TWINS.questions.map(({ question, gap }) => [question, gap])).toEqual(
      observed.map(({ name, observed: gap }) => [name, gap]),
    );
  });

  it('know each choice that can be tried', () => {
    const refused = (name: string, choice: unknown) =>
      choicesOf(QUESTIONS).some(
        (one) => one.question.name === name && one.choice === choice && refusalAlone(QUESTIONS, one) !== null,
      );
    const tried = observed.map((one) => [
      one.name,
      [one.default, ...otherChoices(one)].filter((choice) => !refused(one.name, choice)),
    ]);
    expect(TWINS.questions.map(({ question, choices }) => [question, choices])).toEqual(tried);
  });

  it('know scenarios that there are', () => {
    const ids = openSuite().suite.scenarios.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(Object.values(TWINS.scenarios).flat()));
  });
});
