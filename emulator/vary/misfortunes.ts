import { ROUTES, type RouteId } from '../domain/routes.ts';
import { NO_VARIATION } from '../domain/test-control/variation.ts';
import { JOB_ERROR_CODES } from '../domain/vocabulary.ts';
import type { FactName } from './facts.ts';
import type { Variation } from './variation.ts';

const SUBMITS: readonly RouteId[] = ['analyzeSkin', 'tryOnMakeup', 'tryOnHairColor'];
const NEEDED: Partial<Record<RouteId, FactName>> = { uploadAsset: 'upload', readJob: 'poll', downloadAsset: 'content' };
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
];

/** The first request and every third: a client that tries again gets through, and no test of many is spared for long. */
function fault(name: string, section: string, routes: readonly RouteId[], effect: object, says: string): Variation {
  const faults = routes
    .map((route) => ({ route: ROUTES[route].name }))
    .flatMap((match) => [
      { match, nth: 1, effect },
      { match, every: 3, effect },
    ]);
  const [first] = routes;
  return misfortune(name, section, [(first && NEEDED[first]) ?? 'submit'], says, { faults });
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
