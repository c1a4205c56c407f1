import { expect, it } from 'vitest';
import { factsOf } from '../../conformance/calibrate/facts/facts.ts';
import { decisionsOf } from '../../conformance/calibrate/fit/decisions.ts';
import { MOVES } from '../../conformance/calibrate/generated/moves.ts';
import { configText } from '../../conformance/calibrate/write-config.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { isSettable } from '../../shared/questions/question.ts';

/** Questions whose choices no probe distinguishes. */
const OPEN = [
  'codes.internal_error',
  'replay_under_way',
  'daily_quota.live',
  'daily_quota.test',
  'admission_per_minute',
  'late_cancel_quota',
  'snapshot_retention',
  'base_path',
  'check_order.credits_and_limits',
  'retry_wait_from',
  'acknowledgement',
  'delivery_clock',
  'failed_ping_counts',
  'disabled_by_hand',
  'disabling_moment',
  'retention_body',
];

it('Each question has a probe that shows its choices; otherwise the file of calibrate says why there is none', () => {
  const isProbed = (name: string) => MOVES.questions.some(({ question, rows }) => question === name && rows.length > 0);
  const open = QUESTIONS.filter(isSettable).filter(({ name }) => !isProbed(name));
  expect(open.map(({ name }) => name)).toEqual(OPEN);
  const nothing = factsOf(new Map(), new Map());
  const fit = { chosen: new Map(), seen: new Map(), twin: nothing };
  const decisions = decisionsOf(nothing, fit, { questions: QUESTIONS, moves: MOVES, whyUnseen: () => 'not asked' });
  const lines = configText('a server', QUESTIONS, decisions).split('\n');
  for (const { name, ask, observe, observed, unobserved } of open) {
    const why = unobserved ?? observed ?? observe ?? ask;
    expect(lines.find((one) => one.startsWith(`# ${name}: `))).toContain(why);
  }
});
