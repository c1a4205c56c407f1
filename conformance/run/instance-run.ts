import type { TapeEntry } from '../effects/tape.ts';
import { untestedRule } from '../judge/evidence.ts';
import type { Findings } from '../judge/judge-trace.ts';
import type { RecordedFacts } from '../plan/facts.ts';
import type { Leftover } from '../play/trace.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Scenario } from '../suite/scenario/suite.ts';

/** An instance that was played, or could not be, with all results. */
export type InstanceRun = Findings & {
  id: string;
  scenario: string;
  arm: string | null;
  row: string | null;
  took: number;
  tape: TapeEntry[];
  /** Its tape is incomplete, since it was too long. */
  cut: boolean;
  facts: RecordedFacts | null;
  leftovers: readonly Leftover[];
};

type NotPlayed = Pick<InstanceRun, 'id' | 'scenario'> & { covers: readonly string[] };

/** Marks all covered rules as untested. */
export function notPlayed({ id, scenario, covers }: NotPlayed, reason: Reason, detail: string): InstanceRun {
  const source = { instance: id, step: '', partial: false };
  return {
    id,
    scenario,
    arm: null,
    row: null,
    outcome: 'untested',
    reason,
    detail,
    took: 0,
    tape: [],
    cut: false,
    facts: null,
    evidence: covers.map((rule) => untestedRule(rule, source, reason, detail)),
    observations: [],
    leftovers: [],
  };
}

/** A scenario that cannot be played is reported by its own name, without instances. */
export function scenarioNotPlayed({ id, covers }: Scenario, reason: Reason, detail: string): InstanceRun {
  return notPlayed({ id, scenario: id, covers: covers.map(({ rule }) => rule) }, reason, detail);
}
