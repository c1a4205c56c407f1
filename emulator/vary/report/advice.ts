const RETRY =
  'Send the same request again, with the same Idempotency-Key and body, when its answer is lost, and after Retry-After when it is 429 or 503.';
const FOLLOW =
  'Poll each accepted job until it is succeeded, failed or cancelled, also after a lost read, a cancellation that was answered with 202, or a missing webhook.';
const STATUS = 'Check status before output, and keep an output of a type that you do not know.';
const PICTURE = 'Store a picture only if the status is 200 and its size is the size_bytes of the result.';
const WEBHOOK =
  'Verify the raw body: read t once, refuse it if it is more than 300 seconds away, and accept if any v1 matches, compared in constant time.';

/** By the kind of a proof. */
const ADVICE: Readonly<Record<string, string>> = {
  'second-job': RETRY,
  'retry-with-new-key': RETRY,
  'lost-submission-dropped': RETRY,
  'no-later-try': RETRY,
  'retry-too-soon': RETRY,
  'poll-too-soon': FOLLOW,
  'replay-not-followed': FOLLOW,
  'job-given-up': FOLLOW,
  'job-not-followed': FOLLOW,
  'waits-for-webhook': FOLLOW,
  'cancel-taken-for-end': FOLLOW,
  'failed-output-read': STATUS,
  'failed-job-unnoticed': STATUS,
  'output-not-kept': STATUS,
  'error-taken-for-picture': PICTURE,
  'forged-webhook-accepted': WEBHOOK,
  'genuine-webhook-refused': WEBHOOK,
};

/** What a careful client does about these kinds. */
export function adviceFor(kinds: readonly string[]): string[] {
  return [...new Set(kinds.flatMap((kind) => ADVICE[kind] ?? []))];
}
