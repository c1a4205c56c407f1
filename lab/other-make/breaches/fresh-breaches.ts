import type { Breach } from './breaches.ts';
import { SECOND_FRESH } from './second-fresh-breaches.ts';
import { THIRD_FRESH } from './third-fresh-breaches.ts';

/**
 * Breaches that were written from the specification alone, without knowledge of the suite: they measure how much it finds of
 * mistakes that its authors did not foresee. The value is the section of the specification; a comment says what the section
 * requires and how the breach shows.
 */
const FIRST_FRESH = {
  // GET /v1/credits/balance of an account without credits: the 404 has another code than an unknown path.
  'a balance that is not enabled has its own code': '1',
  // GET /v1/jobs?limit=1 of an account without lists answers 200.
  'jobs that are not listed are listed with a limit': '1',
  // A list never carries an href: GET /v1/assets?job_id=… has one on each result.
  'assets listed by job have an href': '2.1',
  // Size_bytes of an uploaded JPEG with an odd number of bytes is one more.
  'the size of a JPEG is even': '2.1',
  // Completed_at is null until the job is terminal: after a 202 it is set while the job still runs.
  'a deferred cancel dates the end at once': '2.2',
  // Error is set when failed: null if a test key submitted the job.
  'a failed test job has no error': '2.2',
  // Output is null unless succeeded: a makeup job that failed has one.
  'a failed makeup job has an output': '2.2',
  // Livemode matches the environment: true on a test job once it is cancelled.
  'a cancelled test job is live': '2.2',
  // Unavailable_reason is null when measured: set on the concern pore.
  'a measured pore has a reason': '2.3',
  // The role is <kind>.<concern>: mask.acne where the kind visual was asked for.
  'a visual has the role of a mask': '2.3',
  // Href is the content of the asset itself: that of the second visualization has the id of the first.
  'the second visualization links to the first': '2.3',
  // Result assets expire with their job: expires_at of visualizations is earlier.
  'visualizations expire a minute before their job': '2.3',
  // Retryable is a boolean or null: a text on 403 INSUFFICIENT_SCOPE.
  'a missing scope is retryable in words': '2.4',
  // Low_balance is true at or below the threshold: false exactly at it.
  'a low balance is below its threshold': '2.5',
  // Held_units are of accepted, unsettled jobs: a job that is running is left out.
  'a running job holds nothing': '2.5',
  // Unit_costs are units for an accepted job: a makeup job with several products is charged twice.
  'two layers cost twice': '2.5',
  // A cancel of a failed job is 409 JOB_NOT_CANCELLABLE: it answers 200.
  'a failed job can be cancelled': '3',
  // A deletion erases the bytes of the results: the content of the second one can still be downloaded.
  'a deletion leaves the second result': '3',
  // DELETE of a running job is 409: it is 204 after a cancel that answered 202.
  'a job with a deferred cancel can be deleted': '3',
  // Such a job is billed: its units come back.
  'a job that ends in spite of a cancel is free': '3',
  // Created_lt means before: an asset of exactly that instant is in the list.
  'assets created at created_lt are listed': '4.1',
  // Created_gte is an RFC 3339 instant: 12:00+02:00 is taken for 12:00Z.
  'the offset of created_gte is not read': '4.1',
  // Every filter holds: job_id with purpose=input lists the results.
  'a job id overrules the purpose': '4.1',
  // (created_at, id) is a total order: what has the created_at of the last item of a page is on no page.
  'a page loses what has the same instant': '4.1',
  // A cursor is bound to its filters: another created_lt is accepted.
  'a cursor goes with another created_lt': '4.1',
  // DELETE of an own input is 204: 409 while a job from it is queued.
  'the input of a queued job cannot be deleted': '4.1',
  // 202 has Retry-After: missing for makeup.
  'an accepted makeup job has no Retry-After': '4.2',
  // A replay has Idempotency-Replayed: missing once the job has ended.
  'a replay of an ended job is not marked': '4.2',
  // The order of products is significant: two lipsticks in the other order are a replay.
  'layers of one category may change places': '4.2',
  // The order of concerns is irrelevant: with visualizations, another order is 409.
  'concerns have an order beside visualizations': '4.2',
  // The same request with the same key is a replay: after a refused conflict it is 409.
  'a conflict takes the key over': '4.2',
  // A duplicate in concerns is 400: acne, pore, acne is accepted.
  'a concern twice is noticed side by side': '4.2',
  // A key stays claimed after its job is deleted: for a cancelled job it makes a new one.
  'a deleted cancelled job frees its key': '4.2',
  // The previous ETag gets 304: a failed job answers 200.
  'a failed job is never unmodified': '4.3',
  // A cancel has the ETag of a later GET: that of a 202 differs.
  'a deferred cancel has a tag of its own': '4.3',
  // Jobs are listed newest first: the cancelled ones stand at the end of their page.
  'cancelled jobs are listed last': '4.3',
  // A deleted job is 404 JOB_NOT_FOUND: its cancel answers 409.
  'a deleted job is too late to cancel': '4.3',
  // An unreadable ledger is 503 and never a zero balance: 200 with zeros for a test key.
  'an unreadable ledger is empty for a test key': '4.4',
  // Usage counts accepted jobs: a submission that got 402 is counted.
  'a refusal for credits counts as usage': '4.4',
  // Usage is by operation: makeup jobs of a test key are counted as skin.analyze.
  'test makeup counts as skin': '4.4',
  // A cancel needs the scope of the job's product: skin.analyze is enough for a makeup job.
  'a key for skin can cancel makeup': '5',
  // A key from outside its allowlist is 403: GET of a job answers 200.
  'jobs can be read from other networks': '5',
  // X-API-Key has no alternative: GET of content takes Authorization: Bearer.
  'a bearer token downloads content': '5',
  // Assets belong to their environment: a test key submits with the id of a live asset.
  'test keys submit live assets': '5',
  // A test key charges nothing: settled_units fall when a test job fails.
  'failed test jobs are billed': '5',
  // A foreign job is 404: DELETE of one that its owner deleted is 204.
  'a deleted foreign job can be deleted again': '5',
  // The event id is stable across resends: a resend has another.
  'a resend is a new event': '6.2',
  // Service-Delivery-Attempt counts attempts: from the sixth on it stays 5.
  'attempts are counted up to five': '6.3',
  // During rotation two v1 values are sent: one on a test.ping.
  'a ping is signed with the new secret alone': '6.4',
  // A 4xx is a failed attempt and is retried: after 410 the delivery is exhausted.
  'a 410 ends the delivery': '6.5',
  // Disabled after 20 failures in a row: failures before a success count too.
  'a success does not end a row of failures': '6.5',
  // A job emits exactly one terminal event: job.cancelled comes beside job.succeeded or job.failed.
  'a job that ends in spite of a cancel sends two events': '6.1',
  // Data.object of a deleted job is only id, object and deleted: operation is there too.
  'a deleted job shows its operation in events': '6.2',
  // Livemode matches the job's environment: true in job.failed of a test job.
  'the event of a failed test job is live': '6.2',
  // The code is IDEMPOTENCY_KEY_REUSED: another one for makeup.
  'makeup has its own code for a used key': '7',
  // The quota unit of a cancelled queued job is refunded: not for makeup.
  'a cancelled makeup job keeps its quota unit': '8',
  // 402 is for submissions without enough units: refused where spendable_units equal the cost.
  'the last units cannot be spent': '8',
  // A 429 has Retry-After: missing where the daily quota is used up.
  'the daily quota has no Retry-After': '8',
  // Skin results carry analysis_version, a string: null if a test key submitted the job.
  'test analyses have a null version': '9',
  // Envelopes carry api_version v1: 1.0.0-rc.1 on a test.ping.
  'a ping has the version of the release': '9',
} as const;

export const FRESH_BREACHES = { ...FIRST_FRESH, ...SECOND_FRESH, ...THIRD_FRESH };
export type FreshBreach = keyof typeof FRESH_BREACHES;
/** What the option `broken` takes. */
export type AnyBreach = Breach | FreshBreach;
