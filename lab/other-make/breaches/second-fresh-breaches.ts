/**
 * A second set of breaches, written from the specification alone. The value is the section of the specification; a comment says
 * what the section requires and how the breach shows.
 */
export const SECOND_FRESH = {
  // What is not enabled answers as an unknown path does, and is not done: such a cancel answers 404, and the job is cancelled.
  'a cancel that is not enabled is done': '1',
  // Result assets expire with their job: in a list, and there alone, their expires_at is that of an input.
  'listed results expire like inputs': '2.1',
  // A job is unaffected by its asset's later expiry: its inputs are empty once the asset has expired.
  'an expired input leaves its job': '2.2',
  // Error is set when failed: set on a job whose cancel was honoured late.
  'a late cancel sets an error': '2.2',
  // The role is <kind>.<concern>: mask.dark-circle instead of mask.dark_circle.
  'roles have hyphens': '2.3',
  // Result assets expire with their job: each replay of an ended job puts its own expires_at off by an hour, and theirs not.
  'a replay prolongs the job without its results': '2.3',
  // An error has a request_id: the error of a 413 has none.
  'a body that is too large has no request id': '2.4',
  // Held_units are of the account's jobs: those that another key of the account submitted are left out.
  'the held units of another key are not shown': '2.5',
  // Available_units may be negative after an adjustment: they stop at zero.
  'available units stop at zero': '2.5',
  // Test-funded units are taken out while enforced is true: spendable_units lack them where it is false too.
  'test funds are spendable nowhere': '2.5',
  // Low_balance looks at spendable_units: it looks at available_units.
  'a low balance is one of available units': '2.5',
  // Held_units are of unsettled jobs: a failed job is captured, and held for good.
  'a failure leaves its hold': '2.5',
  // A cancel of a running job answers 202: where one is asked for already, 409.
  'a second deferred cancel is refused': '3',
  // A deferred cancel is honoured at the next stage boundary: not where the submission was replayed after it.
  'a replay takes a deferred cancel back': '3',
  // A repeated cancel answers that job, unchanged: it moves completed_at and updated_at.
  'a repeated cancel ends the job anew': '3',
  // A cancel refunds the job's quota unit: each repeated cancel refunds one more.
  'each cancel refunds a quota unit': '3',
  // The Idempotency-Key of a deleted job answers 410: with a test key 200 and the job.
  'a deleted test job is replayed': '3',
  // A result asset is deleted with its job: it is still in the list of assets.
  'results of a deleted job stay in the list': '3',
  // Retry-After is in seconds: a date on 503.
  'a 503 says a date to retry after': '4',
  // Created at or after: created_gte=…13.900Z lists what was created at 13.250, since fractions are not read.
  'the fraction of created_gte is not read': '4.1',
  // A cursor is sent back with any limit: with another one than that of its page, 400 INVALID_CURSOR.
  'a cursor goes with its limit alone': '4.1',
  // A list has the assets of the purpose that was asked for: from the second page on those of any purpose.
  'later pages are of any purpose': '4.1',
  // DELETE of an expired asset is 204: 404.
  'an expired asset cannot be deleted': '4.1',
  // The order is (created_at, id) descending: ids rise where two assets have the same instant.
  'assets of one instant rise': '4.1',
  // A cursor with other filters is INVALID_CURSOR: INVALID_REQUEST where one filter came in addition.
  'a cursor with one more filter is another error': '4.1',
  // A job that was admitted keeps its own snapshot: it fails INPUT_EXPIRED where its input was deleted meanwhile.
  'a job fails whose input was deleted': '4.1',
  // Result bytes can be downloaded until they expire: the second download is 404.
  'a result is downloaded once': '4.1',
  // A deletion erases the bytes of that asset: another upload of the same bytes is gone too.
  'an asset is deleted with its twin': '4.1',
  // Only requested concerns are analysed: a request for pore has oiliness in its output.
  'pore brings oiliness along': '4.2',
  // A replay answers 200: 402 where the units are used up by now.
  'a replay needs units': '4.2',
  // A replay answers 200: 404 or 410 where the input is gone by now.
  'a replay needs its input': '4.2',
  // The same semantic request is a replay: 409 where category and color of a product are sent the other way round.
  'members of a product have an order': '4.2',
  // Location is the polling URL: that of makeup is relative to the path of the submission, where there is nothing.
  'the location of makeup is relative': '4.2',
  // The previous ETag gets 304: 200 with the body when the job has not changed for more than an hour.
  'a tag is forgotten after an hour': '4.3',
  // A deleted job is 404: 304 for who sends its last ETag.
  'a deleted job is unmodified': '4.3',
  // A cancel has the body that a later GET answers: its expires_at is null.
  'a cancel does not show the expiry yet': '4.3',
  // Usage counts accepted jobs: a replay is counted.
  'a replay counts as usage': '4.4',
  // Usage is of accepted jobs by UTC day: one that ends on another day counts for that.
  'a job that ends after midnight counts for the new day': '4.4',
  // A test key never reads live assets: it lists the results of a live job by job_id.
  'results are listed by job in both environments': '5',
  // A test key never reads live jobs: with the Idempotency-Key and the body of a live submission it gets that job.
  'a test key replays a live job': '5',
  // A test key charges nothing: its submissions are 402 where the account has no units.
  'a test key needs units': '5',
  // A foreign asset is as one that never existed: a submission with one that has expired is 410.
  'a foreign input that has expired answers 410': '5',
  // GET /v1/jobs needs no scope: jobs of products that the key has no scope for are left out.
  'jobs are listed by scope': '5',
  // An endpoint gets the types that it subscribed to: one for job.failed gets job.cancelled too.
  'an endpoint for failures gets cancellations': '6',
  // Each subscribed endpoint of the environment gets the event: the first one alone.
  'the second endpoint gets nothing': '6',
  // Job.cancelled is emitted when a job is cancelled: not where the cancel was deferred.
  'a late cancel sends no event': '6.1',
  // A test.ping is attempted once: one that failed is tried again after a minute.
  'a ping is tried again': '6.1',
  // Data.object is the Job as GET returns it: each href in it has an origin.
  'hrefs in events have an origin': '6.2',
  // Service-Event-Id is the id of the event: on retries that of the delivery.
  'a retry names its delivery': '6.3',
  // A verifier refuses a t of more than 300 seconds ago: retries have the t of the first attempt.
  'a retry is signed with the time of the first attempt': '6.4',
  // The previous secret is valid for the chosen period: it signs for a week.
  'a replaced secret signs for a week': '6.5',
  // Any 2xx is success: 202 is tried again.
  'an answer of 202 is a failure': '6.5',
  // Redirects are not followed: a 308 is.
  'a permanent redirect is followed': '6.5',
  // The wait before attempt 4 is about 30 minutes: 5.
  'the third wait is that of the second': '6.5',
  // Re-enabling resets the failure count: one more failed attempt disables the endpoint again.
  'enabling keeps the row of failures': '6.5',
  // A submission that is refused with 402 is no accepted job: its units are held.
  'a refusal for credits holds its units': '7',
  // The admission limit applies to product submissions: uploads count towards it.
  'an upload counts towards the admission limit': '8',
  // A quota unit is consumed per accepted job: a submission of an unknown input consumes one.
  'an input that is missing spends a quota unit': '8',
  // An input asset expires at its expires_at: one that a job was made of is read and listed after it.
  'an input that was used outlives its expiry': '8',
  // Revision is an integer: a text where makeup has several layers.
  'a try-on of several layers has a revision in words': '9',
} as const;
