import type { Expectation } from '../expectation/expectation.ts';
import type { Condition } from '../expression/condition.ts';
import type { Template } from '../expression/template.ts';
import type { Reason } from '../reasons.ts';
import type { Place } from '../yaml/node.ts';
import type { REQUEST } from './fields.ts';

/** A scenario, one of its arms and one row of the matrix: what is run, and what a report has a line for. */
export type Instance = {
  id: string;
  scenario: string;
  arm: ArmFacts | null;
  /** The row as it stands, for reports; its values are rendered when they are used. */
  row: Readonly<Record<string, Template>>;
  rowName: string | null;
  covers: readonly string[];
  tenant: Template | null;
  exclusive: readonly string[];
  /** It takes real time: what is begun first is over first. */
  slow: boolean;
  repeat: { times: Template; stopWhenAllSeen: boolean } | null;
  /** The class that the answer must have, or null where the row leaves it open. */
  pin: string | null;
  given: readonly Step[];
  steps: readonly Step[];
  finally: readonly Step[];
};

export type ArmFacts = {
  name: string;
  partial: boolean;
  facts: Readonly<Record<string, Template>>;
  /** Nothing is run: the rules are inconclusive for this reason. */
  verdict: { reason: Reason; hint: string | null } | null;
};

/** One expectation; without a rule it must hold for the rest to make sense. */
export type Check = { rule: string | null; expectation: Expectation; place: Place };

export type Judged = {
  expect: readonly Check[];
  byClass: ReadonlyMap<string, { expect: readonly Check[]; observe: readonly Observe[] }>;
  observe: readonly Observe[];
};
export type Observe = { gap: string; paths: readonly string[] };

export type Classify = {
  classes: readonly { name: string; when: Expectation; expect: readonly Check[] }[];
  otherwise: { rule: string; place: Place } | null;
};

export type RequestTemplate = { line: Template } & { [Name in keyof typeof REQUEST]: Template | null };

type Common = { id: string; place: Place; if: Condition | null; occasion: Condition | null };
type Answered = Judged & { classify: Classify | null };

export type CallStep = Common &
  Answered & {
    kind: 'call';
    request: RequestTemplate;
    parallel: Template | null;
    twinOf: string | null;
    change: ReadonlyMap<string, Template>;
  };
export type PollStep = Common &
  Answered & {
    kind: 'poll';
    request: RequestTemplate;
    until: Expectation;
    always: readonly Check[];
    pace: Template | null;
    deadline: Template | null;
  };
export type WalkStep = Common & Answered & { kind: 'walk'; request: RequestTemplate; most: Template | null };
export type UseStep = Common & {
  kind: 'use';
  setUp: SetUp;
  as: string | null;
  takes: ReadonlyMap<string, Template>;
  times: Template | null;
  forEach: Template | null;
};
export type LetStep = Common & { kind: 'let'; values: ReadonlyMap<string, Template> };
export type ValueStep = Common & Judged & { kind: 'value'; value: Template };
export type DriveStep = Common & {
  kind: 'drive';
  call: string;
  as: string | null;
  takes: ReadonlyMap<string, Template>;
};
export type HookStep = Common & {
  kind: 'hook';
  hook: string;
  /** Where events are to go in place of the receiver. */
  url: Template | null;
  scheme: 'http' | 'https';
  events: Template | null;
  environment: Template | null;
  reply: Template | null;
};
export type ReceiveStep = Common &
  Answered & {
    kind: 'receive';
    hook: string;
    where: Expectation | null;
    /** How long is waited, at most. */
    settle: Template | null;
    /** So many are enough; null looks at all that come. */
    count: Template | null;
  };
export type WaitStep = Common & { kind: 'wait'; for: Template | null; until: Template | null; onWall: boolean };
export type EraseStep = Common & { kind: 'erase'; what: Template };

export type Step =
  | CallStep
  | PollStep
  | WalkStep
  | UseStep
  | LetStep
  | ValueStep
  | DriveStep
  | HookStep
  | ReceiveStep
  | WaitStep
  | EraseStep;

/** A step that expects something of what it sees. */
export type CheckedStep = Extract<Step, Judged>;

/** A set-up of the library, compiled once. */
export type SetUp = {
  name: string;
  /** What it takes; null must be given. */
  takes: ReadonlyMap<string, Template | null>;
  steps: readonly Step[];
  gives: Template | null;
};

/** Every rule that a step itself may show something of. */
export function rulesOfStep(step: Step): string[] {
  return checksOfStep(step).flatMap(({ rule }) => rule ?? []);
}

/** Everything that a step itself expects, of whatever class the answer is. */
export function checksOfStep(step: Step): Check[] {
  if (!('expect' in step)) return [];
  const always = step.kind === 'poll' ? step.always : [];
  const classes = 'classify' in step ? (step.classify?.classes ?? []).flatMap(({ expect }) => expect) : [];
  const byClass = [...step.byClass.values()].flatMap(({ expect }) => expect);
  return [...step.expect, ...always, ...classes, ...byClass];
}

/** Every rule that a step or its set-up may show something of, and every gap that it observes. */
export function namedByStep(step: Step): string[] {
  if (step.kind === 'use') return step.setUp.steps.flatMap(namedByStep);
  if (!('expect' in step)) return [];
  const otherwise = 'classify' in step ? [step.classify?.otherwise?.rule ?? []].flat() : [];
  const observed = [...step.observe, ...[...step.byClass.values()].flatMap(({ observe }) => observe)];
  return [...rulesOfStep(step), ...otherwise, ...observed.map(({ gap }) => gap)];
}
