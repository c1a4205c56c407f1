import type { Place } from '../../../shared/yaml/node.ts';
import type { Expectation } from '../expectation/expectation.ts';
import type { Condition } from '../expression/condition.ts';
import type { Template } from '../expression/template.ts';
import type { Reason } from '../reasons.ts';
import type { REQUEST } from './fields.ts';

/** A scenario with one of its arms and one row of the matrix: the unit that is run, and a line of the report. */
export type Instance = {
  id: string;
  scenario: string;
  arm: ArmFacts | null;
  /** The row as written, for reports. Its values are rendered when they are used. */
  row: Readonly<Record<string, Template>>;
  rowName: string | null;
  covers: readonly string[];
  tenant: Template | null;
  exclusive: readonly string[];
  /** It takes real time, so it is started early. */
  slow: boolean;
  repeat: { times: Template; stopWhenAllSeen: boolean } | null;
  /** The class that the answer must have; null if the row leaves it open. */
  pin: string | null;
  given: readonly Step[];
  steps: readonly Step[];
  finally: readonly Step[];
};

export type ArmFacts = {
  name: string;
  partial: boolean;
  facts: Readonly<Record<string, Template>>;
  /** If set, nothing is run: the rules are inconclusive for this reason. */
  verdict: { reason: Reason; hint: string | null } | null;
};

/** One expectation. Without a rule, it is a precondition of the rest. */
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
  /** The destination of events, instead of the receiver. */
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
    /** The maximum time to wait. */
    settle: Template | null;
    /** The number of deliveries to wait for; null to look at all that arrive in time. */
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

/** A step with expectations. */
export type CheckedStep = Extract<Step, Judged>;

/** A set-up of the library, compiled once. */
export type SetUp = {
  name: string;
  /** The parameters with their defaults; null for a required one. */
  takes: ReadonlyMap<string, Template | null>;
  steps: readonly Step[];
  gives: Template | null;
};

/** Returns the rules that a step itself can give evidence for. */
export function rulesOfStep(step: Step): string[] {
  return checksOfStep(step).flatMap(({ rule }) => rule ?? []);
}

/** Returns all checks of a step itself, for every class of answer. */
export function checksOfStep(step: Step): Check[] {
  if (!('expect' in step)) return [];
  const always = step.kind === 'poll' ? step.always : [];
  const classes = 'classify' in step ? (step.classify?.classes ?? []).flatMap(({ expect }) => expect) : [];
  const byClass = [...step.byClass.values()].flatMap(({ expect }) => expect);
  return [...step.expect, ...always, ...classes, ...byClass];
}

/** Returns the rules that a step or its set-up can give evidence for, and the gaps that it observes. */
export function namedByStep(step: Step): string[] {
  if (step.kind === 'use') return step.setUp.steps.flatMap(namedByStep);
  if (!('expect' in step)) return [];
  const otherwise = 'classify' in step ? [step.classify?.otherwise?.rule ?? []].flat() : [];
  const observed = [...step.observe, ...[...step.byClass.values()].flatMap(({ observe }) => observe)];
  return [...rulesOfStep(step), ...otherwise, ...observed.map(({ gap }) => gap)];
}
