import { balancesMisread } from './balance.ts';
import {
  type DutyRun,
  disagreeingEvents,
  droppedSubmissions,
  endReports,
  failedDownloads,
  forgeriesAccepted,
  genuineRefused,
  givenUp,
  hasUnknownOutput,
  listsOfOtherShape,
  metFailedJob,
  notEnabled,
  notFollowed,
  type Occasion,
  replaysNotFollowed,
} from './duty-checks.ts';
import { exchangeLine, type Proof } from './proof.ts';
import { waitsTooShort } from './waits.ts';

export type Duty = {
  kind: string;
  section: string;
  /** What the client did if the duty is broken. */
  broken: string;
  open: string;
  /** What to add to the tests to close the gap. */
  add: string;
  occasions(run: DutyRun): Occasion[];
};

/** A duty about which the tests leave open whether it was kept. */
export type OpenDuty = Pick<Duty, 'kind' | 'section' | 'open' | 'add'> & { exchanges: readonly string[] };

const WRITE_ENDS =
  'write {"job": ID, "ended": STATUS} to TRYON_CLIENT_REPORT where the client reports the end, with {"reports": ["ends"]} once';

export const DUTIES: readonly Duty[] = [
  {
    kind: 'lost-submission-dropped',
    section: '4.2',
    broken:
      'it never repeated a submission whose answer was lost, so that a job may have been accepted and paid for nothing',
    ...neverOpen(),
    occasions: ({ seen }) => droppedSubmissions(seen),
  },
  {
    kind: 'replay-not-followed',
    section: '4.2',
    broken: 'it repeated a submission, was answered with its job, and never asked for that job again',
    ...neverOpen(),
    occasions: ({ seen, plain }) => replaysNotFollowed(seen, plain),
  },
  {
    kind: 'job-given-up',
    section: '4.3',
    broken: 'it never read a job again after one read had failed, although the job had not ended',
    ...neverOpen(),
    occasions: ({ seen, plain }) => givenUp(seen, plain),
  },
  {
    kind: 'wait-too-short',
    section: '8',
    broken: 'it did not wait for Retry-After before it repeated a request or read a job again',
    ...neverOpen(),
    occasions: ({ seen }) => waitsTooShort(seen),
  },
  {
    kind: 'job-not-followed',
    section: '1',
    broken: 'it did not follow an accepted job to its end, and every test passed',
    ...neverOpen(),
    occasions: notFollowed,
  },
  {
    kind: 'failed-job-unnoticed',
    section: '1',
    broken: 'it did not report that a job had failed: status has to be checked before output is read',
    open: 'whether the client checks status before it reads output',
    add:
      'add a test in which a job fails and the client must report it (plans.add({outcome: {status: "failed", code: "PROCESSING_FAILED"}})), ' +
      'or write {"job": ID, "ended": "failed"} to TRYON_CLIENT_REPORT where the client reports it',
    occasions: (run) =>
      endReports(
        run,
        ({ ended }) => ended === 'failed',
        () => (run.passed || metFailedJob(run.plain) ? 'kept' : 'open'),
      ),
  },
  {
    kind: 'error-taken-for-picture',
    section: '4.1',
    broken: 'it stored what was not a whole picture: an answer that was an error, or that broke off',
    open: 'whether the client takes an error for a picture, or stores a part of one',
    add:
      'write {"asset": ID, "bytes": N} to TRYON_CLIENT_REPORT where the client stores a picture, and {"reports": ["pictures"]} once; ' +
      'or add a test in which a download is refused and the client must report it',
    occasions: failedDownloads,
  },
  {
    kind: 'waits-for-webhook',
    section: '6.5',
    broken: 'it learned the end of a job only from a webhook: where none comes, a client has to poll',
    open: 'whether the client polls where no webhook comes',
    add: `let the client itself wait for the end of a job in a test, and ${WRITE_ENDS}`,
    occasions: (run) =>
      run.seen.deliveries.length > 0 || run.plain.deliveries.length === 0
        ? []
        : endReports(
            run,
            () => true,
            ({ reads, ended }) => (ended !== null ? 'shown' : run.passed || reads.length > 0 ? 'kept' : 'open'),
          ),
  },
  {
    kind: 'webhook-over-polling',
    section: '6.5',
    broken: 'it reported the end that a webhook named, although polling, which is authoritative, answers another one',
    open: 'whether the client polls a job before it believes a webhook',
    add: `let the client itself wait for the end of a job in a test, and ${WRITE_ENDS}`,
    occasions: disagreeingEvents,
  },
  {
    kind: 'cancel-taken-for-end',
    section: '3',
    broken: 'it did not follow a job whose cancellation was answered with 202: such a job may end otherwise',
    open: 'whether the client follows a job whose cancellation was answered with 202',
    add: WRITE_ENDS,
    occasions: (run) =>
      endReports(
        run,
        ({ cancels }) => cancels.some(({ exchange }) => exchange.status === 202),
        ({ ended }) => (ended !== null ? 'shown' : 'open'),
      ),
  },
  {
    kind: 'output-not-kept',
    section: '2.3',
    broken:
      'it did not report a job that succeeded with an output of a type that is not known yet: such an output is kept',
    open: 'whether the client keeps an output of a type that is not known yet',
    add: 'write {"job": ID, "ended": "succeeded"} to TRYON_CLIENT_REPORT where the client returns the output, with {"reports": ["ends"]} once',
    occasions: (run) => endReports(run, hasUnknownOutput, () => (run.passed ? 'kept' : 'open')),
  },
  {
    kind: 'balance-misread',
    section: '2.5',
    broken: '',
    open: 'whether the client orders exactly if spendable_units suffice, or credits are not enforced',
    add:
      'add tests with both balances, and expect an order or none: credits with {"enforced": false} and no units, and with ' +
      'test_funded_units that cannot be spent',
    occasions: balancesMisread,
  },
  {
    kind: 'refusal-not-reported',
    section: '1',
    broken: 'it did not report that an operation is not enabled, which a 404 with the code of an unknown path says',
    open: 'whether the client reports that an operation is not enabled',
    add:
      'skip the test, or expect an error of its own, where the client reports that the operation is not enabled; or write ' +
      '{"refused": "GET /v1/assets"} to TRYON_CLIENT_REPORT there, with {"reports": ["refusals"]} once',
    occasions: notEnabled,
  },
  {
    kind: 'forged-webhook-accepted',
    section: '6.4',
    broken: 'it acknowledged a forged webhook with a 2xx, which a verifier refuses',
    open: 'whether your receiver verifies signatures: it acknowledged every forged webhook',
    add: 'let the receiver in your tests be the one of your client, and answer what it refuses with a status other than 2xx',
    occasions: ({ seen }) => forgeriesAccepted(seen),
  },
  {
    kind: 'genuine-webhook-refused',
    section: '6.4',
    broken: 'it refused a genuine webhook, which would come again and never be acknowledged',
    ...neverOpen(),
    occasions: genuineRefused,
  },
  {
    kind: 'list-shape-assumed',
    section: '4.3',
    broken: '',
    open: 'whether the list of jobs of your server has the shape that the client expects: the specification does not show one',
    add: 'check it against your server, and leave these variations out with --skip "jobs-list-*"',
    occasions: listsOfOtherShape,
  },
];

