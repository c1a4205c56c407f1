import { ApiError } from '../../domain/errors.ts';
import { allowedMethods } from '../../domain/refusals/allowed-methods.ts';
import { SCOPE_NAMES } from '../../domain/vocabulary.ts';
import type { Means, RequestContext } from '../deviation.ts';
import { type AnswerEdit, header, on, refuse, SUBMITS, when, where } from '../edits.ts';
import { refuses } from '../refusals.ts';
import { decide } from '../views.ts';

/** How a job is read and cancelled: pace, tags, and the cost of a late cancel. */
export const POLLING_CHOICES: Readonly<Record<string, Means>> = {
  // Spec 4.2: a 202 always has the same pace, regardless of what has happened to the job since.
  retry_after_on_accept: (seconds) => ({
    answer: on([...SUBMITS, 'cancelJob'], when(202, header('Retry-After', String(seconds)))),
  }),
  retry_after_on_read: () => ({ answer: on('readJob', where(isNotRefused, header('Retry-After', null))) }),
  retry_after_on_finished: () => ({
    answer: on(
      'readJob',
      where(isNotRefused, (answer, context) => {
        const isFinished = context.world.state.jobs.get(context.request.id)?.view.terminal === true;
        const seconds = String(context.world.settings.readings.retry_after);
        return isFinished ? header('Retry-After', seconds)(answer, context) : answer;
      }),
    ),
  }),
  retry_after_on_429: () => ({ answer: when(429, header('Retry-After', null)) }),
  retry_after_on_503: () => ({ answer: when(503, header('Retry-After', null)) }),
  body_on_cancel: () => decide({ bodyIsIgnored: () => false }),
  idempotency_key_on_cancel: () =>
    refuses('cancelJob', ({ request }) =>
      request.headers['idempotency-key'] === undefined
        ? []
        : [{ path: 'Idempotency-Key', problem: 'must not be sent with a cancel' }],
    ),
  // After the other checks of a cancel.
  scope_or_existence: () => ({
    check: ({ route, key, world }) => {
      if ((route !== 'cancelJob' && route !== 'deleteJob') || key === null) return;
      if (SCOPE_NAMES.some((scope) => world.rules.scopeIsGranted(key, scope))) return;
      const compared = { needed: SCOPE_NAMES.join(' or '), granted: key.scopes };
      throw new ApiError('insufficient_scope', { because: { rule: 'AUTH-SCOPE-403', section: '5.4', compared } });
    },
  }),
  job_etag: () => ({ rules: (was) => ({ jobTag: (json) => `W/${was.jobTag(json)}` }) }),
  if_none_match: () => decide({ tagMatches: (sent, tag) => sent === tag }),
  not_modified_headers: (kept) => ({
    answer: on(
      'readJob',
      when(304, header('Retry-After', null), header('ETag', kept === 'none' ? null : (tag) => tag)),
    ),
  }),
  etag_on_submit: () => ({ answer: on(SUBMITS, header('ETag', null)) }),
  late_cancel_billing: () =>
    decide((was) => ({
      settlement: (end, job) =>
        end === 'cancelled' && job?.cancelRequested === true ? 'capture' : was.settlement(end, job),
    })),
  late_cancel_quota: (when) => decide({ refundsQuota: ({ stage }) => when === 'always' || stage === 'queued' }),
  head_requests: (status) => ({
    answer: where(({ request, route }) => request.method === 'HEAD' && route !== null, refusedHead(Number(status))),
  }),
};

function isNotRefused(_: RequestContext, { status }: Parameters<AnswerEdit>[0]): boolean {
  return status < 400;
}

/** RFC 9110, 9.3.2: the headers of the same refusal of a GET. */
function refusedHead(status: number): AnswerEdit {
  const refused = refuse(status, status === 405 ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND');
  if (status !== 405) return refused;
  return (answer, context) =>
    header('Allow', allowedMethods(context.world, context.request))(refused(answer, context), context);
}
