import { utcDay } from '../../domain/values/time.ts';
import type { WireAnswer } from '../../world/wire.ts';
import { blatant, type Deviation, type RequestContext, subtle, type Tools } from '../deviation.ts';
import { type AnyJson, body, isSubmit, on, refuse, status, when, where } from '../edits.ts';
import { isFirstDay, isReplay } from '../occasions.ts';
import { later } from '../shift.ts';

/** What is counted: accepted jobs (section 4.4), units of the quota and submissions (section 8). */
export const COUNTS: readonly Deviation[] = [
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
  counted('USAGE-COUNTS', 'usage-counts-replays', 'A replay is counted as another job.', (_, answer) =>
    isReplay(answer) ? 1 : 0,
  ),
  counted(
    'USAGE-COUNTS',
    'usage-counts-refusals',
    'A submission whose input is unknown is counted.',
    ({ route }, answer) => (isSubmit(route) && answer.status === 404 ? 1 : 0),
  ),
  subtle('USAGE-200', 'usage-404-where-empty', 'An account without a job has no usage.', {
    answer: on(
      'readUsage',
      where((_, answer) => /"data":\[\]/.test(String(answer.body)), refuse(404, 'NOT_FOUND')),
    ),
  }),
  subtle('USAGE-ANY-KEY', 'usage-needs-scope-later', 'From the second day on a key without a scope reads no usage.', {
    answer: on(
      'readUsage',
      where((context) => !isFirstDay(context) && context.key?.scopes.length === 0, refuse(403, 'INSUFFICIENT_SCOPE')),
    ),
  }),
  subtle('USAGE-DAY', 'usage-day-turns-late', 'A job of the first minute of a day is counted on the day before.', {
    rules: (was) => ({ usageDay: (now) => was.usageDay(now - 60_000) }),
  }),
  shown('USAGE-OPERATION', 'usage-makeup-as-skin', 'Makeup is counted as an analysis of skin.', (usage) => {
    for (const row of usage.data ?? []) if (row.operation === 'makeup.apply') row.operation = 'skin.analyze';
  }),
  withoutDeleted(
    'usage-falls-on-late-delete',
    'Who deletes a job of another day takes it out of the count.',
    (job, now) => utcDay(job.createdAt) !== utcDay(now),
  ),
  withoutDeleted(
    'usage-falls-on-delete-of-cancelled',
    'A cancelled job is counted until its deletion.',
    ({ stage }) => stage === 'cancelled',
  ),
  withoutDeleted(
    'usage-falls-on-delete-of-failed',
    'A failed job is counted until its deletion.',
    ({ stage }) => stage === 'failed',
  ),
  used('QUOTA-ONCE', 'quota-counts-replays', 'A replay uses a unit of the quota.', (_, answer) =>
    isReplay(answer) ? 1 : 0,
  ),
  used(
    'QUOTA-ONCE',
    'quota-counts-refusals',
    'A submission that is not valid uses a unit of the quota.',
    ({ route }, { status }) => (isSubmit(route) && status === 400 ? 1 : 0),
  ),
  used(
    'QUOTA-REFUND',
    'quota-back-with-each-cancel',
    'A cancel that is repeated gives a unit of the quota back once more.',
    (context, { status }) =>
      context.route === 'cancelJob' && status === 200 && context.memory.count(context.request.path) > 1 ? -1 : 0,
  ),
  subtle(
    'QUOTA-REFUND',
    'quota-back-on-the-first-day',
    'From the second day on a cancel gives no unit of the quota back.',
    { rules: (was, tools) => ({ refundsQuota: (job) => isFirstDay(tools) && was.refundsQuota(job) }) },
  ),
  used(
    'QUOTA-KEEPS',
    'quota-back-after-deletion',
    'Deleting a job gives its unit of the quota back.',
    ({ route }, { status }) => (route === 'deleteJob' && status === 204 ? -1 : 0),
  ),
  subtle('QUOTA-KEEPS', 'quota-back-after-failure', 'A job that failed gives its unit of the quota back.', {
    rules: (was, { world }) => ({
      quotaOpensAt: (quota, count, opensAt) => {
        const failed = [...world.state.jobs.values()].filter(({ stage }) => stage === 'failed').length;
        return was.quotaOpensAt(quota, count - failed, opensAt);
      },
    }),
  }),
  subtle('ADMISSION-429', 'admission-in-the-first-minute', 'The admission limit holds for a minute, and no longer.', {
    rules: (was, { memory }) => ({
      admissionOpensAt: (limit, admission, now, within) => {
        if (limit !== null && memory.get('since') === undefined) memory.set('since', now);
        const isFirst = now - (memory.get<number>('since') ?? now) < 60_000;
        return isFirst ? was.admissionOpensAt(limit, admission, now, within) : null;
      },
    }),
  }),
  subtle('ADMISSION-429', 'admission-stops-reads', 'Who has submitted too much reads no assets.', {
    answer: (answer, context) => {
      const name = `limited ${context.key?.id}`;
      if (isSubmit(context.route)) context.memory.set(name, answer.status === 429);
      return on(
        'readAsset',
        where(({ memory }) => memory.get(name) === true, refuse(429, 'RATE_LIMITED')),
      )(answer, context);
    },
  }),
];

type Worth = (context: RequestContext, answer: WireAnswer) => number;

function shown(rule: string, id: string, about: string, change: (usage: AnyJson) => void): Deviation {
  return subtle(rule, id, about, {
    answer: on(
      'readUsage',
      when(
        200,
        body((usage) => change(usage)),
      ),
    ),
  });
}

/** The latest day of the usage has more by what the requests of the account so far were worth. */
function counted(rule: string, id: string, about: string, worth: Worth): Deviation {
  return subtle(rule, id, about, {
    answer: (answer, context) => {
      const sum = summed(context, worth(context, answer));
      return on(
        'readUsage',
        when(
          200,
          body(({ data }) => {
            const last = data?.at(-1);
            if (last !== undefined) last.accepted += sum;
          }),
        ),
      )(answer, context);
    },
  });
}

/** The quota of the day has less by what the requests so far were worth. */
function used(rule: string, id: string, about: string, worth: Worth): Deviation {
  return subtle(rule, id, about, {
    answer: (answer, context) => {
      summed(context, worth(context, answer));
      return answer;
    },
    rules: (was, { memory }) => ({
      quotaOpensAt: (quota, count, opensAt) =>
        was.quotaOpensAt(quota, count + (memory.get<number>('sum') ?? 0), opensAt),
    }),
  });
}

function summed({ memory }: Tools, by: number): number {
  const sum = (memory.get<number>('sum') ?? 0) + by;
  if (by !== 0) memory.set('sum', sum);
  return sum;
}

type Ended = { createdAt: number; stage: string };

/** A deletion takes some jobs out of the count. */
function withoutDeleted(id: string, about: string, isMeant: (job: Ended, now: number) => boolean): Deviation {
  return subtle('USAGE-DELETE-KEEPS', id, about, {
    request: (request, { route, world, memory }) => {
      const job = route === 'deleteJob' ? world.state.jobs.get(request.id) : undefined;
      if (job !== undefined && isMeant(job, world.state.now)) memory.count('meant');
      return request;
    },
    answer: on(
      'readUsage',
      when(
        200,
        body(({ data }, { memory }) => {
          const last = data?.at(-1);
          if (last !== undefined) last.accepted -= memory.get<number>('meant') ?? 0;
        }),
      ),
    ),
  });
}
