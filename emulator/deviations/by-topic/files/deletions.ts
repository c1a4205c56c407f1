import { DAY } from '../../../domain/values/time.ts';
import { keepsResults } from '../../changes.ts';
import { blatant, type Deviation, type RequestContext, subtle } from '../../deviation.ts';
import { type AnswerEdit, answerAsBefore, instead, on, refusal, refuse, status, when, where } from '../../edits.ts';
import { asked, noteRoute } from '../../requests.ts';
import { decide } from '../../views.ts';

/** Refuses the deletion of a job that ended in this state. */
function refusesDeletion(ended: string): NonNullable<Deviation['rules']> {
  return (was) => ({ jobDeletion: (job) => (job.stage === ended ? 'in_progress' : was.jobDeletion(job)) });
}

/** Edits the second 204 for the same path, and later ones. */
function again(edit: AnswerEdit): AnswerEdit {
  return when(
    204,
    where(({ memory, request }) => memory.count(request.path) > 1, edit),
  );
}

/** Section 3 and 4: deletions of jobs and of assets. */
export const DELETIONS: readonly Deviation[] = [
  blatant('JOB-DELETE-204', 'job-delete-answers-200', 'Deleting a job answers 200 with an empty map.', {
    answer: on('deleteJob', when(204, instead(200, {}))),
  }),
  subtle('JOB-DELETE-204', 'job-delete-failed-409', 'A job that failed cannot be deleted.', {
    rules: refusesDeletion('failed'),
  }),
  subtle('JOB-DELETE-204', 'job-delete-cancelled-409', 'A cancelled job cannot be deleted.', {
    rules: refusesDeletion('cancelled'),
  }),
  subtle('JOB-DELETE-REPEAT-204', 'job-delete-repeat-404', 'Deleting a deleted job answers 404.', {
    answer: on('deleteJob', again(refuse(404, 'JOB_NOT_FOUND'))),
  }),
  blatant('JOB-DELETED-404', 'job-deleted-410', 'Reading a deleted job answers 410.', {
    answer: on(
      'readJob',
      where(({ world, request }) => world.state.tombstones.get(request.id)?.cause === 'deleted', status(410)),
    ),
  }),
  subtle('JOB-DELETED-404', 'job-deleted-haunts', 'A deleted job that was read before can still be read.', {
    answer: on('readJob', (answer, context) => answerAsBefore('JOB_NOT_FOUND')(answer, context)),
  }),
  subtle(
    'JOB-DELETED-CONTENT',
    'job-deleted-keeps-content',
    'The content of a deleted job’s results is still served.',
    {
      ...keepsResults('deleted'),
      answer: on('readAsset', (answer, context) =>
        isOrphan(context) ? refuse(404, 'ASSET_NOT_FOUND')(answer, context) : answer,
      ),
    },
  ),
  subtle(
    'JOB-DELETED-RESULTS',
    'job-deleted-keeps-results',
    'The results of a deleted job can still be read as assets.',
    {
      ...keepsResults('deleted'),
      answer: on('downloadAsset', (answer, context) =>
        isOrphan(context) ? refuse(404, 'ASSET_NOT_FOUND')(answer, context) : answer,
      ),
      also: ['LIST-DELETED-OUT'],
    },
  ),
  subtle('JOB-DELETED-INPUT-STAYS', 'job-delete-takes-input', 'Deleting a job takes its input asset with it.', {
    answer: (answer, context) => {
      const { memory, route, request, world } = context;
      for (const { assetId } of world.state.jobs.get(request.id)?.inputs ?? []) memory.set(request.id, assetId);
      if (route === 'deleteJob' && answer.status === 204) memory.set(`${memory.get<string>(request.id)}`, true);
      const gone = memory.get(request.id) === true;
      return gone ? on(['readAsset'], refuse(404, 'ASSET_NOT_FOUND'))(answer, context) : answer;
    },
  }),
  blatant(
    'JOB-IN-PROGRESS-409',
    'job-delete-in-progress-204',
    'Deleting a job that is queued or running answers 204.',
    { answer: on('deleteJob', when('JOB_IN_PROGRESS', instead(204, null))) },
  ),
  subtle('JOB-IN-PROGRESS-409', 'job-delete-queued-404', 'Deleting a queued job answers 404.', {
    answer: on(
      'deleteJob',
      when(
        'JOB_IN_PROGRESS',
        where(
          ({ world, request }) => (world.state.jobs.get(request.id)?.stage ?? 'queued') === 'queued',
          refusal(404, 'JOB_NOT_FOUND'),
        ),
      ),
    ),
  }),
  subtle(
    'JOB-IN-PROGRESS-409',
    'job-delete-in-progress-code',
    'The 409 of an unfinished job has the code JOB_RUNNING.',
    { answer: on('deleteJob', when('JOB_IN_PROGRESS', refusal(409, 'JOB_RUNNING'))) },
  ),
  subtle(
    'JOB-IN-PROGRESS-UNCHANGED',
    'job-delete-refused-cancels',
    'A job whose deletion was refused ends cancelled.',
    {
      rules: (was, { memory }) => ({
        jobDeletion: (job) => {
          const verdict = was.jobDeletion(job);
          if (verdict === 'in_progress') memory.set(job.id, true);
          return verdict;
        },
        atBoundary: (job, from) => (memory.get(job.id) === true ? 'cancel' : was.atBoundary(job, from)),
      }),
    },
  ),
  subtle('JOB-DELETE-404', 'job-delete-unknown-204', 'Deleting a job that never was answers 204.', {
    answer: on('deleteJob', when('JOB_NOT_FOUND', instead(204, null))),
    also: ['ISOLATION-JOB-DELETE'],
  }),
  subtle('JOB-DELETE-204', 'job-delete-needs-type', 'Deleting a job without a Content-Type answers 415.', {
    answer: on(
      'deleteJob',
      where(({ request }) => request.headers['content-type'] === undefined, refuse(415, 'INVALID_REQUEST')),
    ),
  }),
  subtle(
    'JOB-DELETE-SCOPE-403',
    'job-delete-any-scope',
    'A key without the scope of the product can delete its jobs.',
    {
      rules: (was, { memory }) => ({
        scopeIsGranted: (key, scope) => was.scopeIsGranted(key, scope) || memory.get('route') === 'deleteJob',
      }),
      request: noteRoute,
    },
  ),
  blatant('ASSET-DELETE-204', 'asset-delete-answers-200', 'Deleting an asset answers 200 with an empty map.', {
    answer: on('deleteAsset', when(204, instead(200, {}))),
  }),
  subtle('ASSET-DELETE-REPEAT-204', 'asset-delete-repeat-404', 'Deleting a deleted asset answers 404.', {
    answer: on('deleteAsset', again(refuse(404, 'ASSET_NOT_FOUND'))),
  }),
  subtle('ASSET-DELETE-EXPIRED-204', 'asset-delete-expired-404', 'Deleting an expired asset answers 404.', {
    answer: on(
      'deleteAsset',
      where(
        ({ world, request }) => world.state.tombstones.get(request.id)?.cause === 'expired',
        refuse(404, 'ASSET_NOT_FOUND'),
      ),
    ),
  }),
  blatant('ASSET-DELETED-404', 'asset-deleted-stays', 'Deleting an asset answers 204, and the asset stays.', {
    ...decide({
      assetDeletion: (found) => (!('cause' in found) && found.purpose === 'result' ? 'owned_by_job' : 'already_gone'),
    }),
    also: ['LIST-DELETED-OUT'],
  }),
  subtle('ASSET-DELETED-404', 'asset-deleted-410', 'Reading a deleted asset answers 410.', {
    answer: on(
      'readAsset',
      where(({ world, request }) => world.state.tombstones.get(request.id)?.cause === 'deleted', status(410)),
    ),
  }),
  subtle('ASSET-DELETE-404', 'asset-delete-unknown-204', 'Deleting an asset that never was answers 204.', {
    answer: on('deleteAsset', when('ASSET_NOT_FOUND', instead(204, null))),
    also: ['ISOLATION-ASSET-DELETE'],
  }),
  blatant('ASSET-DELETE-NO-SCOPE', 'asset-delete-needs-scope', 'A key without a scope cannot delete an asset.', {
    request: asked('deleteAsset', (request, { key }) =>
      key?.scopes.length === 0 ? { ...request, id: 'asset_' } : request,
    ),
    answer: on(
      'deleteAsset',
      where(({ key }) => key?.scopes.length === 0, refuse(403, 'INSUFFICIENT_SCOPE')),
    ),
  }),
  subtle('JOB-DELETE-204', 'job-delete-input-gone-409', 'A job whose input is gone cannot be deleted.', {
    rules: (was, { world }) => ({
      jobDeletion: (job) =>
        job.inputs.some(({ assetId }) => !world.state.assets.has(assetId)) ? 'in_progress' : was.jobDeletion(job),
    }),
  }),
  subtle('JOB-DELETE-REPEAT-204', 'job-delete-third-409', 'The third deletion of a job answers 409.', {
    answer: on('deleteJob', third(refuse(409, 'JOB_IN_PROGRESS'))),
  }),
  subtle('JOB-DELETE-REPEAT-204', 'job-delete-next-day-409', 'Deleting a deleted job answers 409 after a day.', {
    answer: on('deleteJob', where(wasDeletedFor(DAY), refuse(409, 'JOB_IN_PROGRESS'))),
  }),
  subtle('JOB-DELETED-404', 'job-deleted-304', 'A deleted job answers 304 to whoever has its tag.', {
    answer: on(
      'readJob',
      where(
        (context) => wasDeletedFor(0)(context) && context.request.headers['if-none-match'] !== undefined,
        instead(304, null),
      ),
    ),
  }),
  subtle('JOB-DELETED-404', 'job-deleted-next-day-410', 'Reading a deleted job answers 410 after a day.', {
    answer: on('readJob', where(wasDeletedFor(DAY), status(410))),
  }),
  subtle('JOB-DELETED-CONTENT', 'job-deleted-keeps-last', 'Of a deleted job the last result is still served.', {
    ...keepsResults('deleted'),
    answer: on(['readAsset', 'downloadAsset'], (answer, context) => {
      const { world, request, route } = context;
      const asset = world.state.assets.get(request.id);
      const last = [...world.state.assets.values()].findLast(({ job }) => job === asset?.job);
      const isServed = route === 'downloadAsset' && last?.id === asset?.id;
      return isOrphan(context) && !isServed ? refuse(404, 'ASSET_NOT_FOUND')(answer, context) : answer;
    }),
    also: ['LIST-DELETED-OUT'],
  }),
  returned('JOB-DELETED-CONTENT', 'job-deleted-content-returns', 'downloadAsset', 'is served again after a day'),
  returned('JOB-DELETED-RESULTS', 'job-deleted-results-return', 'readAsset', 'can be read again after a day'),
  subtle('JOB-IN-PROGRESS-409', 'job-delete-in-progress-third', 'The third deletion of a job at work answers 204.', {
    answer: on(
      'deleteJob',
      when(
        'JOB_IN_PROGRESS',
        where(({ memory, request }) => memory.count(request.path) > 2, instead(204, null)),
      ),
    ),
  }),
  subtle(
    'JOB-DELETE-SCOPE-403',
    'job-delete-other-scope',
    'A key with the scope of another product can delete a job.',
    {
      rules: (was, { memory }) => ({
        scopeIsGranted: (key, scope) =>
          was.scopeIsGranted(key, scope) || (memory.get('route') === 'deleteJob' && key.scopes.length > 0),
      }),
      request: noteRoute,
    },
  ),
  subtle('ASSET-DELETE-204', 'asset-delete-used-409', 'An asset that a job has used cannot be deleted.', {
    answer: on(
      'deleteAsset',
      where(
        ({ world, request }) =>
          [...world.state.jobs.values()].some(({ inputs }) => inputs.some(({ assetId }) => assetId === request.id)),
        when(204, refuse(409, 'ASSET_OWNED_BY_JOB')),
      ),
    ),
  }),
  subtle('ASSET-DELETE-REPEAT-204', 'asset-delete-third-409', 'The third deletion of an asset answers 409.', {
    answer: on('deleteAsset', third(refuse(409, 'ASSET_OWNED_BY_JOB'))),
  }),
  subtle('ASSET-DELETE-REPEAT-204', 'asset-delete-next-day-409', 'Deleting a deleted asset answers 409 after a day.', {
    answer: on('deleteAsset', when(204, where(wasDeletedFor(DAY), refuse(409, 'ASSET_OWNED_BY_JOB')))),
  }),
  subtle('ASSET-DELETE-EXPIRED-204', 'asset-delete-expired-again', 'Deleting an expired asset again answers 404.', {
    answer: on(
      'deleteAsset',
      where(
        ({ world, request }) => world.state.tombstones.get(request.id)?.cause === 'expired',
        again(refuse(404, 'ASSET_NOT_FOUND')),
      ),
    ),
  }),
];

