import { accountOf, environmentOf } from '../../domain/account.ts';
import type { WireAnswer } from '../../world/wire.ts';
import { blatant, type Deviation, type RequestContext, subtle } from '../deviation.ts';
import { type AnyJson, body, on, refusal, refuse, SUBMITS, when, where } from '../edits.ts';
import { noteRoute } from '../requests.ts';
import { decide } from '../views.ts';

/** Lets some routes reach what another tenant owns. */
function leaks(rule: string, id: string, about: string, routes: readonly string[]): Deviation {
  return subtle(rule, id, about, {
    request: noteRoute,
    rules: (was, { memory }) => ({
      isOwn: (resource, caller) => was.isOwn(resource, caller) || routes.includes(memory.get<string>('route') ?? ''),
    }),
  });
}

function isForeign({ world, request, key }: RequestContext): boolean {
  const resource = world.state.jobs.get(request.id) ?? world.state.assets.get(request.id);
  return resource !== undefined && key !== null && resource.owner !== `${key.account}/${key.environment}`;
}

function isOfOtherEnvironment({ world, request, key }: RequestContext): boolean {
  const owner = world.state.jobs.get(request.id)?.owner;
  if (owner === undefined || key === null) return false;
  return accountOf(owner) === key.account && environmentOf(owner) !== key.environment;
}

const NOT_FOUND = (_: RequestContext, { status }: WireAnswer) => status === 404;

