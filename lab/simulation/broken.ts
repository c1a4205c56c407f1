/** What must always be true, as sentences with their section. */
export const INVARIANTS = {
  'ledger-sum': ['2.5', 'settled minus held is what was granted minus the price of every job that was not cancelled'],
  'ledger-held': ['2.5', 'the units held are those of the jobs that are queued or running'],
  'ledger-spendable': ['2.5', 'spendable is available, without what tests have funded where credits are enforced'],
  'one-charge': ['3', 'a job is charged once, and one that was cancelled is not'],
  forward: ['3', 'a status only goes forward, and a terminal one stays'],
  'job-form': [
    '2.2',
    'a job has an output where it succeeded, an error where it failed, and an end where it is terminal',
  ],
  'job-same': ['2.2', 'what a job was made of and when never changes, and nothing of it does once it is terminal'],
  etag: ['4.3', 'the ETag of a job is the same where and only where its body is'],
  unchanged: ['4.3', '304 is answered where and only where the tag sent is that of the body'],
  isolation: ['5.6', 'no answer holds the id of another account or environment'],
  status: ['3', 'each request is answered with the status that its state asks for'],
  'one-key-one-job': ['4.2', 'one Idempotency-Key stands for one job, of the request that it came with'],
  replay: ['4.2', 'a replay answers 200 with the same job and Idempotency-Replayed'],
  pages: [
    '4.1',
    'the pages of a list add up to the list, each thing once, newest first, and no cursor forgets its place',
  ],
  cursor: ['4.1', 'a cursor is good for its caller and its filters alone'],
  openapi: ['4', 'every answer is one that the OpenAPI document describes'],
  'error-code': ['7', 'an error has the code of its status, a message and a request_id'],
  pace: ['8', '429, 503, 202 and jobs under way say when to retry'],
  tombstone: ['3', 'what was deleted, or is past its expiry, is never there again'],
  bytes: ['2.3', 'the bytes of a result are as many as its job says, and there as long as it'],
  usage: ['4.4', 'usage counts every job that was accepted, by day and operation, and forgets none that was deleted'],
  signature: ['6.4', 'a delivery carries a fresh signature for every secret that is valid, and no other'],
  'delivery-head': ['6.3', 'the headers of a delivery say what its body says'],
  'delivery-body': [
    '6.2',
    'an event contains the job exactly as it can be read, and of a deleted job only that it is deleted',
  ],
  'one-event': ['6.1', 'a job emits one terminal event, of the status in which it ended'],
  attempts: ['6.5', 'attempts count from 1 to 8, and none follows one that was acknowledged'],
  waits: ['6.5', 'each attempt waits as long as is said, and none comes later than a day after its event'],
  'at-least-once': ['6.5', 'an endpoint that was registered before a job gets its end, with retries in time'],
  disabled: [
    '6.5',
    'an endpoint that is disabled, by hand or after a day of failing, gets nothing; no other is disabled',
  ],
  receivers: ['6', 'an event goes to endpoints of its own environment that are subscribed to it, and to no others'],
  restart: ['-', 'the state after a restart is the state that was acknowledged'],
  recovery: ['-', 'the changes on disk, replayed, give the state of the process that wrote them'],
  rewind: ['-', 'a snapshot that is loaded answers the same requests as its original did'],
  twin: ['-', 'a world that is imported elsewhere answers the same requests as its original did'],
  timers: ['-', 'what is due by the end of an advance is done when it has ended'],
  own: ['-', 'the emulator meets no error of its own'],
} as const satisfies Record<string, readonly [section: string, sentence: string]>;

export type Invariant = keyof typeof INVARIANTS;

/** An invariant does not hold. */
export class Broken extends Error {
  readonly invariant: Invariant;
  readonly detail: string;

  constructor(invariant: Invariant, detail: string) {
    super(`${invariant}: ${detail}`);
    this.invariant = invariant;
    this.detail = detail;
  }
}

export function holds(invariant: Invariant, isSo: boolean, detail: () => string): void {
  if (!isSo) throw new Broken(invariant, detail());
}

export function same(invariant: Invariant, is: unknown, wanted: unknown, what: string): void {
  const [left, right] = [JSON.stringify(is), JSON.stringify(wanted)];
  if (left !== right) throw new Broken(invariant, `${what} is ${left}, not ${right}`);
}
