import { ROUTES, type RouteId } from '../domain/routes.ts';
import { NO_VARIATION } from '../domain/test-control/variation.ts';
import { JOB_ERROR_CODES } from '../domain/vocabulary.ts';
import type { FactName, Variation } from './facts.ts';

const AT_ONCE = { 'stages.queued': 0, 'stages.picked_up': 0, 'stages.preparing': 0, 'stages.processing': 0 };
const LONG = { 'stages.queued': 30_000, 'stages.processing': 150_000, retry_after: 3 };

/** The answer of a submission is not whole before others have had time for the job and its webhook. */
const SLOW_ANSWERS = Object.values(ROUTES)
  .filter(({ submits }) => submits !== null)
  .map(({ name }) => ({ match: { route: name }, times: null, effect: { kind: 'dribble', bytes: 32, every: '60ms' } }));

/** What a lawful server may do at any time, whatever it has chosen, and a client must be ready for. */
export const OCCASIONS: readonly Variation[] = [
  occasion(
    'job-done-at-once',
    '3',
    ['poll'],
    { readings: AT_ONCE },
    {
      says: 'a job is done before it is first read',
      assumes: 'a job is still under way when it is first read; nothing says how long it takes',
    },
  ),
  occasion(
    'job-takes-minutes',
    '3',
    ['poll_unfinished'],
    { readings: LONG },
    {
      says: 'a job waits for half a minute and is processed for two and a half',
      assumes: 'a job is done after a few reads; nothing says how long it takes',
    },
  ),
  occasion(
    'webhook-late',
    '6.5',
    ['webhook'],
    { deliveries: 'late' },
    {
      says: 'webhooks come a quarter of a second later',
      assumes: 'a webhook comes at once; polling is authoritative where it is late',
    },
  ),
  occasion(
    'webhooks-out-of-order',
    '6.5',
    ['two_webhooks'],
    { deliveries: 'out_of_order' },
    {
      says: 'every second webhook overtakes the one before it',
      assumes: 'webhooks come in the order in which jobs were submitted, or have ended; there is no order between jobs',
    },
  ),
  occasion(
    'webhook-before-answer',
    '6.5',
    ['webhook', 'submit'],
    { readings: AT_ONCE, faults: SLOW_ANSWERS },
    {
      says: 'the webhook of a job comes before its submission is answered',
      assumes: 'a submission is answered before the webhook of its job comes',
    },
  ),
  occasion(
    'webhook-during-rotation',
    '6.4',
    ['webhook'],
    { deviate: ['event-signed-during-rotation'] },
    {
      says: 'webhooks are signed with two secrets, of which the receiver holds the previous one',
      assumes:
        'a signature has one v1, or its first one is the right one; during a rotation there are two, and any may match',
    },
  ),
  occasion(
    'event-of-deleted-job',
    '6.2',
    ['webhook'],
    { deviate: ['event-of-deleted-job'] },
    {
      says: 'before each event comes one of a job that was deleted meanwhile: its object is only an id and deleted: true',
      assumes: 'the object of an event is always a whole job',
    },
  ),
  occasion(
    'short-pages',
    '4.1',
    ['list_assets'],
    { deviate: ['short-pages'] },
    {
      says: 'a page of assets has one entry, whatever the limit, and has_more says whether there are more',
      assumes: 'a page that is not full is the last one; has_more says whether it is',
    },
  ),
  {
    // An endpoint subscribes to types, and spec 6.1 lists them all. `probe-webhook` records the answer to another one and does not
    // judge it either.
    ...occasion(
      'webhook-of-unknown-type',
      '6.1',
      ['webhook'],
      { deviate: ['event-of-unknown-type'] },
      {
        says: 'before each event comes one of a type that is not specified',
        assumes: 'every event is of a type that the client knows',
      },
    ),
    kind: 'hint',
  },
];

type Words = { says: string; assumes: string };

function occasion(
  name: string,
  section: string,
  needs: Variation['needs'],
  sets: Partial<Variation['sets']>,
  words: Words,
): Variation {
  return { name, kind: 'lawful', section, needs, ...words, sets: { ...NO_VARIATION, ...sets } };
}

