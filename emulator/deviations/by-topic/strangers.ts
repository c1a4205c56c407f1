import { accountOf, environmentOf, type Owner } from '../../domain/account.ts';
import type { RouteId } from '../../domain/routes.ts';
import type { WireAnswer } from '../../world/wire.ts';
import { type Deviation, type Overrides, type RequestContext, subtle } from '../deviation.ts';
import {
  type AnswerEdit,
  type AnyJson,
  body,
  header,
  instead,
  isSubmit,
  on,
  refusal,
  SUBMITS,
  when,
  where,
} from '../edits.ts';
import { noteRoute, parsed } from '../requests.ts';

type Thing = { owner: Owner };

/** Lets some routes reach some things of others. */
function reaches(routes: readonly RouteId[], isMeant: (thing: Thing, caller: Owner) => boolean): Overrides {
  return {
    request: noteRoute,
    rules: (was, { memory }) => ({
      isOwn: (thing, caller) => {
        const isNoted = (routes as readonly unknown[]).includes(memory.get('route'));
        return was.isOwn(thing, caller) || (isNoted && isMeant(thing, caller));
      },
    }),
  };
}

/** The thing of somebody else that a request names: in its path, its filter or its body. */
function foreign({ world, request, key, route }: RequestContext): Thing | undefined {
  const filtered = request.query.find(([name]) => name === 'job_id')?.[1];
  const input: unknown = isSubmit(route) ? parsed(request.body)?.inputs?.[0]?.asset_id : undefined;
  const { jobs, assets, tombstones } = world.state;
  const named = [request.id, filtered, input].filter((id) => typeof id === 'string');
  const thing = named
    .map((id) => jobs.get(id) ?? assets.get(id) ?? tombstones.get(id))
    .find((one) => one !== undefined);
  return key === null || thing?.owner === `${key.account}/${key.environment}` ? undefined : thing;
}

/** Edits a refusal about what is somebody else's. */
function toStranger(...edits: AnswerEdit[]): AnswerEdit {
  return where((context, { status }: WireAnswer) => status >= 400 && foreign(context) !== undefined, ...edits);
}

function isGone({ world, request }: RequestContext): boolean {
  return world.state.tombstones.has(request.id);
}

const OTHER_ENVIRONMENT = ({ owner }: Thing, caller: Owner) => accountOf(owner) === accountOf(caller);

