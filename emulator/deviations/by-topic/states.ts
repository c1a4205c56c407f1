import { environmentOf } from '../../domain/account.ts';
import { toIso } from '../../domain/values/time.ts';
import { blatant, type Deviation, subtle } from '../deviation.ts';
import { body, header, on, when, where } from '../edits.ts';
import { event } from '../posts.ts';
import { asked, sent } from '../requests.ts';
import { withOtherEnd } from '../shift.ts';
import { assets, decide, jobs } from '../views.ts';

/** Section 3 as a poller sees it: states, ETags, Retry-After; and the environment of a job. */
export const STATES: readonly Deviation[] = [
  subtle('JOB-SNAPSHOT-EXPIRY', 'job-needs-input-unexpired', 'A job whose input expired before processing fails.', {
    rules: (was, { world }) => ({
      inputIsKept: (job, inputs) =>
        was.inputIsKept(job, inputs) &&
        job.inputs.every(({ assetId }) => world.state.tombstones.get(assetId)?.cause !== 'expired'),
    }),
  }),
  subtle('JOB-SNAPSHOT-DELETE', 'job-needs-input-undeleted', 'A job whose input was deleted before processing fails.', {
    rules: (was, { world }) => ({
      inputIsKept: (job, inputs) =>
        was.inputIsKept(job, inputs) &&
        job.inputs.every(({ assetId }) => world.state.tombstones.get(assetId)?.cause !== 'deleted'),
    }),
  }),
  subtle('RETRY-AFTER-POLL', 'poll-pace-missing-on-running', 'A read of a job that runs has no Retry-After.', {
    answer: on(
      'readJob',
      when(
        200,
        where((_, { body: text }) => String(text).includes('"status":"running"'), header('Retry-After', null)),
      ),
    ),
  }),
  subtle('ETAG-ON-READ', 'tag-missing-at-end', 'A read of a job that has ended has no ETag.', {
    answer: on(
      'readJob',
      when(
        200,
        where((_, { headers }) => headers['Retry-After'] === undefined, header('ETag', null)),
      ),
    ),
  }),
  blatant('ETAG-304', 'tag-never-matches', 'The tag of the last read never spares the body.', {
    ...decide({ tagMatches: () => false }),
  }),
  subtle('ETAG-304', 'tag-304-other-tag', 'A 304 carries another tag than the one that was sent.', {
    answer: on(
      'readJob',
      when(
        304,
        header('ETag', (tag) => `${withOtherEnd(tag.slice(0, -1))}"`),
      ),
    ),
  }),
  subtle('ETAG-304', 'tag-stale-304', 'A tag of a job answers 304 although the body has changed.', {
    rules: (_, { memory }) => ({
      tagMatches: (sentTag, tag) => {
        const known = memory.get<string[]>('tags') ?? [];
        if (!known.includes(tag)) memory.set('tags', [...known, tag]);
        return sentTag !== undefined && (sentTag === tag || known.includes(sentTag));
      },
    }),
  }),
  subtle('ETAG-CHANGES', 'tag-of-id-alone', 'The tag of a job stays the same when the job changes.', {
    rules: (was) => ({ jobTag: (json) => was.jobTag(JSON.parse(json).id) }),
    also: ['ETAG-304'],
  }),
  subtle('ETAG-STABLE', 'tag-new-each-read', 'Each read of a job gives another tag.', {
    answer: on('readJob', (answer, { memory, ...context }) =>
      answer.status === 200
        ? header('ETag', `"read-${memory.count('reads')}"`)(answer, { memory, ...context })
        : answer,
    ),
    also: ['ETAG-304'],
  }),
  subtle('ETAG-304', 'tag-any-304', 'Any tag at all answers 304.', {
    request: asked(
      'readJob',
      sent('if-none-match', (tag) => (tag === undefined ? null : '*')),
    ),
    also: ['ETAG-304'],
  }),
  subtle('JOB-FORWARD-ONLY', 'status-back-to-queued', 'The second read of a job that runs says that it is queued.', {
    answer: on(
      'readJob',
      body((job, { memory }) => {
        if (job.status === 'running' && memory.count(job.id) === 2) job.status = 'queued';
      }),
    ),
  }),
  subtle(
    'JOB-TERMINAL-FROZEN',
    'end-changes-later',
    'From its second read on, a job that has ended says something else.',
    {
      answer: on(
        'readJob',
        body((job, { memory }) => {
          if (job.completed_at === null || memory.count(job.id) < 2) return;
          if (job.error !== null) job.error.message += ' Sorry.';
          else if (job.output !== null) job.output.note = 'archived';
          else job.status = 'failed';
        }),
      ),
    },
  ),
  subtle('LIVEMODE-ASSET', 'livemode-asset-wrong', 'An asset says the opposite of its environment.', {
    ...assets((asset) => {
      asset.livemode = asset.livemode === undefined ? undefined : !asset.livemode;
    }),
  }),
  subtle('LIVEMODE-JOB', 'livemode-job-wrong', 'A job of a test key calls itself live.', {
    ...jobs((job) => {
      job.livemode = job.livemode === undefined ? undefined : true;
    }),
  }),
  subtle('LIVEMODE-ALL', 'livemode-not-on-assets', 'Jobs say their environment, and assets do not.', {
    ...assets((asset) => void delete asset.livemode),
  }),
  blatant('TEST-LIFECYCLE', 'test-job-without-output', 'A job of a test key succeeds with nothing to show.', {
    ...jobs((job, { owner }) => {
      if (environmentOf(owner) === 'test') job.output = null;
    }),
    also: ['JOB-OUTPUT-SET'],
  }),
  subtle(
    'CANCEL-ETAG',
    'cancel-tag-of-its-own',
    'The tag on a cancel is another than the one that the next read has.',
    {
      answer: on(
        'cancelJob',
        header('ETag', (tag) => `${withOtherEnd(tag.slice(0, -1))}"`),
      ),
    },
  ),
  subtle('ETAG-304', 'tag-longer-304', 'A tag that goes on after the one of the job answers 304.', {
    rules: (was) => ({
      tagMatches: (sentTag, tag) => was.tagMatches(sentTag, tag) || (sentTag?.startsWith(tag.slice(0, -1)) ?? false),
    }),
  }),
  subtle('ETAG-304', 'tag-any-case-304', 'A tag in other letters, small or capital, answers 304.', {
    rules: (was) => ({ tagMatches: (sentTag, tag) => was.tagMatches(sentTag?.toLowerCase(), tag.toLowerCase()) }),
  }),
  subtle('ETAG-304', 'tag-of-one-key', 'A tag that was given to one key spares the body for no other key.', {
    answer: (answer, context) => {
      const { memory, route, request, key } = context;
      if (route !== 'readJob' || key === null) return answer;
      const name = `${request.headers['if-none-match']} ${request.id}`;
      const given = `${answer.headers['ETag']} ${request.id}`;
      if (answer.status === 200 && memory.get(given) === undefined) memory.set(given, key.secret);
      const other = memory.get<string>(name);
      const job = context.world.state.jobs.get(request.id);
      if (answer.status !== 304 || job === undefined || other === undefined || other === key.secret) return answer;
      const headers = { 'Content-Type': 'application/json', ETag: job.view.etag };
      return { status: 200, headers, body: job.view.json };
    },
  }),
  subtle('JOB-FORWARD-ONLY', 'job-cancelled-runs-next-day', 'A cancelled job has succeeded on the next day.', {
    answer: on(
      'readJob',
      body((job, { world }) => {
        const isOld = job.completed_at?.slice(0, 10) < toIso(world.state.now).slice(0, 10);
        if (job.status === 'cancelled' && isOld) Object.assign(job, { status: 'succeeded', output: { type: 'later' } });
      }),
    ),
    also: ['JOB-TERMINAL-FROZEN'],
  }),
  subtle('JOB-FORWARD-ONLY', 'job-queued-again-on-cancel', 'A running job whose cancel waits is queued again.', {
    answer: on(
      ['readJob', 'cancelJob'],
      body((job, { world, request }) => {
        if (job.status === 'running' && world.state.jobs.get(request.id)?.cancelRequested) job.status = 'queued';
      }),
    ),
    also: ['CANCEL-PICKED-202'],
  }),
  subtle('LIVEMODE-JOB', 'livemode-list-of-jobs-live', 'In the list of jobs every job is live.', {
    answer: on(
      'listJobs',
      when(
        200,
        body(({ data }) => {
          for (const job of data ?? []) if ('livemode' in job) job.livemode = true;
        }),
      ),
    ),
  }),
  subtle('LIVEMODE-ASSET', 'livemode-list-of-assets-live', 'In the list of assets every asset is live.', {
    answer: on(
      'listAssets',
      when(
        200,
        body(({ data }) => {
          for (const asset of data ?? []) if ('livemode' in asset) asset.livemode = true;
        }),
      ),
    ),
  }),
  subtle('LIVEMODE-EVENT', 'livemode-event-live-on-retry', 'An event that comes again is live.', {
    ...event((sent, { delivery }) => {
      if (delivery.attempts.length > 0 && 'livemode' in sent) sent.livemode = true;
    }),
  }),
  subtle(
    'LIVEMODE-EVENT',
    'livemode-event-test-where-deleted',
    'The event of a deleted job is one of the test environment.',
    {
      ...event((sent) => {
        if (sent.data?.object?.deleted === true && 'livemode' in sent) sent.livemode = false;
      }),
    },
  ),
  subtle('TEST-LIFECYCLE', 'test-cancel-of-what-is-done', 'A test job that is done can be cancelled.', {
    answer: on(
      'cancelJob',
      where(
        ({ key }, { status }) => key?.environment === 'test' && status === 409,
        (answer) => ({ ...answer, status: 200 }),
      ),
    ),
    also: ['CANCEL-DONE-409', 'CANCEL-TABLE'],
  }),
];