const SUBMITS: readonly RouteId[] = ['analyzeSkin', 'tryOnMakeup', 'tryOnHairColor'];
/** A job is at work as soon as it is accepted: spec 3 has its cancellation answered with 202, and it may end otherwise. */
const AT_WORK = { 'stages.queued': 0, 'stages.picked_up': 0, 'stages.preparing': 0, 'stages.processing': 20_000 };
/** Spec 7: the code of a 429 is not shown, and nothing branches on a message. */
const OTHER_WORDS = { 'codes.rate_limited': 'SLOW_DOWN', error_retryable: 'absent', message_language: 'german' };
const NEEDED: Partial<Record<RouteId, FactName>> = {
  uploadAsset: 'upload',
  readJob: 'poll',
  downloadAsset: 'content',
  listAssets: 'request',
};
const BUSY = { error: 'service_unavailable', retry_after: 1 };

/** What can befall any client. */
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
  fault('submit-503', '7', SUBMITS, { kind: 'error', ...BUSY }, 'a submission is answered with 503 and Retry-After'),
  fault(
    'submit-429',
    '7',
    SUBMITS,
    { kind: 'error', error: 'rate_limited', retry_after: 2 },
    'a submission is answered with 429 and Retry-After',
  ),
  fault(
    'upload-503',
    '7',
    ['uploadAsset'],
    { kind: 'error', ...BUSY },
    'an upload is answered with 503 and Retry-After',
  ),
  fault(
    'poll-503',
    '7',
    ['readJob'],
    { kind: 'error', ...BUSY },
    'a read of a job is answered with 503 and Retry-After',
  ),
  fault('poll-reset', '4.3', ['readJob'], { kind: 'reset' }, 'the connection of a read of a job is reset'),
  fault(
    'download-503',
    '7',
    ['downloadAsset'],
    { kind: 'error', ...BUSY },
    'a download is answered with 503 and Retry-After',
  ),
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
    '7',
    SUBMITS,
    { kind: 'error', error: 'rate_limited', retry_after: 2 },
    'a submission is answered with 429, another code, and a message in another language',
    { readings: OTHER_WORDS },
  ),
  fault(
    'other-503',
    '7',
    ['listAssets', 'listJobs', 'readUsage', 'readCreditBalance', 'cancelJob', 'deleteJob', 'deleteAsset', 'readAsset'],
    { kind: 'error', ...BUSY },
    'a list, a cancel, a deletion, or a read of usage, credits or an asset is answered with 503 and Retry-After',
  ),
  misfortune('webhooks-forged', '6.4', ['webhook'], 'before each webhook come forged ones', {
    deviate: ['forged-webhooks'],
  }),
  misfortune('webhooks-missing', '6.5', ['webhook'], 'no webhook comes', { deviate: ['no-webhook'] }),
  misfortune('cancel-at-work', '3', ['cancel'], 'a job is at work when it is cancelled, and runs to its end', {
    readings: AT_WORK,
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
      ['lists', 'list', 'the lists are'],
      ['cancel', 'cancel', 'cancel is'],
      ['delete', 'delete', 'deletion is'],
      ['credits', 'balance', 'the credit balance is'],
    ] as const
  ).map(([feature, fact, it]) =>
    misfortune(`${feature}-not-enabled`, '1', [fact], `${it} not enabled, and answered as an unknown path`, {
      deviate: [`${feature}-not-enabled`],
    }),
  ),
];

/** The first request and every third: a client that tries again gets through, and no test of many is spared for long. */
function fault(
  name: string,
  section: string,
  routes: readonly RouteId[],
  effect: object,
  says: string,
  besides: Partial<Variation['sets']> = {},
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

function misfortune(
  name: string,
  section: string,
  needs: readonly FactName[],
  says: string,
  sets: Partial<Variation['sets']>,
): Variation {
  return { name, kind: 'misfortune', section, says, needs, sets: { ...NO_VARIATION, ...sets } };
}