/** Spec 5.6: what a stranger learns of things by other ways than reading them, and after they are gone. */
export const STRANGERS: readonly Deviation[] = [
  subtle('ISOLATION-SAME-ANSWER', 'foreign-404-etag', 'The 404 of a foreign job has its ETag.', {
    answer: on('readJob', (answer, context) => {
      const job = context.world.state.jobs.get(context.request.id);
      return job === undefined ? answer : toStranger(header('ETag', job.view.etag))(answer, context);
    }),
  }),
  subtle('ISOLATION-SAME-ANSWER', 'foreign-404-pace', 'The 404 of a foreign job that is under way has a Retry-After.', {
    answer: on(
      'readJob',
      where(
        ({ world, request }) => world.state.jobs.get(request.id)?.view.terminal === false,
        toStranger(header('Retry-After', '1')),
      ),
    ),
  }),
  subtle('ISOLATION-SAME-ANSWER', 'foreign-404-of-deleted', 'The 404 of a foreign thing that was deleted says so.', {
    answer: on(
      ['readJob', 'readAsset'],
      where(
        isGone,
        toStranger(
          body(({ error }) => {
            error.message = 'It was deleted.';
          }),
        ),
      ),
    ),
  }),
  subtle('ISOLATION-ACCOUNT', 'foreign-job-410', 'Reading another account’s deleted job answers 410.', {
    answer: on('readJob', where(isGone, toStranger(when(404, refusal(410, 'JOB_DELETED'))))),
    also: ['ISOLATION-SAME-ANSWER'],
  }),
  subtle('ISOLATION-JOB-DELETE', 'foreign-delete-of-deleted-204', 'A foreign job that was deleted is deleted again.', {
    answer: on('deleteJob', where(isGone, toStranger(when(404, instead(204, null))))),
    also: ['ISOLATION-NOTHING'],
  }),
  subtle(
    'ISOLATION-ASSET-DELETE',
    'foreign-erase-of-erased-204',
    'A foreign asset that was deleted is deleted again.',
    {
      answer: on('deleteAsset', where(isGone, toStranger(when(404, instead(204, null))))),
      also: ['ISOLATION-NOTHING'],
    },
  ),
  subtle('ISOLATION-ASSET-DELETE', 'foreign-result-409', 'Deleting a foreign result answers that it is one.', {
    answer: on(
      'deleteAsset',
      where(
        ({ world, request }) => world.state.assets.get(request.id)?.purpose === 'result',
        toStranger(when(404, refusal(409, 'ASSET_OWNED_BY_JOB'))),
      ),
    ),
    also: ['ISOLATION-NOTHING'],
  }),
  subtle(
    'ISOLATION-NOTHING',
    'foreign-erase-of-expired-204',
    'A foreign asset that has expired answers a deletion 204.',
    {
      answer: on(
        'deleteAsset',
        where(
          ({ world, request }) => world.state.tombstones.get(request.id)?.cause === 'expired',
          toStranger(when(404, instead(204, null))),
        ),
      ),
    },
  ),
  subtle(
    'ISOLATION-SAME-ANSWER',
    'foreign-job-of-old-in-a-word',
    'The 404 of a foreign job past its retention says so.',
    {
      answer: on(
        'readJob',
        where(
          ({ world, request }) => world.state.tombstones.get(request.id)?.cause === 'expired',
          toStranger(
            body(({ error }) => {
              error.message = 'The job is no longer kept.';
            }),
          ),
        ),
      ),
    },
  ),
  subtle(
    'ISOLATION-SUBMIT',
    'foreign-expired-input-410',
    'A submission that names a foreign expired asset answers 410.',
    {
      answer: on(SUBMITS, (answer, context) => {
        const thing = foreign(context);
        const isExpired = thing !== undefined && 'cause' in thing && thing.cause === 'expired';
        return isExpired ? when(404, refusal(410, 'ASSET_EXPIRED'))(answer, context) : answer;
      }),
      also: ['ISOLATION-NOTHING'],
    },
  ),
  subtle('ISOLATION-CANCEL', 'foreign-cancelled-200', 'Cancelling a foreign job that is cancelled answers it.', {
    answer: on('cancelJob', (answer, context) => {
      const job = context.world.state.jobs.get(context.request.id);
      if (job?.stage !== 'cancelled') return answer;
      return toStranger((was) => instead(200, JSON.parse(job.view.json))(was, context))(answer, context);
    }),
    also: ['ISOLATION-NOTHING'],
  }),
  subtle('ISOLATION-CANCEL', 'foreign-ended-409', 'Cancelling a foreign job that has ended answers 409.', {
    answer: on(
      'cancelJob',
      where(
        ({ world, request }) => world.state.jobs.get(request.id)?.view.terminal === true,
        toStranger(when(404, refusal(409, 'JOB_NOT_CANCELLABLE'))),
      ),
    ),
    also: ['ISOLATION-NOTHING'],
  }),
  subtle('ISOLATION-NOTHING', 'foreign-cancel-allow', 'The 404 of a foreign cancel names the methods of the job.', {
    answer: on('cancelJob', toStranger(header('Allow', 'GET, DELETE'))),
  }),
  subtle('ISOLATION-NOTHING', 'foreign-content-cached', 'The 404 of foreign content has the headers of content.', {
    answer: on('downloadAsset', toStranger(header('Cache-Control', 'private, no-store'))),
  }),
  subtle(
    'ISOLATION-NOTHING',
    'foreign-content-of-deleted',
    'The 404 of foreign content that is gone differs in a word.',
    {
      answer: on(
        'downloadAsset',
        where(
          isGone,
          toStranger(
            body(({ error }) => {
              error.message = 'There is no such asset any more.';
            }),
          ),
        ),
      ),
    },
  ),
  subtle('ISOLATION-NOTHING', 'foreign-head-200', 'A HEAD of a foreign result answers 200.', {
    answer: on(
      'downloadAsset',
      where(({ request }) => request.method === 'HEAD', toStranger(instead(200, null, { 'Content-Length': '0' }))),
    ),
  }),
  subtle('ISOLATION-NOTHING', 'foreign-input-details', 'The 404 of a foreign input has details.', {
    answer: on(
      SUBMITS,
      toStranger(
        body(({ error }) => {
          error.details = { fields: [{ path: 'inputs[0].asset_id', problem: 'is not yours' }] };
        }),
      ),
    ),
  }),
  subtle('ISOLATION-SUBMIT', 'foreign-input-410', 'A submission that names a foreign deleted asset answers 410.', {
    answer: on(SUBMITS, (answer, context) => {
      const thing = foreign(context);
      return thing !== undefined && 'cause' in thing
        ? when(404, refusal(410, 'ASSET_EXPIRED'))(answer, context)
        : answer;
    }),
    also: ['ISOLATION-NOTHING'],
  }),
  subtle(
    'ISOLATION-SUBMIT',
    'makeup-takes-other-environment',
    'A makeup try-on takes an asset of the other environment.',
    { ...reaches(['tryOnMakeup'], OTHER_ENVIRONMENT), also: ['ISOLATION-NOTHING'] },
  ),
  subtle(
    'ISOLATION-NOTHING',
    'foreign-results-counted',
    'A list by a foreign job tells in a header how many there are.',
    {
      answer: on('listAssets', (answer, context) => {
        const job = foreign(context);
        const count = job !== undefined && 'view' in job ? '1' : '0';
        return context.request.query.some(([name]) => name === 'job_id')
          ? header('X-Total-Count', count)(answer, context)
          : answer;
      }),
    },
  ),
  subtle('ISOLATION-CONTENT', 'test-content-with-live-key', 'A live key downloads results of the test environment.', {
    ...reaches(
      ['downloadAsset'],
      (thing, caller) => OTHER_ENVIRONMENT(thing, caller) && environmentOf(caller) === 'live',
    ),
    also: ['ISOLATION-NOTHING'],
  }),
  subtle('ISOLATION-LIST-ASSETS', 'foreign-before-listed', 'A list until a time shows what is somebody else’s.', {
    answer: on(
      'listAssets',
      body((page: AnyJson, { world, key, request }) => {
        if (page.data === undefined || !request.query.some(([name]) => name === 'created_lt')) return;
        const others = [...world.state.assets.values()].filter(
          ({ owner }) => owner !== `${key?.account}/${key?.environment}`,
        );
        for (const asset of others) page.data.push(world.rules.assetBody(asset, true));
      }),
    ),
  }),
  subtle(
    'ISOLATION-IDEM',
    'claims-shared-by-environments',
    'A key claimed in one environment answers its job in both.',
    {
      rules: (was) => ({
        claimName: (owner, key, idempotencyKey, operation) =>
          was.claimName(`${accountOf(owner)}/live`, key, idempotencyKey, operation),
        replay: (claim, ...rest) => {
          const verdict = was.replay(claim, ...rest);
          return verdict === 'conflict' ? 'same_job' : verdict;
        },
      }),
      also: ['IDEM-REUSED-409'],
    },
  ),
  subtle('ISOLATION-IDEM', 'answer-shows-foreign-job', 'The answer under a key of another account points to its job.', {
    answer: on(SUBMITS, (answer, context) => {
      const { world, request, key } = context;
      const name = `/${request.headers['idempotency-key']}`;
      const own = `${key?.account}/${key?.environment}${name}`;
      const claim = [...world.state.claims].find(([one]) => one !== own && one.endsWith(name));
      return claim === undefined ? answer : header('Location', `/v1/jobs/${claim[1].job}`)(answer, context);
    }),
    also: ['SUBMIT-LOCATION'],
  }),
];
