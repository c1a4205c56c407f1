import { type Unvaried, whyNotComeAbout } from './came-about.ts';
import type { Variation } from './facts.ts';
import { judgeDuties, type OpenDuty } from './judge/duties.ts';
import { judgeExchanges } from './judge/judge-exchanges.ts';
import { momentIn } from './judge/moment.ts';
import { withoutOwnFaults } from './judge/own-faults.ts';
import { hasUnacknowledged, placesIn } from './judge/places.ts';
import type { Proof } from './judge/proof.ts';
import type { Row, RowVerdict } from './report/report.ts';
import type { Results } from './results/read-results.ts';
import { NOTHING_SEEN, type Seen } from './seen.ts';

export type Ran = {
  /** Null if it was stopped at the time limit. */
  exit: number | null;
  results: Results | null;
  tail: string;
  took: number;
  seen: Seen;
};

/** What a run is compared with. */
export type Plain = Unvaried & { flaky: readonly string[] };

export function judgeRun(variation: Variation, ran: Ran, plain: Plain, ignore: readonly string[]): Row {
  const { name, kind, section, says, sets } = variation;
  const seen = withoutOwnFaults(ran.seen, plain.seen, kind);
  const isPassed = ran.exit === 0;
  const duties = judgeDuties({ seen, plain: plain.seen, passed: isPassed, section, deviate: sets.deviate }, [
    ...ignore,
    ...brokenAnyway(plain),
  ]);
  const proofs = [...judgeExchanges(seen, plain.seen, ignore), ...duties.proofs];
  const open = kind === 'misfortune' ? duties.open : [];
  const all = ran.results?.failed ?? [];
  const failed = all.filter((test) => !plain.flaky.includes(test));
  const flaky = all.filter((test) => plain.flaky.includes(test));
  const judged = verdictOf(variation, ran, { proofs, open, failed, flaky });
  const because = judged === 'fine' ? whyNotComeAbout(variation, ran.seen, plain) : null;
  const verdict = because === null ? judged : 'not_met';
  const isReported = verdict === 'finding' || verdict === 'shown' || verdict === 'cannot_tell';
  return {
    ...{ variation: name, kind, section, says, verdict },
    finding:
      isReported && (verdict === 'finding' || kind === 'hint') ? findingText(variation, ran, proofs, failed) : null,
    because,
    ...{ failed, flaky, proofs, open },
    results: ran.results?.of ?? null,
    total: ran.results?.total ?? null,
    exit: ran.exit,
    hung: hangs(ran),
    moment: isReported ? momentIn(seen, plain.seen) : [],
    read_in: verdict === 'finding' && kind === 'lawful' && !isPassed ? placesIn(seen, plain) : [],
    tail: isReported && failed.length === 0 && proofs.length === 0 ? ran.tail : '',
    took: ran.took,
  };
}

/** Judges a run without the tests that fail in the run of its control as well. */
export function judgeBeside(
  control: Ran,
  ...[variation, ran, plain, ignore]: Parameters<typeof judgeRun>
): ReturnType<typeof judgeRun> {
  if (control.exit === 0) return judgeRun(variation, ran, plain, ignore);
  const failed = (ran.results?.failed ?? []).filter((test) => !control.results?.failed.includes(test));
  const results = ran.results === null ? null : { ...ran.results, failed };
  const row = judgeRun(variation, { ...ran, results }, plain, ignore);
  if (failed.length > 0 || row.proofs.length > 0) return row;
  if (hasUnacknowledged(ran.seen) && !hasUnacknowledged(control.seen))
    return { ...row, finding: `a webhook is not acknowledged unless ${variation.assumes} (section ${row.section})` };
  return { ...row, ...NOTHING_FOUND, verdict: 'not_met', because: COUNTS_EVENTS };
}

const NOTHING_FOUND = { finding: null, moment: [], read_in: [], tail: '' };
const COUNTS_EVENTS =
  'the same tests fail if an event about a whole job of another program comes instead: they count the events of all jobs';

/** A failing test may leave a socket or timer open, so a command that does not end proves nothing then. */
function hangs({ exit, results }: Ran): boolean {
  return exit === null && (results?.failed ?? []).length === 0;
}

/** The duties that are already broken in the plain run: the suite does not write everything that it declared. */
function brokenAnyway({ seen }: Plain): string[] {
  return judgeDuties({ seen, plain: seen, passed: true }, []).proofs.map(({ kind }) => kind);
}

type Judged = {
  proofs: readonly Proof[];
  open: readonly OpenDuty[];
  failed: readonly string[];
  flaky: readonly string[];
};

function verdictOf({ kind }: Variation, ran: Ran, { proofs, open, failed, flaky }: Judged): RowVerdict {
  if (kind !== 'hint' && (proofs.length > 0 || hangs(ran))) return 'finding';
  if (open.length > 0) return 'cannot_tell';
  if (ran.exit === 0) return 'fine';
  if (failed.length === 0 && flaky.length > 0) return 'flaky';
  return kind === 'lawful' ? 'finding' : 'shown';
}

function findingText(variation: Variation, ran: Ran, proofs: readonly Proof[], failed: readonly string[]): string {
  const { assumes, section, says, kind } = variation;
  const proven = proofs.map((proof) => `${proof.says} (section ${proof.section})${times(proof.count)}`);
  if (hangs(ran)) proven.unshift('it hangs: the command did not end by itself');
  const isAssumed = kind !== 'misfortune' && ran.exit !== 0;
  const tests =
    failed.length > 0 ? count(failed.length, 'test fails', 'tests fail') : `the command ends with ${ran.exit}`;
  if (isAssumed && assumes !== undefined)
    return [
      `${hangs(ran) ? 'the command hangs' : tests} unless ${assumes} (section ${section})`,
      ...proofsBeside(proofs),
    ].join('. ');
  return `where ${says}, your client is wrong: ${proven.join('; ')}`;
}

function proofsBeside(proofs: readonly Proof[]): string[] {
  return proofs.map(({ says, section }) => `Besides, your client is wrong: ${says} (section ${section})`);
}

function times(found: number): string {
  return found === 1 ? '' : `, ${found} times`;
}

export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The mistakes of a client that the plain run shows. */
export function judgePlain(ran: Ran, ignore: readonly string[]): Row | null {
  const proofs = judgeExchanges(ran.seen, NOTHING_SEEN, [...ignore, ...OF_THE_TESTS]);
  if (proofs.length === 0) return null;
  const says = 'nothing varies';
  const mistakes = proofs.map((proof) => `${proof.says} (section ${proof.section})${times(proof.count)}`);
  return {
    ...{ variation: 'plain', kind: 'plain', section: '', says, verdict: 'finding', because: null },
    finding: `in the plain run already, your client is wrong: ${mistakes.join('; ')}`,
    ...{ failed: [], flaky: [], results: ran.results?.of ?? null, total: ran.results?.total ?? null },
    ...{ exit: ran.exit, hung: false, proofs, open: [], moment: [], read_in: [], tail: '', took: ran.took },
  };
}

/** What a test may do on purpose in the plain run. */
const OF_THE_TESTS = [
  'second-job',
  'retry-with-new-key',
  'no-later-try',
  'address-never-given',
  'refused-key-retried',
  'failed-output-read',
  'idempotency-key-reused',
];
