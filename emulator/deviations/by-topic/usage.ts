import { blatant, type Deviation, subtle } from '../deviation.ts';
import { body, on, refuse, status, when, where } from '../edits.ts';
import { later } from '../shift.ts';

/** Spec 4.4: how many jobs were accepted. */
export const USAGES: readonly Deviation[] = [
  blatant('USAGE-200', 'usage-answers-203', 'Reading the usage answers 203.', {
    answer: on('readUsage', when(200, status(203))),
  }),
  blatant('USAGE-ANY-KEY', 'usage-needs-scope', 'A key without a scope cannot read the usage.', {
    answer: on(
      'readUsage',
      where(({ key }) => key?.scopes.length === 0, refuse(403, 'INSUFFICIENT_SCOPE')),
    ),
  }),
  blatant('USAGE-COUNTS', 'usage-stays-empty', 'The usage counts nothing.', {
    answer: on(
      'readUsage',
      when(
        200,
        body((shown) => {
          shown.data = [];
        }),
      ),
    ),
  }),
  subtle('USAGE-DAY', 'usage-a-day-late', 'A job is counted on the day before.', {
    answer: on(
      'readUsage',
      body((shown) => {
        for (const row of shown.data ?? []) row.date = later(`${row.date}T00:00:00Z`, -86_400_000).slice(0, 10);
      }),
    ),
  }),
  subtle('USAGE-OPERATION', 'usage-one-sum', 'The usage does not tell operations apart.', {
    answer: on(
      'readUsage',
      body((shown) => {
        for (const row of shown.data ?? []) row.operation = 'all';
      }),
    ),
  }),
  subtle('USAGE-DELETE-KEEPS', 'usage-falls-on-delete', 'A deleted job is counted no more.', {
    answer: (answer, context) => {
      if (context.route === 'deleteJob' && answer.status === 204) context.memory.count('deleted');
      const deleted = context.memory.get<number>('deleted') ?? 0;
      return on(
        'readUsage',
        body((shown) => {
          const last = shown.data?.at(-1);
          if (last !== undefined) last.accepted -= deleted;
        }),
      )(answer, context);
    },
  }),
];
