import { environmentOf } from '../../domain/account.ts';
import type { Job } from '../../domain/job.ts';
import { DAY, utcDay } from '../../domain/values/time.ts';
import type { World } from '../../world/world.ts';
import { type Deviation, subtle } from '../deviation.ts';
import { body, on, refuse, when, where } from '../edits.ts';

/** Section 3: cancels that are right at first, and wrong on another day, of another key or the second time. */
export const LATE_CANCELS: readonly Deviation[] = [
  subtle(
    'CANCEL-REPEAT-200',
    'cancel-repeat-409-next-day',
    'A job that was cancelled yesterday answers a cancel with 409.',
    {
      rules: (was, { world }) => ({
        cancellation: (job) => (job.stage === 'cancelled' && isOld(world, job) ? 'too_late' : was.cancellation(job)),
      }),
    },
  ),
  subtle('CANCEL-DONE-409', 'cancel-done-200-next-day', 'A job that succeeded yesterday answers a cancel with 200.', {
    rules: (was, { world }) => ({
      cancellation: (job) => (job.stage === 'succeeded' && isOld(world, job) ? 'already' : was.cancellation(job)),
    }),
  }),
  subtle(
    'CANCEL-QUEUED-200',
    'cancel-waiting-for-days-202',
    'A job that has waited for more than a day is cancelled later.',
    {
      rules: (was, { world }) => ({
        cancellation: (job) =>
          job.stage === 'queued' && world.state.now - job.createdAt > DAY ? 'deferred' : was.cancellation(job),
      }),
    },
  ),
  subtle(
    'CANCEL-BOUNDARY',
    'cancel-forgotten-of-test-keys',
    'A cancel of a test job that was picked up is never honoured.',
    {
      rules: (was) => ({
        atBoundary: (job, from) => (environmentOf(job.owner) === 'test' ? 'move_on' : was.atBoundary(job, from)),
      }),
    },
  ),
  subtle(
    'CANCEL-PICKED-202',
    'cancel-picked-409-test-makeup',
    'A makeup try-on with a test key cannot be cancelled once it runs.',
    {
      rules: (was) => ({
        cancellation: (job) => {
          const isMeant = environmentOf(job.owner) === 'test' && job.submission.operation === 'makeup.apply';
          return isMeant && was.cancellation(job) === 'deferred' ? 'too_late' : was.cancellation(job);
        },
      }),
    },
  ),
  subtle(
    'CANCEL-BODY',
    'cancel-202-repeat-as-accepted',
    'The second 202 of a cancel shows the job as it was accepted.',
    {
      answer: on(
        'cancelJob',
        when(
          202,
          where(
            ({ memory, request }) => memory.count(request.path) > 1,
            body((job) => {
              job.updated_at = job.created_at;
              job.status = 'queued';
            }),
          ),
        ),
      ),
    },
  ),
  subtle('CANCEL-SCOPE-403', 'cancel-any-scope-on-repeat', 'A job that is cancelled answers a cancel to every key.', {
    rules: (was, { world, memory }) => ({
      scopeIsGranted: (key, scope) => {
        const id = memory.get<string>('cancelled') ?? '';
        return was.scopeIsGranted(key, scope) || world.state.jobs.get(id)?.stage === 'cancelled';
      },
    }),
    request: (request, { memory, route }) => {
      memory.set('cancelled', route === 'cancelJob' ? request.id : '');
      return request;
    },
  }),
  subtle(
    'CANCEL-DONE-UNCHANGED',
    'cancel-done-erases-results',
    'A cancel that is refused takes the pictures of the job.',
    {
      answer: (answer, context) => {
        const { memory, request, route, world } = context;
        if (route === 'cancelJob' && answer.status === 409) memory.set(request.id, true);
        const job = world.state.assets.get(request.id)?.job ?? '';
        return route === 'downloadAsset' && memory.get(job) === true
          ? refuse(404, 'ASSET_NOT_FOUND')(answer, context)
          : answer;
      },
    },
  ),
  subtle(
    'CANCEL-BARE',
    'cancel-needs-key-at-work',
    'A cancel of a job at work is refused without an Idempotency-Key.',
    {
      answer: on(
        'cancelJob',
        when(
          202,
          where(({ request }) => request.headers['idempotency-key'] === undefined, refuse(400, 'INVALID_REQUEST')),
        ),
      ),
      also: ['CANCEL-TABLE'],
    },
  ),
];

/** Whether a job ended on an earlier UTC day. */
function isOld({ state }: World, { completedAt }: Job): boolean {
  return completedAt !== null && utcDay(completedAt) < utcDay(state.now);
}
