import { testQuestions } from '../../testing/choices/question-rows.ts';
import { accepted, after, cancelLast, pass, submitLive, submitTest, usage } from '../../testing/question-steps.ts';
import { LIVE } from '../../testing/steps.ts';

const DAY_ONE = '2026-01-01';

testQuestions('credits', /^usage_/, [
  {
    question: 'usage_shape',
    choice: 'days_map',
    shown: after(submitTest, usage()),
    is: { days: { [DAY_ONE]: { 'makeup.apply': 1 } } },
    usually: { data: [{ date: DAY_ONE, operation: 'makeup.apply', accepted: 1 }] },
  },
  {
    question: 'usage_shape',
    choice: 'bare_map',
    shown: after(submitTest, usage()),
    is: { [DAY_ONE]: { 'makeup.apply': 1 } },
    usually: { data: [{ date: DAY_ONE, operation: 'makeup.apply', accepted: 1 }] },
  },
  {
    question: 'usage_shape',
    choice: 'nested_rows',
    shown: after(submitTest, usage()),
    is: { data: [{ date: DAY_ONE, operations: { 'makeup.apply': 1 } }] },
    usually: { data: [{ date: DAY_ONE, operation: 'makeup.apply', accepted: 1 }] },
  },
  {
    question: 'usage_shape',
    choice: 'days_back',
    shown: after(submitTest, pass('48h'), submitTest, usage()),
    is: { days_back: [{ 'makeup.apply': 1 }, {}, { 'makeup.apply': 1 }] },
    usually: {
      data: [
        { date: DAY_ONE, operation: 'makeup.apply', accepted: 1 },
        { date: '2026-01-03', operation: 'makeup.apply', accepted: 1 },
      ],
    },
  },
  {
    question: 'usage_shape',
    choice: 'short_names',
    shown: after(submitTest, usage()),
    is: { data: [{ date: DAY_ONE, operation: 'makeup', accepted: 1 }] },
    usually: { data: [{ date: DAY_ONE, operation: 'makeup.apply', accepted: 1 }] },
  },
  {
    question: 'usage_parameters',
    choice: 'none',
    shown: after(usage(`?from=${DAY_ONE}`)),
    is: 400,
    usually: { data: [] },
  },
  {
    question: 'usage_unknown_parameter',
    choice: 'ignore',
    shown: after(usage('?month=2026-01')),
    is: { data: [] },
    usually: 400,
  },
  {
    question: 'usage_days',
    choice: 1,
    shown: after(submitTest, pass('24h'), submitTest, accepted()),
    is: [['01-02', 'makeup.apply', 1]],
    usually: [
      ['01-01', 'makeup.apply', 1],
      ['01-02', 'makeup.apply', 1],
    ],
  },
  {
    question: 'usage_order',
    choice: 'newest_first',
    shown: after(submitTest, pass('24h'), ({ client }) => client.submitOn('skin.analyze'), submitTest, accepted()),
    is: [
      ['01-02', 'makeup.apply', 1],
      ['01-02', 'skin.analyze', 1],
      ['01-01', 'makeup.apply', 1],
    ],
    usually: [
      ['01-01', 'makeup.apply', 1],
      ['01-02', 'makeup.apply', 1],
      ['01-02', 'skin.analyze', 1],
    ],
  },
  {
    question: 'usage_empty_days',
    choice: 'zero',
    shown: after(submitTest, accepted(`?from=${DAY_ONE}&to=${DAY_ONE}`)),
    is: [
      ['01-01', 'hair.try_on', 0],
      ['01-01', 'makeup.apply', 1],
      ['01-01', 'skin.analyze', 0],
    ],
    usually: [['01-01', 'makeup.apply', 1]],
  },
  {
    question: 'usage_cancelled',
    choice: 'taken_out',
    shown: after(submitTest, cancelLast(), accepted()),
    is: [],
    usually: [['01-01', 'makeup.apply', 1]],
  },
  {
    question: 'usage_lag',
    choice: '1m',
    shown: after(submitTest, pass('30s'), submitTest, pass('30s'), accepted()),
    is: [['01-01', 'makeup.apply', 1]],
    usually: [['01-01', 'makeup.apply', 2]],
  },
  {
    question: 'usage_of',
    choice: 'account',
    shown: after(submitLive, submitTest, accepted('', LIVE)),
    is: [['01-01', 'makeup.apply', 2]],
    usually: [['01-01', 'makeup.apply', 1]],
  },
]);