/** Spec 5.6. */
export const ISOLATION: readonly Deviation[] = [
  leaks('ISOLATION-ACCOUNT', 'foreign-job-readable', 'A job can be read by whoever knows its id.', ['readJob']),
  leaks('ISOLATION-ACCOUNT', 'foreign-asset-readable', 'An asset can be read by whoever knows its id.', ['readAsset']),
  subtle('ISOLATION-ACCOUNT', 'foreign-job-403', 'Reading another account’s job answers 403.', {
    answer: on(['readJob'], where(isForeign, when(404, refusal(403, 'FORBIDDEN')))),
    also: ['ISOLATION-SAME-ANSWER'],
  }),
  subtle('ISOLATION-ENVIRONMENT', 'environments-share', 'A test key reads the live jobs and assets of its account.', {
    ...decide({ isOwn: (resource, caller) => accountOf(resource.owner) === accountOf(caller) }),
    also: ['ISOLATION-ENVIRONMENT'],
  }),
  subtle(
    'ISOLATION-ENVIRONMENT',
    'environments-share-assets',
    'An asset can be read in both environments of its account.',
    {
      rules: (was) => ({
        isOwn: (resource, caller) =>
          was.isOwn(resource, caller) || ('mediaType' in resource && accountOf(resource.owner) === accountOf(caller)),
      }),
      also: ['ISOLATION-ENVIRONMENT'],
    },
  ),
  subtle('ISOLATION-SAME-ANSWER', 'foreign-404-one-word', 'The 404 of a foreign job differs in one word.', {
    answer: on(
      ['readJob', 'readAsset'],
      where(
        (context, answer) => NOT_FOUND(context, answer) && isForeign(context),
        body((detail) => {
          detail.error.message = detail.error.message.replace('such', 'accessible');
        }),
      ),
    ),
  }),
  leaks('ISOLATION-CONTENT', 'foreign-content', 'The content of a result is served to whoever knows its id.', [
    'downloadAsset',
  ]),
  leaks('ISOLATION-SUBMIT', 'foreign-input', 'A submission can name another tenant’s asset.', SUBMITS),
  leaks('ISOLATION-CANCEL', 'foreign-cancel', 'A job can be cancelled by whoever knows its id.', ['cancelJob']),
  leaks('ISOLATION-JOB-DELETE', 'foreign-job-delete', 'A job can be deleted by whoever knows its id.', ['deleteJob']),
  subtle('ISOLATION-CANCEL', 'environment-cancel-403', 'Cancelling a job of the other environment answers 403.', {
    answer: on('cancelJob', where(isOfOtherEnvironment, when(404, refusal(403, 'INSUFFICIENT_SCOPE')))),
    also: ['ISOLATION-NOTHING'],
  }),
  subtle('ISOLATION-JOB-DELETE', 'environment-delete-403', 'Deleting a job of the other environment answers 403.', {
    answer: on('deleteJob', where(isOfOtherEnvironment, when(404, refusal(403, 'INSUFFICIENT_SCOPE')))),
    also: ['ISOLATION-NOTHING'],
  }),
  leaks('ISOLATION-ASSET-DELETE', 'foreign-asset-delete', 'An asset can be deleted by whoever knows its id.', [
    'deleteAsset',
  ]),
  subtle(
    'ISOLATION-LIST-ASSETS',
    'foreign-asset-listed',
    'The list of assets ends with the newest one of another tenant.',
    {
      answer: on(
        'listAssets',
        body((page, { world, key }) => {
          const own = `${key?.account}/${key?.environment}`;
          const other = [...world.state.assets.values()].findLast(({ owner }) => owner !== own);
          if (other !== undefined && page.data !== undefined) page.data.push(world.rules.assetBody(other, true));
        }),
      ),
    },
  ),
  subtle('ISOLATION-LIST-JOBS', 'foreign-job-listed', 'The list of jobs shows both environments of an account.', {
    answer: on(
      'listJobs',
      body((page, { world, key }) => {
        const others = [...world.state.jobs.values()].filter(
          ({ owner }) => owner !== `${key?.account}/${key?.environment}`,
        );
        for (const { view } of others) page.data?.push(JSON.parse(view.json));
      }),
    ),
  }),
  leaks('ISOLATION-LIST-JOB-ID', 'foreign-results-listed', 'The list by job shows the results of any tenant’s job.', [
    'listAssets',
  ]),
  blatant('ISOLATION-IDEM', 'claims-shared-by-all', 'A key that one account has claimed is claimed for all.', {
    rules: (was) => ({
      claimName: (_owner, _key, idempotencyKey) => idempotencyKey,
      replay: (claim, ...rest) => {
        const verdict = was.replay(claim, ...rest);
        return verdict === 'conflict' ? 'same_job' : verdict;
      },
    }),
    also: ['IDEM-REUSED-409'],
  }),
  subtle('JOBS-LIST-OWN', 'jobs-list-without-newest', 'The newest job is not in the list.', {
    answer: on(
      'listJobs',
      body((page) => void page.data?.shift()),
    ),
  }),
  subtle('JOBS-LIST-OWN', 'jobs-list-without-ended', 'A job that has ended is not in the list.', {
    answer: on(
      'listJobs',
      body((page) => {
        page.data = page.data?.filter(({ completed_at }: AnyJson) => completed_at === null);
      }),
    ),
  }),
  subtle('JOBS-LIST-OWN', 'jobs-list-without-skin', 'Skin analyses are not in the list of jobs.', {
    answer: on(
      'listJobs',
      body((page) => {
        page.data = page.data?.filter(({ operation }: AnyJson) => operation !== 'skin.analyze');
      }),
    ),
  }),
  subtle('JOBS-LIST-ORDER', 'jobs-by-update', 'Jobs are listed by their last change.', {
    answer: on(
      'listJobs',
      body((page) => {
        page.data?.sort((a: AnyJson, b: AnyJson) =>
          a.updated_at > b.updated_at ? -1 : a.updated_at < b.updated_at ? 1 : 0,
        );
      }),
    ),
  }),
  subtle('JOBS-LIST-200', 'jobs-list-404-where-empty', 'A list of jobs that is empty answers 404.', {
    answer: on(
      'listJobs',
      where((_, { body: shown }) => String(shown).includes('"data":[]'), refuse(404, 'JOB_NOT_FOUND')),
    ),
  }),
  blatant('JOBS-LIST-200', 'jobs-list-204', 'A list of jobs answers 403.', {
    answer: on('listJobs', when(200, refuse(403, 'INSUFFICIENT_SCOPE'))),
  }),
  subtle('JOBS-LIST-ORDER', 'jobs-oldest-first', 'Jobs are listed oldest first.', {
    answer: on(
      'listJobs',
      body((page) => void page.data?.reverse()),
    ),
  }),
  subtle('JOBS-LIST-ORDER', 'jobs-by-operation', 'Jobs are listed by operation, and newest first within each.', {
    answer: on(
      'listJobs',
      body((page) => {
        page.data?.sort((a: AnyJson, b: AnyJson) =>
          a.operation < b.operation ? -1 : a.operation > b.operation ? 1 : 0,
        );
      }),
    ),
  }),
  subtle('ISOLATION-ENVIRONMENT', 'live-job-in-test', 'A live job can be read with a test key of any account.', {
    request: noteRoute,
    rules: (was, { memory }) => ({
      isOwn: (thing, caller) =>
        was.isOwn(thing, caller) || (environmentOf(caller) === 'test' && memory.get('route') === 'readJob'),
    }),
  }),
];
