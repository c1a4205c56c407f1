import type { Stage } from '../../domain/job.ts';
import { HOUR, SECOND, utcDay } from '../../domain/values/time.ts';
import { blatant, type Deviation, type RequestContext, subtle } from '../deviation.ts';
import { answerAsBefore, body, on, refusal, refuse, status, when, where } from '../edits.ts';
import { later } from '../shift.ts';
import { jobs } from '../views.ts';

/** Section 2.2: the fields of a Job, and reads of one. */
export const JOBS: readonly Deviation[] = [
  blatant('ID-JOB', 'job-id-without-prefix', 'A read shows a job id without its prefix.', {
    answer: on(
      'readJob',
      when(
        200,
        body((job) => {
          job.id = job.id.slice(4);
        }),
      ),
    ),
  }),
  blatant(
    'JOB-OPERATION',
    'job-operation-noun',
    'A job has the operation skin.analysis, which the spec does not have.',
    {
      ...jobs((job) => {
        job.operation = job.operation.replace('analyze', 'analysis').replace('apply', 'try_on');
      }),
    },
  ),
  blatant('JOB-STATUS', 'job-status-processing', 'A job that runs has the status processing.', {
    ...jobs((job) => {
      job.status = job.status === 'running' ? 'processing' : job.status;
    }),
  }),
  blatant('JOB-CREATED-AT', 'job-created-seconds', 'The creation time of a job is a number of seconds.', {
    ...jobs((job, { createdAt }) => {
      job.created_at = createdAt / SECOND;
    }),
  }),
  blatant('JOB-UPDATED-AT', 'job-updated-missing', 'A job has no updated_at.', {
    ...jobs((job) => void delete job.updated_at),
  }),
  subtle('JOB-COMPLETED-AT', 'job-completed-on-running', 'A job has its completed_at as soon as it runs.', {
    ...jobs((job) => {
      job.completed_at ??= job.status === 'running' ? job.updated_at : null;
    }),
  }),
  subtle('JOB-COMPLETED-AT', 'job-completed-left-out', 'A job leaves its completed_at out while it would be null.', {
    ...jobs((job) => {
      if (job.completed_at === null) delete job.completed_at;
    }),
  }),
  subtle('JOB-COMPLETED-SET', 'job-failed-not-completed', 'A job that failed has no completed_at.', {
    ...jobs((job) => {
      job.completed_at = job.status === 'failed' ? null : job.completed_at;
    }),
  }),
  subtle('JOB-COMPLETED-SET', 'job-cancelled-not-completed', 'A job that was cancelled has no completed_at.', {
    ...jobs((job) => {
      job.completed_at = job.status === 'cancelled' ? null : job.completed_at;
    }),
  }),
  subtle('JOB-EXPIRES-AT', 'job-expires-left-out', 'A job leaves its expires_at out until it has one.', {
    ...jobs((job) => {
      if (job.expires_at === null) delete job.expires_at;
    }),
  }),
  blatant('JOB-INPUTS', 'job-inputs-map', 'The inputs of a job are a map by role.', {
    ...jobs((job) => {
      job.inputs = Object.fromEntries(job.inputs.map((each: { role: string }) => [each.role, each]));
    }),
  }),
  blatant('JOB-INPUT-ASSET-ID', 'job-input-id', 'An input of a job calls its asset id.', {
    ...jobs((job) => {
      job.inputs = job.inputs.map((each: { asset_id: string; role: string }) => ({
        id: each.asset_id,
        role: each.role,
      }));
    }),
  }),
  subtle('JOB-INPUT-ROLE', 'job-input-role-null', 'The role of a job input is null.', {
    ...jobs((job) => {
      job.inputs[0].role = null;
    }),
  }),
  subtle('JOB-OUTPUT-NULL', 'job-failed-empty-output', 'A job that failed has an empty map for its output.', {
    ...jobs((job) => {
      job.output ??= job.status === 'failed' ? {} : null;
    }),
  }),
  subtle('JOB-OUTPUT-NULL', 'job-running-output', 'A job has the type of its output as soon as it runs.', {
    ...jobs((job) => {
      job.output ??= job.status === 'running' ? { type: 'skin.analysis' } : null;
    }),
  }),
  blatant('JOB-OUTPUT-SET', 'job-succeeded-without-output', 'A job that succeeded has no output.', {
    ...jobs((job) => {
      job.output = null;
    }),
  }),
  subtle('JOB-OUTPUT-SET', 'job-output-without-type', 'The output of a job has no type.', {
    ...jobs((job) => void delete job.output?.type),
  }),
  blatant('JOB-ERROR-SET', 'job-failed-without-error', 'A job that failed has no error.', {
    ...jobs((job) => {
      job.error = null;
    }),
  }),
  subtle('JOB-ERROR-NULL', 'job-cancelled-error', 'A job that was cancelled has an error.', {
    ...jobs((job) => {
      if (job.status === 'cancelled') job.error = { code: 'PROCESSING_FAILED', message: 'The job was cancelled.' };
    }),
  }),
  subtle('JOB-ERROR-CODE', 'job-error-code-lower', 'The error code of a job is in lower case.', {
    ...jobs((job) => {
      if (job.error) job.error.code = job.error.code.toLowerCase();
    }),
  }),
  subtle('JOB-ERROR-MESSAGE', 'job-error-message-null', 'The error of a job has null for its message.', {
    ...jobs((job) => {
      if (job.error) job.error.message = null;
    }),
  }),
  subtle(
    'JOB-ERROR-UNPROCESSABLE',
    'job-no-face-processing-failed',
    'A picture without a face fails with PROCESSING_FAILED.',
    {
      ...jobs((job) => {
        if (job.error?.code === 'INPUT_UNPROCESSABLE') job.error.code = 'PROCESSING_FAILED';
      }),
    },
  ),
  subtle('JOB-TIMES-ORDER', 'job-updated-before-created', 'A job that runs was updated a second before it was made.', {
    ...jobs((job) => {
      job.updated_at = job.status === 'running' ? later(job.created_at, -SECOND) : job.updated_at;
    }),
  }),
  subtle('JOB-TIMES-ORDER', 'job-completed-before-created', 'A job was completed a second before it was made.', {
    ...jobs((job) => {
      job.completed_at &&= later(job.created_at, -SECOND);
    }),
  }),
  subtle('JOB-FROZEN-FIELDS', 'job-created-moves', 'A job that has ended says that it was made when it ended.', {
    ...jobs((job) => {
      job.created_at = job.completed_at ?? job.created_at;
    }),
  }),
  blatant('JOB-READ-200', 'job-read-206', 'A read of a job answers 206.', {
    answer: on('readJob', when(200, status(206))),
  }),
  blatant('JOB-FAILED-200', 'job-failed-422', 'A read of a job that failed answers 422.', {
    answer: on('readJob', (answer) =>
      String(answer.body).includes('"status":"failed"') ? { ...answer, status: 422 } : answer,
    ),
  }),
  blatant('JOB-404', 'job-unknown-410', 'A job that never was answers 410.', {
    answer: on('readJob', when('JOB_NOT_FOUND', status(410))),
  }),
  subtle('JOB-404', 'job-unknown-other-code', 'The 404 of a job has the code NOT_FOUND.', {
    answer: on('readJob', when('JOB_NOT_FOUND', refusal(404, 'NOT_FOUND'))),
  }),
  subtle('JOB-EXPIRES', 'job-outlives-expiry', 'A job can be read for an hour after its expires_at.', {
    rules: (was) => ({
      jobExpiry: (...args) => was.jobExpiry(...args) + HOUR,
      jobBody: (job, live) => {
        const shown = was.jobBody(job, live);
        return { ...shown, expires_at: shown.expires_at && later(shown.expires_at, -HOUR) };
      },
      resultBody: (...args) => {
        const shown = was.resultBody(...args);
        return { ...shown, expires_at: later(shown.expires_at, -HOUR) };
      },
    }),
  }),
  subtle(
    'JOB-EXPIRES',
    'job-expired-haunts',
    'A job that was read before is still shown when its retention has passed.',
    { answer: on('readJob', answerAsBefore('JOB_NOT_FOUND')), also: ['JOB-DELETED-404'] },
  ),
  subtle('JOB-STATUS', 'job-status-cancelling', 'A running job whose cancel waits has the status cancelling.', {
    answer: on(
      'readJob',
      body((job, { world, request }) => {
        if (job.status === 'running' && world.state.jobs.get(request.id)?.cancelRequested) job.status = 'cancelling';
      }),
    ),
  }),
  subtle('JOB-FAILED-200', 'job-failed-422-next-day', 'A job that failed on an earlier day is read with 422.', {
    answer: on('readJob', when(200, where(isOfEarlierDay('failed'), status(422)))),
  }),
  subtle('JOB-READ-200', 'job-cancelled-404-next-day', 'A job that was cancelled on an earlier day is not found.', {
    answer: on('readJob', when(200, where(isOfEarlierDay('cancelled'), refuse(404, 'JOB_NOT_FOUND')))),
  }),
  subtle('JOB-SNAPSHOT-EXPIRY', 'job-output-goes-with-input', 'A job loses its output when its input expires.', {
    answer: on(
      'readJob',
      body((job, { world }) => {
        const isGone = ({ asset_id }: { asset_id: string }) =>
          world.state.tombstones.get(asset_id)?.cause === 'expired';
        if (job.output !== null && job.inputs?.every(isGone)) Object.assign(job, { output: null, status: 'failed' });
      }),
    ),
    also: ['JOB-ERROR-SET'],
  }),
  subtle(
    'JOB-SNAPSHOT-DELETE',
    'job-results-go-with-input',
    'The results of a job cannot be downloaded any more once its input was deleted.',
    {
      answer: on(
        'downloadAsset',
        where(
          ({ world, request }) => {
            const job = world.state.jobs.get(world.state.assets.get(request.id)?.job ?? '');
            return (
              job?.inputs.every(({ assetId }) => world.state.tombstones.get(assetId)?.cause === 'deleted') ?? false
            );
          },
          refuse(404, 'ASSET_NOT_FOUND'),
        ),
      ),
    },
  ),
];

/** Whether the job in the path ended so, on an earlier UTC day. */
function isOfEarlierDay(end: Stage): (context: RequestContext) => boolean {
  return ({ world, request }) => {
    const { stage, completedAt } = world.state.jobs.get(request.id) ?? {};
    return stage === end && utcDay(completedAt ?? 0) < utcDay(world.state.now);
  };
}
