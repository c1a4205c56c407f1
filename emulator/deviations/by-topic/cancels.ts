import { statusOf } from '../../domain/job.ts';
import { forgetsClaims } from '../changes.ts';
import { blatant, type Deviation, subtle } from '../deviation.ts';
import { body, header, on, refusal, refuse, SUBMITS, status, when, where } from '../edits.ts';
import { noteRoute } from '../requests.ts';
import { later } from '../shift.ts';
import { decide } from '../views.ts';

/** Section 3, the rows of cancel. */
export const CANCELS: readonly Deviation[] = [
  blatant('CANCEL-TABLE', 'cancel-answers-204', 'A cancel answers 204 with no body.', {
    answer: on('cancelJob', (answer) =>
      answer.status === 200 || answer.status === 202 ? { status: 204, headers: {}, body: null } : answer,
    ),
    also: ['CANCEL-QUEUED-200'],
  }),
  subtle(
    'CANCEL-QUEUED-200',
    'cancel-queued-deferred',
    'A queued job that was not picked up is cancelled later, with a 202.',
    { rules: (was) => ({ cancellation: (job) => (job.stage === 'queued' ? 'deferred' : was.cancellation(job)) }) },
  ),
  subtle(
    'CANCEL-QUEUED-200',
    'cancel-queued-200-still-queued',
    'The 200 of a cancel shows a job that is still queued.',
    {
      answer: on(
        'cancelJob',
        when(
          200,
          body((job) => void Object.assign(job, { status: 'queued', completed_at: null })),
        ),
      ),
      also: ['CANCEL-BODY'],
    },
  ),
  blatant('CANCEL-PICKED-202', 'cancel-picked-409', 'Cancelling a job that was picked up answers 409.', {
    rules: (was) => ({
      cancellation: (job) => (was.cancellation(job) === 'deferred' ? 'too_late' : was.cancellation(job)),
    }),
  }),
  subtle(
    'CANCEL-PICKED-202',
    'cancel-picked-200',
    'Cancelling a job that was picked up answers 200 with a job that runs.',
    { answer: on('cancelJob', when(202, status(200))) },
  ),
  subtle('CANCEL-RETRY-AFTER', 'cancel-pace-missing', 'The 202 of a cancel has no Retry-After.', {
    answer: on('cancelJob', when(202, header('Retry-After', null))),
  }),
  subtle(
    'CANCEL-BOUNDARY',
    'cancel-forgotten-when-picked-up',
    'A cancel between pick-up and processing is never honoured.',
    { ...decide({ atBoundary: () => 'move_on' }) },
  ),
  subtle(
    'CANCEL-BOUNDARY',
    'cancel-forgotten-while-preparing',
    'A cancel is honoured while queued alone, not while running.',
    { rules: (was) => ({ atBoundary: (job, from) => (from === 'preparing' ? 'move_on' : was.atBoundary(job, from)) }) },
  ),
  blatant('CANCEL-RUNS-ON', 'cancel-stops-processing', 'Cancelling a job that is being processed cancels it at once.', {
    rules: (was) => ({ cancellation: (job) => (job.stage === 'processing' ? 'at_once' : was.cancellation(job)) }),
    also: ['CANCEL-RUNS-ON-BILLED'],
  }),
  subtle('CANCEL-REPEAT-200', 'cancel-repeat-409', 'Cancelling a cancelled job answers 409.', {
    rules: (was) => ({ cancellation: (job) => (job.stage === 'cancelled' ? 'too_late' : was.cancellation(job)) }),
  }),
  subtle('CANCEL-REPEAT-200', 'cancel-repeat-202', 'Cancelling a cancelled job answers 202.', {
    answer: on(
      'cancelJob',
      when(
        200,
        where(({ memory, request }) => memory.count(request.path) > 1, status(202)),
      ),
    ),
    also: ['CANCEL-TABLE'],
  }),
  blatant('CANCEL-DONE-409', 'cancel-done-200', 'Cancelling a job that has finished answers 200 with that job.', {
    ...decide({ cancellation: (job) => (job.stage === 'queued' ? 'at_once' : DEFERRED[statusOf(job)]) }),
  }),
  subtle('CANCEL-DONE-409', 'cancel-done-other-code', 'The 409 of a finished job has the code JOB_FINISHED.', {
    answer: on('cancelJob', when('JOB_NOT_CANCELLABLE', refusal(409, 'JOB_FINISHED'))),
  }),
  subtle('CANCEL-DONE-409', 'cancel-failed-200', 'Cancelling a job that failed answers 200 with that job.', {
    rules: (was) => ({ cancellation: (job) => (job.stage === 'failed' ? 'already' : was.cancellation(job)) }),
  }),
  subtle(
    'CANCEL-DONE-UNCHANGED',
    'cancel-done-touches-job',
    'A cancel that is refused moves the updated_at of the job.',
    {
      answer: (answer, context) => {
        if (context.route === 'cancelJob' && answer.status === 409) context.memory.set(context.request.id, true);
        if (context.memory.get(context.request.id) !== true) return answer;
        return on(
          'readJob',
          body((job) => {
            job.updated_at = later(job.updated_at, 1_000);
          }),
        )(answer, context);
      },
    },
  ),
  subtle('CANCEL-404', 'cancel-unknown-409', 'Cancelling a job that never was answers 409.', {
    answer: on('cancelJob', when('JOB_NOT_FOUND', refusal(409, 'JOB_NOT_CANCELLABLE'))),
  }),
  subtle('CANCEL-BARE', 'cancel-needs-key', 'A cancel without an Idempotency-Key is refused.', {
    answer: on(
      'cancelJob',
      where(({ request }) => request.headers['idempotency-key'] === undefined, refuse(400, 'INVALID_REQUEST')),
    ),
  }),
  subtle('CANCEL-SCOPE-403', 'cancel-any-scope', 'A key without the scope of the product can cancel its jobs.', {
    rules: (was, { memory }) => ({
      scopeIsGranted: (key, scope) => was.scopeIsGranted(key, scope) || memory.get('route') === 'cancelJob',
    }),
    request: noteRoute,
  }),
  subtle('CANCEL-BODY', 'cancel-body-of-before', 'The body of a cancel has the updated_at of before.', {
    answer: on(
      'cancelJob',
      when(
        200,
        body((job) => {
          job.updated_at = later(job.updated_at, -1);
        }),
      ),
    ),
  }),
  subtle('CANCEL-REFUND', 'cancel-keeps-units-held', 'A cancelled job keeps its units held.', {
    rules: (was) => ({
      ledgerAfterEnd: (ledger, units, settlement) =>
        settlement === 'release' ? ledger : was.ledgerAfterEnd(ledger, units, settlement),
    }),
    also: ['CREDIT-RELEASE'],
  }),
  subtle('CANCEL-REFUND', 'cancel-bills-one-unit', 'A job that is cancelled at once costs one unit.', {
    rules: (was) => ({
      ledgerAfterEnd: (ledger, units, settlement) => {
        const after = was.ledgerAfterEnd(ledger, units, settlement);
        return settlement === 'release' ? { ...after, settled: after.settled - 1 } : after;
      },
    }),
    also: ['CREDIT-RELEASE'],
  }),
  subtle(
    'CANCEL-RUNS-ON-BILLED',
    'cancel-runs-on-unbilled',
    'A job that ran on in spite of its cancel is not billed.',
    {
      rules: (was, { world }) => ({
        settlement: (end, job) =>
          [...world.state.jobs.values()].some((each) => each.cancelRequested && each.stage === 'processing')
            ? 'release'
            : was.settlement(end, job),
      }),
    },
  ),
  subtle('IDEM-AFTER-END', 'cancel-frees-key', 'A replay of the submission of a cancelled job makes a new job.', {
    ...forgetsClaims(({ job }) => job?.stage === 'cancelled'),
  }),
  subtle('QUOTA-REFUND', 'cancel-keeps-quota-unit', 'A cancelled job gives its credits back, and its quota unit not.', {
    ...decide({ refundsQuota: () => false }),
  }),
  blatant('ADMISSION-429', 'admission-never-refused', 'Above the admission limit every submission is accepted.', {
    ...decide({ admissionOpensAt: () => null }),
  }),
  subtle('ADMISSION-429', 'admission-403', 'A submission above the admission limit answers 403.', {
    answer: on(SUBMITS, when(429, refusal(403, 'RATE_LIMITED'))),
  }),
];

const DEFERRED = {
  queued: 'deferred',
  running: 'deferred',
  succeeded: 'already',
  failed: 'already',
  cancelled: 'already',
} as const;
