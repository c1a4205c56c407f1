import type { Effects } from '../effects/effects.ts';
import type { AnswerChecks } from '../judge/every-answer/answer-checks.ts';
import type { Evidence, Observation } from '../judge/evidence.ts';
import type { Facts } from '../plan/facts.ts';
import type { Scope } from '../suite/expression/scope.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import type { RenderedRequest } from './render-request.ts';

/** One run of an instance: everything that it has found so far. */
export type Run = {
  instance: Instance;
  facts: Facts;
  effects: Effects;
  answerChecks: AnswerChecks;
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
