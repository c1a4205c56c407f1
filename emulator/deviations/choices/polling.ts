import { digestOf } from '../../domain/values/digest.ts';
import { HOUR } from '../../domain/values/time.ts';
import type { Means, RequestContext } from '../deviation.ts';
import { type AnswerEdit, header, instead, on, SUBMITS, when, where } from '../edits.ts';
import { asked, sent } from '../requests.ts';
import { decide } from '../views.ts';

/** How a job is read and cancelled: pace, tags, and what a cancel that came late costs. */
export const POLLING_CHOICES: Readonly<Record<string, Means>> = {
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
  job_etag: () => ({ rules: (was) => ({ jobTag: (json) => `W/${was.jobTag(json)}` }) }),
  job_etag_length: (length) => retagged((opaque) => longer(opaque, Number(length))),
  job_etag_characters: (characters) => retagged((opaque) => withAlphabet(opaque, ALPHABETS[String(characters)] ?? '')),
  job_etag_lasts: () => ({
    request: asked(
      'readJob',
      sent('if-none-match', (tag) => tag?.replace(/"\d+\./, '"') ?? null),
    ),
    answer: on(['readJob', 'cancelJob', ...SUBMITS], (answer, context) =>
      header('ETag', (tag) => tag.replace('"', `"${Math.floor(context.world.state.now / HOUR)}.`))(
        answer.status === 304 ? header('ETag', null)(answer, context) : answer,
        context,
      ),
    ),
  }),
  if_none_match: () => decide({ tagMatches: (sent, tag) => sent === tag }),
  not_modified_headers: (kept) => ({
    answer: on(
      'readJob',
      when(304, header('Retry-After', null), header('ETag', kept === 'none' ? null : (tag) => tag)),
    ),
  }),
  etag_on_submit: () => ({ answer: on(SUBMITS, header('ETag', null)) }),
  late_cancel_billing: () => ({
    rules: (was) => ({
      settlement: (end, job) =>
        end === 'cancelled' && job?.cancelRequested === true ? 'capture' : was.settlement(end, job),
    }),
  }),
  late_cancel_quota: (when) => decide({ refundsQuota: ({ stage }) => when === 'always' || stage === 'queued' }),
  head_requests: (status) => ({
    answer: where(({ request, route }) => request.method === 'HEAD' && route !== null, refusedHead(Number(status))),
  }),
};

function isNotRefused(_: RequestContext, { status }: Parameters<AnswerEdit>[0]): boolean {
  return status < 400;
}

/** RFC 9110, 15.5.6: a 405 says what is allowed. */
function refusedHead(status: number): AnswerEdit {
  return instead(status, null, status === 405 ? { Allow: 'GET' } : {});
}

/** Other characters within the quotes of a tag. */
function retagged(change: (opaque: string) => string): ReturnType<Means> {
  return {
    rules: (was) => ({
      jobTag: (json) => was.jobTag(json).replace(/"(.*)"$/, (_, opaque: string) => `"${change(opaque)}"`),
    }),
  };
}

function longer(opaque: string, length: number): string {
  let text = opaque;
  while (text.length < length) text += digestOf(text);
  return text.slice(0, length);
}

/** HTTP allows every visible character but the quote; a backslash is read as an escape by some. */
const ALPHABETS: Readonly<Record<string, string>> = {
  hex: '0123456789abcdef',
  punctuation: "!#$%&'()*+,-./:;<=>?@[]^_`{|}~",
};

function withAlphabet(text: string, alphabet: string): string {
  return [...text].map((character) => alphabet[character.charCodeAt(0) % alphabet.length]).join('');
}
