import { isDeepStrictEqual } from 'node:util';
import type { Mismatch } from '../../suite/expectation/mismatch.ts';
import { TERMINAL } from '../../suite/vocabulary.ts';
import { finding, type PassiveCheck, type PassiveFinding, type Seen, type Sighting } from './sighting.ts';

/**
 * One state in which a job was shown. An item of a list is in part, since its other fields are not shown; a replay of the
 * submission may show the state that the first answer had (reading 19).
 */
type Shown = { began: number; ended: number; job: Seen; kind: 'whole' | 'part' | 'replay' };
/** What two states, one after the other, say of a rule; null where they say nothing. */
type Compare = (earlier: Shown, later: Shown) => Mismatch[] | null;

const COMPARISONS: readonly (readonly [rule: string, compare: Compare])[] = [
  ['JOB-FORWARD-ONLY', among(['whole', 'part'], forwardOnly)],
  ['JOB-TERMINAL-FROZEN', among(['whole'], terminalFrozen)],
  ['JOB-FROZEN-FIELDS', among(['whole', 'replay'], frozenFields)],
  ['JOB-TIMES-ORDER', among(['whole'], updatedLater)],
];

/** What becomes of each job over the answers of an instance, whichever operation shows it. */
export const jobHistory: PassiveCheck = {
  rules: COMPARISONS.map(([rule]) => rule),
  start: () => {
    const histories = new Map<unknown, Shown[]>();
    return (sighting) => {
      if (sighting.route.name === 'job-delete' && sighting.status < 300) histories.delete(sighting.route.id);
      return statesOf(sighting).flatMap((later) => {
        const history = histories.get(later.job.value['id']) ?? [];
        const findings = compareAll(
          history.filter((earlier) => isBefore(earlier, later)),
          later,
        );
        if (!history.some((earlier) => saysTheSame(earlier, later))) history.push(later);
        histories.set(later.job.value['id'], history);
        return findings;
      });
    };
  },
};

/** Whether an answer was there before the other request went out; clocks are kept to a thousandth of a millisecond. */
export function isBefore({ ended }: { ended: number }, { began }: { began: number }): boolean {
  return ended <= began + 0.01;
}

function statesOf({ jobs, listedJobs, route, status, began, ended }: Sighting): Shown[] {
  const isReplay = status === 200 && route.name.startsWith('submit');
  const shown = (kind: Shown['kind']) => (job: Seen) => ({ began, ended, job, kind });
  const states = [...jobs.map(shown(isReplay ? 'replay' : 'whole')), ...listedJobs.map(shown('part'))];
  return states.filter(({ job }) => typeof job.value['id'] === 'string');
}

function saysTheSame(earlier: Shown, later: Shown): boolean {
  return earlier.kind === later.kind && isDeepStrictEqual(earlier.job.value, later.job.value);
}

function compareAll(earlier: readonly Shown[], later: Shown): PassiveFinding[] {
  return COMPARISONS.flatMap(([rule, compare]) => {
    const compared = earlier.map((one) => compare(one, later)).filter((mismatches) => mismatches !== null);
    const worst = compared.find((mismatches) => mismatches.length > 0);
    return compared.length === 0 ? [] : [finding(rule, worst ?? [])];
  });
}

const RANKS: Readonly<Record<string, number>> = { queued: 0, running: 1, succeeded: 2, failed: 2, cancelled: 2 };

function forwardOnly({ job: earlier }: Shown, { job: later }: Shown): Mismatch[] | null {
  const [from, to] = [earlier.value['status'], later.value['status']];
  const [before, after] = [RANKS[String(from)], RANKS[String(to)]];
  if (before === undefined || after === undefined) return null;
  // That a job stays as it is shows nothing of its way.
  if (from === to) return null;
  const expected = TERMINAL.includes(from) ? `still ${from}, which is terminal` : `${from} or what follows it`;
  return after > before ? [] : [{ pointer: `${later.pointer}/status`, expected, seen: to }];
}

function terminalFrozen({ job: earlier }: Shown, { job: later }: Shown): Mismatch[] | null {
  if (!TERMINAL.includes(earlier.value['status'])) return null;
  return changed(['status', 'output', 'error', 'completed_at'], earlier, later, isDeepStrictEqual);
}

function frozenFields({ job: earlier }: Shown, { job: later }: Shown): Mismatch[] {
  return [
    ...changed(['operation', 'inputs'], earlier, later, isDeepStrictEqual),
    ...changed(['created_at'], earlier, later, isSameTime),
  ];
}

function updatedLater({ job: earlier }: Shown, { job: later }: Shown): Mismatch[] | null {
  const [before, after] = [earlier, later].map(({ value }) => Date.parse(String(value['updated_at'])));
  if (before === undefined || after === undefined || Number.isNaN(before + after)) return null;
  if (after >= before) return [];
  const expected = `not before ${earlier.value['updated_at']}`;
  return [{ pointer: `${later.pointer}/updated_at`, expected, seen: later.value['updated_at'] }];
}

function changed(
  names: readonly string[],
  earlier: Seen,
  later: Seen,
  isSame: (one: unknown, other: unknown) => boolean,
): Mismatch[] {
  return names
    .filter((name) => !isSame(earlier.value[name], later.value[name]))
    .map((name) => ({
      pointer: `${later.pointer}/${name}`,
      expected: `as it was: ${JSON.stringify(earlier.value[name]) ?? 'nothing'}`,
      seen: later.value[name],
    }));
}

function isSameTime(one: unknown, other: unknown): boolean {
  return one === other || Date.parse(String(one)) === Date.parse(String(other));
}

function among(kinds: readonly Shown['kind'][], compare: Compare): Compare {
  return (earlier, later) =>
    kinds.includes(earlier.kind) && kinds.includes(later.kind) ? compare(earlier, later) : null;
}
