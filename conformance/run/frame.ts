import type { JudgeKit } from '../assert/finding.ts';
import type { Scope } from '../expression/scope.ts';
import type { Instance } from '../scenario/scenario.ts';
import type { DriverName, Feature, Role, Target } from '../target/target.ts';
import type { Effects } from './effects.ts';
import type { Evidence, Observation, Reason } from './evidence.ts';
import type { PassiveChecks } from './passive/passive-checks.ts';
import type { RenderedRequest } from './render-request.ts';

/** What is known of the target before an instance runs, and stays so. */
export type Facts = {
  target: Pick<Target, 'name' | 'version' | 'base_url' | 'spec' | 'data' | 'budget' | 'timeouts' | 'hair'>;
  features: Readonly<Record<Feature, boolean | null>>;
  offered: readonly DriverName[];
  keys: Readonly<Partial<Record<Role, { secret: string; environment: string }>>>;
  /** The account was made for this instance alone. */
  tenant: { id: string } | null;
  seed: string;
  /** Sets the keys of this run apart from those of an earlier one with the same seed. */
  nonce: string;
  medianJobTime: number;
  kit: JudgeKit;
};

/** One run of an instance: everything that it has found so far. */
export type Run = {
  instance: Instance;
  facts: Facts;
  effects: Effects;
  passive: PassiveChecks;
  evidence: Evidence[];
  observations: Observation[];
  jobs: Map<string, { role: string; path: string }>;
  assets: Map<string, { role: string }>;
  unitCosts: Record<string, number> | null;
  /** Milliseconds by which the target's clock is ahead of ours, as far as its answers have shown. */
  clockAhead: number;
  /** Receivers that were opened, with every secret that their endpoint has had. */
  hooks: Map<string, { endpoint: string | null; secrets: string[] }>;
  /** Where the plan of the next job holds it. */
  heldAt: string | null;
  classesSeen: Set<string>;
  freshKeys: number;
  draw(): number;
  isStopped(): Reason | null;
};

/** Where a step runs: in the scenario itself, or in a set-up that it uses. */
export type Frame = {
  run: Run;
  scope: { names: Record<string, unknown>; functions: Scope['functions'] };
  /** Before the ids of steps in the evidence: the set-ups that lead here. */
  prefix: string;
  /** A broken rule ends the run here: what follows would rest on sand. */
  isSetUp: boolean;
  requests: Map<string, RenderedRequest>;
  klass: string | null;
};

/** The rest of an instance cannot be tested. */
export class StopInstance extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, detail: string) {
    super(detail);
    this.name = 'StopInstance';
    this.reason = reason;
  }
}

/** One step cannot be done; the steps after it may. */
export class CannotDo extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, detail: string) {
    super(detail);
    this.name = 'CannotDo';
    this.reason = reason;
  }
}