function third(edit: AnswerEdit): AnswerEdit {
  return when(
    204,
    where(({ memory, request }) => memory.count(request.path) === 3, edit),
  );
}

function wasDeletedFor(age: number): (context: RequestContext) => boolean {
  return ({ world, request }) => {
    const grave = world.state.tombstones.get(request.id);
    return grave?.cause === 'deleted' && world.state.now >= grave.since + age;
  };
}

/** The results of a deleted job come back after a day, by one route. */
function returned(rule: string, id: string, route: 'readAsset' | 'downloadAsset', how: string): Deviation {
  return subtle(rule, id, `A result of a deleted job ${how}.`, {
    ...keepsResults('deleted'),
    answer: (answer, context) => {
      if (!isOrphan(context)) return answer;
      const { memory, request, world } = context;
      const since = memory.get<number>(request.id) ?? world.state.now;
      memory.set(request.id, since);
      const isBack = context.route === route && world.state.now >= since + DAY;
      return isBack ? answer : refuse(404, 'ASSET_NOT_FOUND')(answer, context);
    },
    also: ['LIST-DELETED-OUT'],
  });
}

/** Whether the asset is a result whose job is deleted. */
function isOrphan({ world, request }: Parameters<AnswerEdit>[1]): boolean {
  const asset = world.state.assets.get(request.id);
  return asset?.job != null && !world.state.jobs.has(asset.job);
}
