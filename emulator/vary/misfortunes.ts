import { ROUTES, type RouteId } from '../domain/routes.ts';
import { NO_VARIATION } from '../domain/test-control/variation.ts';
import { JOB_ERROR_CODES } from '../domain/vocabulary.ts';
import type { FactName, Variation } from './facts.ts';

const SUBMITS: readonly RouteId[] = ['analyzeSkin', 'tryOnMakeup', 'tryOnHairColor'];
/** A job is processed at once. By spec 3, its cancellation is answered with 202, and it may end otherwise. */
const AT_WORK = { 'stages.queued': 0, 'stages.picked_up': 0, 'stages.preparing': 0, 'stages.processing': 20_000 };
/** Other errors have optional members and the message of the service (spec 2.4); the code of a 429 is not shown (spec 7). */
const WITH_DETAILS = { deviate: ['errors-with-details'] };
const OTHER_WORDS = { 'codes.rate_limited': 'SLOW_DOWN', error_retryable: 'absent', message_language: 'german' };
const NEEDED: Partial<Record<RouteId, FactName>> = {
  uploadAsset: 'upload',
  readJob: 'poll',
  downloadAsset: 'content',
  listAssets: 'request',
};
const BUSY = { error: 'service_unavailable', retry_after: 1 };

export const MISFORTUNES: readonly Variation[] = [
  fault(
    'submit-answer-lost',
    '4.2',
    SUBMITS,
    { kind: 'commit_then_drop' },
    'a job is accepted, and its answer is lost',
  ),
  fault(
    'submit-503-accepted',
    '4.2',
    SUBMITS,
    { kind: 'commit_then_error', ...BUSY },
    'a job is accepted, and answered with 503',
  ),
  fault('submit-reset', '4.2', SUBMITS, { kind: 'reset' }, 'the connection of a submission is reset'),
  busy('submit', SUBMITS, 'a submission'),
  fault(
    'submit-429',
    '7',
    SUBMITS,
    { kind: 'error', error: 'rate_limited', retry_after: 2 },
    'a submission is answered with 429 and Retry-After',
  ),
  busy('upload', ['uploadAsset'], 'an upload'),
  busy('poll', ['readJob'], 'a read of a job'),
  fault('poll-reset', '4.3', ['readJob'], { kind: 'reset' }, 'the connection of a read of a job is reset'),
  busy('download', ['downloadAsset'], 'a download'),
  fault('download-cut-off', '4.1', ['downloadAsset'], { kind: 'truncate', bytes: 20 }, 'a download breaks off'),
  ...JOB_ERROR_CODES.map((code) =>
    misfortune(`job-fails-${code}`, '2.2', ['submit'], `every job fails with ${code}`, {
      plans: [{ times: null, outcome: { status: 'failed', code } }],
    }),
  ),
  misfortune('result-expired', '4.1', ['content'], 'a result has expired when it is downloaded', {
    deviate: ['result-expired'],
  }),
  fault(
    'submit-429-in-other-words',
    '2.4',
    SUBMITS,
    { kind: 'error', error: 'rate_limited', retry_after: 2 },
    'a submission is answered with 429, another code, a message in another language, and no details',
    { readings: OTHER_WORDS, deviate: [] },
  ),
  busy(
    'other',
    ['listAssets', 'listJobs', 'readUsage', 'readCreditBalance', 'cancelJob', 'deleteJob', 'deleteAsset', 'readAsset'],
    'a list, a cancel, a deletion, or a read of usage, credits or an asset',
  ),
  misfortune('webhooks-forged', '6.4', ['webhook'], 'forged webhooks come before each webhook', {
    deviate: ['forged-webhooks'],
  }),
  misfortune('webhooks-missing', '6.5', ['webhook'], 'no webhook comes', { deviate: ['no-webhook'] }),
  misfortune(
    'webhook-disagrees',
    '6.5',
    ['webhook'],
    'each webhook says that its job failed, and polling that it succeeded',
    { deviate: ['event-disagrees'] },
  ),
  misfortune('cancel-at-work', '3', ['cancel'], 'a job is at work when it is cancelled, and runs to its end', {
    readings: AT_WORK,
  }),
  misfortune(
    'credits-not-enforced',
    '2.5',
    ['balance', 'submit'],
    'the balance is zero, and credits are not enforced',
    { deviate: ['credits-not-enforced'] },
  ),
  misfortune('units-not-spendable', '2.5', ['balance', 'submit'], 'no unit of the balance can be spent', {
    deviate: ['units-not-spendable'],
  }),
  misfortune('inputs-expire-soon', '8', ['submit'], 'an input expires a minute after its upload', {
    readings: { input_retention: 60_000 },
  }),
  misfortune('output-of-unknown-type', '2.3', ['output'], 'every output is of a type that is not known yet', {
    deviate: ['output-of-unknown-type'],
  }),
  ...(['bare_list', 'under_jobs'] as const).map((shape) =>
    misfortune(`jobs-list-${shape}`, '4.3', ['list_jobs'], 'the list of jobs has another shape', {
      readings: { jobs_list_shape: shape },
    }),
  ),
  ...(
    [
      ['lists', '4.1', 'list', 'the lists are'],
      ['cancel', '1', 'cancel', 'cancel is'],
      ['delete', '1', 'delete', 'deletion is'],
      ['credits', '4.4', 'balance', 'the credit balance is'],
    ] as const
  ).map(([feature, section, fact, it]) =>
    misfortune(`${feature}-not-enabled`, section, [fact], `${it} not enabled, and answered as an unknown path`, {
      deviate: [`${feature}-not-enabled`],
    }),
  ),
];

function busy(name: string, routes: readonly RouteId[], what: string): Variation {
  return fault(`${name}-503`, '7', routes, { kind: 'error', ...BUSY }, `${what} is answered with 503 and Retry-After`);
}

/** The first request and every third: a client that retries succeeds, and each test in a long run is affected. */
function fault(
  name: string,
  section: string,
  routes: readonly RouteId[],
  effect: Effect,
  says: string,
  besides: Partial<Variation['sets']> = effect.kind.endsWith('error') ? WITH_DETAILS : {},
): Variation {
  const faults = routes
    .map((route) => ({ route: ROUTES[route].name }))
    .flatMap((match) => [
      { match, nth: 1, effect },
      { match, every: 3, effect },
    ]);
  const [first] = routes;
  return misfortune(name, section, [(first && NEEDED[first]) ?? 'submit'], says, { faults, ...besides });
}

type Effect = { kind: string; [part: string]: unknown };

function misfortune(
  name: string,
  section: string,
  needs: readonly FactName[],
  says: string,
  sets: Partial<Variation['sets']>,
): Variation {
  return { name, kind: 'misfortune', section, says, needs, sets: { ...NO_VARIATION, ...sets } };
}
