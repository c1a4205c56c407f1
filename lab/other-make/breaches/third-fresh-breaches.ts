/**
 * A third set of breaches, written from the specification alone. The value is the section of the specification; a comment says
 * what the section requires and how the breach shows.
 */
export const THIRD_FRESH = {
  // What is not enabled answers as an unknown path does: a list of assets with limit=0 answers 400 where lists are not enabled.
  'an asset list that is not enabled checks its parameters': '1',
  // Assets belong to the environment of their key: DELETE of a live asset with a test key of the account erases it.
  'a test key can delete live assets': '2.1',
  // Error is set when failed: null in the answer to a replay, while GET has it.
  'a replay of a failed job has no error': '2.2',
  // A JobInputRef has an asset_id, a string: null once the input was deleted.
  'a deleted input is not named by its job': '2.2',
  // Score is null when unavailable: 0 for a concern that is not measurable.
  'what is not measurable scores zero': '2.3',
  // An error has a message, a string: null for GET of a deleted job.
  'the error of a deleted job has no message': '2.4',
  // As_of says when the balance was read: it stays with the first time that the account read it.
  'a balance has the date of its first reading': '2.5',
  // Held_units are of unsettled jobs: what a balance has shown as held stays held after a cancel.
  'a cancel leaves the hold that a balance has shown': '2.5',
  // Low_balance looks at the spendable units as they are: once a balance was low, it is so after a grant too.
  'a low balance stays low after a grant': '2.5',
  // Settled_units are less all captured charges: that of a failed job comes back with its deletion.
  'deleting a failed job pays it back': '2.5',
  // A repeated cancel answers 200: 409 where the first one was deferred and then honoured.
  'a late cancel cannot be repeated': '3',
  // A deferred cancel is honoured: one by another key of the account answers 202, and the job runs to its end.
  'a late cancel with another key is not honoured': '3',
  // The deletion of a job does not free its key: another request with it is accepted.
  'a deletion frees the key for another request': '3',
  // The order is created_at, descending: a result is listed where its job was created, with its own created_at.
  'results are listed by the time of their job': '4.1',
  // A cursor is bound to the caller: that of a live key goes with a test key of the account.
  'a cursor goes with a key of the other environment': '4.1',
  // A cursor sent back with the same filters is valid: 400 when the last asset of its page was deleted meanwhile.
  'a cursor ends with its asset': '4.1',
  // An unknown parameter is 400: 200 where there is a cursor.
  'an unknown parameter is let through beside a cursor': '4.1',
  // With job_id there are only result assets of the job: its input is listed too.
  'a job id lists the input too': '4.1',
  // A list has assets that have not expired: from the second page on also expired ones.
  'later pages have what has expired': '4.1',
  // DELETE is 204 when already deleted or expired: 404 when both.
  'an asset deleted before its expiry is missing after it': '4.1',
  // Another key is another submission: one that differs in capitals alone gets a replay.
  'keys are compared without case': '4.2',
  // The same key with a different request is 409: a replay where the opacity of a product differs.
  'opacity is not part of the request': '4.2',
  // A replay answers 200 with the same job: 202 and a new job where the first one failed.
  'a failed job is tried again with its key': '4.2',
  // Each product has a color: from the second one on it may be missing.
  'the color of a second layer may be missing': '4.2',
  // 304 is for the ETag of an unchanged body: a job that has ended answers it to the tag of its beginning.
  'an ended job has any tag': '4.3',
  // A deferred cancel has Retry-After: missing where the job is picked up and still queued.
  'a deferred cancel of a queued job has no Retry-After': '4.3',
  // Jobs are listed newest first: one that was replayed comes before newer ones.
  'replayed jobs are listed first': '4.3',
  // Usage counts accepted jobs: one that failed is taken out.
  'a failed job is taken out of the usage': '4.4',
  // A deletion needs the scope of the job's product: none where the job was cancelled.
  'a cancelled job is deleted without its scope': '5',
  // Asset operations need no scope: a key without that of the job gets 403 for the content of its result.
  'a download needs the scope of its job': '5',
  // 503 where a key could not be checked: 401 for an upload.
  'an upload is refused while keys cannot be read': '5',
  // A foreign asset is as one that never existed: DELETE of a foreign result is 409.
  'a foreign result is owned by its job': '5',
  // Endpoints are registered per environment: a live one gets the events of test jobs.
  'a live endpoint gets the events of test jobs': '6',
  // A job emits exactly one terminal event: each repeated cancel emits one more.
  'a repeated cancel sends its event again': '6.1',
  // Service-Delivery-Attempt counts from 1: the first attempt at a second endpoint is 2.
  'a second endpoint counts on from the first': '6.3',
  // A secret that was replaced without a period is no longer valid: retries are signed with that of the first attempt.
  'a retry is signed with the secret of the first attempt': '6.4',
  // Enabling an endpoint does not revive its cancelled deliveries: they are attempted again.
  'enabling revives what was cancelled': '6.5',
  // 402 is for submissions without enough spendable units: those funded by test payments are spent while enforced is true.
  'test funds pay for submissions': '7',
  // A submission that is refused with 429 is no accepted job: beyond the daily quota its units are held.
  'a submission beyond the quota holds its units': '8',
  // Envelopes carry api_version: missing in job.cancelled.
  'a cancellation has no api_version': '9',
} as const;