/** A duty that the exchanges always show to be kept or broken. */
function neverOpen(): Pick<Duty, 'open' | 'add'> {
  return { open: '', add: '' };
}

/** The duties that a run shows to be broken, and those that it leaves open. */
export function judgeDuties(run: DutyRun, ignore: readonly string[]): { proofs: Proof[]; open: OpenDuty[] } {
  const judged = DUTIES.filter(({ kind }) => !ignore.includes(kind)).map((duty) => ({
    duty,
    found: duty.occasions(run),
  }));
  return {
    proofs: judged.flatMap(({ duty: { kind, section, broken }, found }) =>
      shown(found, 'broken').map((part) => ({ kind, section, says: broken, ...part })),
    ),
    open: judged.flatMap(({ duty: { kind, section, open, add }, found }) =>
      shown(found, 'open').map(({ exchanges }) => ({ kind, section, open, add, exchanges })),
    ),
  };
}

/** The first occasion with a state, the number of such occasions, and the section that it names itself. */
function shown(found: readonly Occasion[], state: Occasion['state']) {
  const all = found.filter((one) => one.state === state);
  const [first] = all;
  if (first === undefined) return [];
  const exchanges = first.by.map((one) => (typeof one === 'string' ? one : exchangeLine(one)));
  return [{ count: all.length, exchanges, ...(first.section !== undefined && { section: first.section }) }];
}
