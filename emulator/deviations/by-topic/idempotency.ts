import { isTerminal, type Job } from '../../domain/job.ts';
import type { Rules } from '../../domain/rulebook.ts';
import { digestOf } from '../../domain/values/digest.ts';
import { DAY } from '../../domain/values/time.ts';
import { forgetsClaims } from '../changes.ts';
import { blatant, type Deviation, type Overrides, subtle, type Tools } from '../deviation.ts';
import { type AnswerEdit, body, header, isSubmit, on, refusal, SUBMITS, status, when, where } from '../edits.ts';

/** Spec 4.2: the Idempotency-Key. */
export const IDEMPOTENCY: readonly Deviation[] = [
  subtle('IDEM-REPLAY-200', 'replay-answers-202', 'A replay answers 202, mark and all.', {
    answer: on(SUBMITS, (answer, context) =>
      answer.headers['Idempotency-Replayed'] === undefined ? answer : status(202)(answer, context),
    ),
    also: ['SUBMIT-NO-REPLAY-MARK'],
  }),
  subtle('IDEM-REPLAY-MARK', 'replay-without-mark', 'A replay does not say that it is one.', {
    answer: on(SUBMITS, when(200, header('Idempotency-Replayed', null))),
  }),
  subtle('IDEM-REPLAY-MARK', 'replay-mark-false', 'A replay carries Idempotency-Replayed with the value 1.', {
    answer: on(SUBMITS, when(200, header('Idempotency-Replayed', '1'))),
  }),
  blatant('IDEM-SAME-JOB', 'replay-makes-another-job', 'The same request under the same key makes another job.', {
    ...forgetsClaims(({ job, isSameRequest }) => job !== undefined && isSameRequest),
    also: ['IDEM-REPLAY-200', 'IDEM-CHARGE-ONCE', 'IDEM-RACE-ONE-JOB'],
  }),
  subtle('IDEM-SPELLING', 'replay-by-bytes', 'A request that is spelt in another way is another request.', {
    rules: (_, { memory }) => ({ fingerprint: () => memory.get<string>('body') ?? '' }),
    request: (request, { memory, route }) => {
      if (isSubmit(route)) memory.set('body', digestOf(`${route} ${request.body}`));
      return request;
    },
    also: ['IDEM-SET-ORDER'],
  }),
  subtle('IDEM-SET-ORDER', 'replay-counts-concern-order', 'Concerns in another order are another request.', {
    rules: (was) => ({
      fingerprint: (submission) => {
        const named = 'concerns' in submission ? submission.concerns : [];
        const isSorted = named.join() === named.toSorted().join();
        return isSorted ? was.fingerprint(submission) : digestOf(was.fingerprint(submission) + named.join());
      },
    }),
  }),
  subtle('IDEM-AFTER-END', 'replay-only-until-end', 'A replay of a job that has ended makes another job.', {
    ...forgetsClaims(({ job }) => job?.view.terminal === true),
  }),
  subtle('IDEM-AFTER-END', 'replay-not-after-failure', 'A replay of a job that has failed makes another job.', {
    ...forgetsClaims(({ job, isSameRequest }) => job?.stage === 'failed' && isSameRequest),
  }),
  subtle('IDEM-AFTER-END', 'replay-not-after-cancel', 'A replay of a job that was cancelled makes another job.', {
    ...forgetsClaims(({ job, isSameRequest }) => job?.stage === 'cancelled' && isSameRequest),
  }),
  subtle('IDEM-AFTER-END', 'replay-202-after-end', 'A replay of a job that has ended answers 202.', {
    answer: on(SUBMITS, whereReplayed(hasEnded, status(202))),
  }),
  subtle(
    'IDEM-REPLAY-MARK',
    'replay-without-mark-after-end',
    'A replay of a job that has ended does not say that it is one.',
    { answer: on(SUBMITS, whereReplayed(hasEnded, header('Idempotency-Replayed', null))) },
  ),
  subtle('IDEM-RACE-ONE-JOB', 'replay-not-within-an-instant', 'The same request within one second makes another job.', {
    ...forgetsClaims(({ job, now }) => job?.stage === 'queued' && now - job.createdAt < 1_000),
  }),
  subtle('IDEM-CHARGE-ONCE', 'replay-charges-again', 'A replay answers the first job, and costs a unit.', {
    answer: (answer, context) => {
      const { memory } = context;
      if (answer.headers['Idempotency-Replayed'] !== undefined) memory.count('replays');
      return on(
        'readCreditBalance',
        body((balance) => {
          for (const name of ['settled_units', 'available_units', 'spendable_units'])
            balance[name] -= memory.get<number>('replays') ?? 0;
        }),
      )(answer, context);
    },
  }),
  subtle('IDEM-CHARGE-ONCE', 'replay-charges-after-end', 'A replay of a job that has ended costs a unit.', {
    answer: (answer, context) => {
      const { memory, route } = context;
      if (route !== 'readCreditBalance') {
        whereReplayed(hasEnded, (replayed) => {
          memory.count('late');
          return replayed;
        })(answer, context);
        return answer;
      }
      const late = memory.get<number>('late') ?? 0;
      return when(
        200,
        body((balance) => {
          for (const name of ['settled_units', 'available_units', 'spendable_units']) balance[name] -= late;
        }),
      )(answer, context);
    },
  }),
  subtle('IDEM-SPELLING', 'replay-by-bytes-of-makeup', 'A try-on that is spelt in another way is another request.', {
    rules: (was, { memory }) => ({
      fingerprint: (submission) =>
        submission.operation === 'makeup.apply' ? (memory.get<string>('body') ?? '') : was.fingerprint(submission),
    }),
    request: (request, { memory, route }) => {
      if (isSubmit(route)) memory.set('body', digestOf(`${route} ${request.body}`));
      return request;
    },
  }),
  subtle(
    'IDEM-SET-ORDER',
    'replay-counts-order-of-many',
    'Another order of more than three concerns is another request.',
    {
      rules: (was) => ({
        fingerprint: (submission) => {
          const named = 'concerns' in submission && submission.concerns.length > 3 ? submission.concerns : [];
          const isSorted = named.join() === named.toSorted().join();
          return isSorted ? was.fingerprint(submission) : digestOf(was.fingerprint(submission) + named.join());
        },
      }),
    },
  ),
  blatant('IDEM-REUSED-409', 'reuse-answers-first-job', 'Another request under the same key answers the first job.', {
    rules: (was) => ({
      replay: (...args) => {
        const verdict = was.replay(...args);
        return verdict === 'conflict' ? 'same_job' : verdict;
      },
    }),
    also: ['IDEM-LIST-ORDER', 'IDEM-OTHER-INPUT-409'],
  }),
  subtle('IDEM-REUSED-409', 'reuse-free-after-end', 'Once its job has ended, a key is free for another request.', {
    ...forgetsClaims(({ job, isSameRequest }) => hasEnded(job) && !isSameRequest),
  }),
  subtle('IDEM-REUSED-409', 'reuse-free-after-a-day', 'After a day a key is free for another request.', {
    ...forgetsClaims(
      ({ job, isSameRequest, now }) => job !== undefined && !isSameRequest && now >= job.createdAt + DAY,
    ),
    readings: { input_retention: 3 * DAY },
  }),
  subtle('IDEM-REUSED-409', 'reuse-answers-422', 'Another request under the same key answers 422.', {
    answer: on(SUBMITS, when('IDEMPOTENCY_KEY_REUSED', status(422))),
  }),
  subtle('IDEM-REUSED-409', 'reuse-other-code', 'The 409 of a reused key has the code IDEMPOTENCY_CONFLICT.', {
    answer: on(SUBMITS, when('IDEMPOTENCY_KEY_REUSED', refusal(409, 'IDEMPOTENCY_CONFLICT'))),
  }),
  subtle('IDEM-OTHER-INPUT-409', 'reuse-blind-to-inputs', 'The same request for another asset answers the first job.', {
    rules: (was) => ({ fingerprint: (submission) => was.fingerprint({ ...submission, inputs: [] }) }),
  }),
  subtle(
    'IDEM-OTHER-INPUT-409',
    'reuse-blind-to-inputs-of-makeup',
    'The same try-on of another asset answers the first job.',
    {
      rules: (was) => ({
        fingerprint: (submission) =>
          was.fingerprint(submission.operation === 'makeup.apply' ? { ...submission, inputs: [] } : submission),
      }),
    },
  ),
  subtle(
    'IDEM-LIST-ORDER',
    'reuse-blind-to-order-of-three',
    'Three products and more in another order answer the first job.',
    {
      rules: (was) => ({
        fingerprint: (submission) =>
          was.fingerprint(
            'products' in submission && submission.products.length > 2
              ? { ...submission, products: submission.products.toSorted((a, b) => (a.category < b.category ? -1 : 1)) }
              : submission,
          ),
      }),
    },
  ),
  subtle('IDEM-LIST-ORDER', 'reuse-blind-to-product-order', 'Products in another order answer the first job.', {
    rules: (was) => ({
      fingerprint: (submission) =>
        was.fingerprint(
          'products' in submission
            ? { ...submission, products: submission.products.toSorted((a, b) => (a.category < b.category ? -1 : 1)) }
            : submission,
        ),
    }),
  }),
  subtle('IDEM-REUSED-UNHARMED', 'reuse-spoils-claim', 'After a 409 the first request answers 409 as well.', {
    rules: spoiledBy(1),
  }),
  subtle('IDEM-REUSED-UNHARMED', 'reuse-spoils-second', 'After two 409 the first request answers 409 as well.', {
    rules: spoiledBy(2),
  }),
  subtle('IDEM-OTHER-KEY', 'replay-by-request-alone', 'The same request under another key answers the first job.', {
    rules: (was, { memory }) => ({
      fingerprint: (submission) => {
        const fingerprint = was.fingerprint(submission);
        memory.set('fingerprint', fingerprint);
        return fingerprint;
      },
      claimName: (owner) => `${owner}/${memory.get<string>('fingerprint')}`,
    }),
    also: ['IDEM-REUSED-409'],
  }),
  subtle('IDEM-DELETED-410', 'deleted-key-answers-404', 'The key of a deleted job answers 404.', {
    answer: on(SUBMITS, when('JOB_DELETED', refusal(404, 'JOB_NOT_FOUND'))),
  }),
  subtle('IDEM-DELETED-410', 'deleted-key-410-once', 'The key of a deleted job answers 404 from the second time on.', {
    answer: on(
      SUBMITS,
      when('JOB_DELETED', (answer, context) => {
        const { memory, request } = context;
        const times = memory.count(request.headers['idempotency-key'] ?? '');
        return times > 1 ? refusal(404, 'JOB_NOT_FOUND')(answer, context) : answer;
      }),
    ),
  }),
  subtle(
    'IDEM-DELETED-410',
    'deleted-key-free-by-night',
    'Half a day after it was used the key of a deleted job makes a new one.',
    {
      ...forgetsClaims(({ job, isSameRequest, at, now }) => job === undefined && isSameRequest && now >= at + DAY / 2),
    },
  ),
  blatant('IDEM-DELETED-410', 'deleted-key-free-again', 'The key of a deleted job makes a new one.', {
    ...forgetsClaims(({ job }) => job === undefined),
    also: ['IDEM-DELETED-CLAIMED'],
  }),
  subtle(
    'IDEM-DELETED-CLAIMED',
    'deleted-key-free-for-others',
    'The key of a deleted job is free for another request.',
    { ...forgetsClaims(({ job, isSameRequest }) => job === undefined && !isSameRequest) },
  ),
  subtle(
    'IDEM-DELETED-CLAIMED',
    'deleted-key-free-for-others-next-day',
    'A day after the deletion the key of the job is free for another request.',
    { ...forgetsClaims(({ job, isSameRequest, at, now }) => job === undefined && !isSameRequest && now >= at + DAY) },
  ),
];

function hasEnded(job: Job | undefined): boolean {
  return job !== undefined && isTerminal(job);
}

/** Edits the answers to replays of jobs that are so. */
function whereReplayed(isMeant: (job: Job | undefined) => boolean, edit: AnswerEdit): AnswerEdit {
  return where(
    ({ world }, { headers, body: shown }) =>
      headers['Idempotency-Replayed'] === 'true' && isMeant(world.state.jobs.get(JSON.parse(String(shown)).id)),
    edit,
  );
}

/** So many conflicts spoil the claim of the first request. */
function spoiledBy(conflicts: number): NonNullable<Overrides['rules']> {
  return (was: Rules, { memory }: Tools) => ({
    replay: (claim, fingerprint, isThere) => {
      const verdict = was.replay(claim, fingerprint, isThere);
      if (verdict === 'conflict') memory.count(claim.job);
      return (memory.get<number>(claim.job) ?? 0) >= conflicts ? 'conflict' : verdict;
    },
  });
}
