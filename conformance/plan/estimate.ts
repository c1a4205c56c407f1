import type { Template } from '../suite/expression/template.ts';
import { REASONS, type Reason } from '../suite/reasons.ts';
import { isGraded } from '../suite/rules/rule.ts';
import type { Instance, Step } from '../suite/scenario/scenario.ts';
import type { Suite, SuiteContext } from '../suite/scenario/suite.ts';
import { DRIVERS, type DriverName } from '../suite/vocabulary.ts';
import { isSubmission } from '../target/routes.ts';
import type { Target } from '../target/target.ts';
import { type Choice, chooseScenarios } from './choose.ts';
import { forEachFeature, saidOf } from './features.ts';
import { type Outlook, type Plan, planRun } from './plan.ts';

/** The maximum cost of a run, and what it cannot test, estimated without any requests. */
export type Estimate = {
  scenarios: number;
  instances: number;
  requests: number;
  jobs: number;
  credit_units: number;
  rules: { testable: number; graded: number };
  untestable: { reason: Reason; hint: string; rules: string[] }[];
};

/** The assumed number of requests of a poll, pages of a walk, and elements of a list of unknown length. */
const POLLS = 5;
const PAGES = 4;
const SEVERAL = 2;
/** The cost of a job is only known from the balance; most cost this much. */
const UNITS_PER_JOB = 1;
/** The number of reads at the end of an instance with an account of its own. */
const READ_BACK = 8;

export function estimateRun(
  suite: Suite,
  context: SuiteContext,
  target: Target,
  choice: Choice & { without?: DriverName },
): Estimate {
  const scenarios = chooseScenarios(suite, choice);
  const outlook = assumed(target, choice.without);
  const { instances, passedOver } = planRun(scenarios, context, outlook);
  const readBack = outlook.offered.includes('tenants') ? READ_BACK : 0;
  const costs = instances.map(costOf);
  const total = (name: keyof Cost) => costs.reduce((sum, cost) => sum + cost[name], 0);
  const graded = new Set([...suite.registry.values()].filter(isGraded).map(({ id }) => id));
  const covered = new Set(
    scenarios.flatMap(({ covers }) => covers.map(({ rule }) => rule)).filter((id) => graded.has(id)),
  );
  const testable = new Set(instances.flatMap(({ covers }) => covers).filter((id) => graded.has(id)));
  return {
    scenarios: scenarios.length,
    instances: instances.length,
    requests: total('requests') + readBack * instances.length,
    jobs: total('jobs'),
    credit_units: usesLiveKeys(target) ? total('jobs') * UNITS_PER_JOB : 0,
    rules: { testable: testable.size, graded: covered.size },
    untestable: untestable(passedOver, testable, graded),
  };
}

/** Assumes that the drivers which the target names exist, and that features are on unless it declares them off. */
function assumed(target: Target, without?: DriverName): Outlook {
  const { url, named, receiver } = target.drivers;
  const offered = DRIVERS.filter(
    (name) =>
      name !== without && (url !== null || named[name] !== undefined || (name === 'webhooks' && receiver?.secret)),
  );
  return { target, offered, features: forEachFeature((name) => target.features[saidOf(name, target)] !== 'off') };
}

function usesLiveKeys({ keys, drivers }: Target): boolean {
  return drivers.url !== null || drivers.named.tenants !== undefined ? false : keys.primary?.environment === 'live';
}

type Cost = { requests: number; jobs: number };

/** An arm that samples repeats its steps up to this many times. */
function costOf({ given, steps, finally: last, repeat }: Instance): Cost {
  const times = repeat === null ? 1 : numberIn(repeat.times);
  const main = costOfSteps([...given, ...steps]);
  const end = costOfSteps(last);
  return { requests: main.requests * times + end.requests, jobs: main.jobs * times + end.jobs };
}

function costOfSteps(steps: readonly Step[]): Cost {
  return steps.map(costOfStep).reduce(sumOf, { requests: 0, jobs: 0 });
}

function sumOf(one: Cost, other: Cost): Cost {
  return { requests: one.requests + other.requests, jobs: one.jobs + other.jobs };
}

function costOfStep(step: Step): Cost {
  if (step.kind === 'use') {
    const times = step.times === null ? (step.forEach === null ? 1 : SEVERAL) : numberIn(step.times);
    const { requests, jobs } = costOfSteps(step.setUp.steps);
    return { requests: requests * times, jobs: jobs * times };
  }
  if (step.kind === 'poll') return { requests: POLLS, jobs: 0 };
  if (step.kind === 'walk') return { requests: PAGES, jobs: 0 };
  if (step.kind === 'erase') return { requests: SEVERAL, jobs: 0 };
  if (step.kind !== 'call') return { requests: 0, jobs: 0 };
  const times = step.parallel === null ? 1 : numberIn(step.parallel);
  return { requests: times, jobs: maySubmit(step.request.line) || step.twinOf !== null ? times : 0 };
}

/** A computed path counts as that of a product: it is better to announce too many jobs than too few. */
function maySubmit(line: Template): boolean {
  if (line.kind === 'constant') {
    const [method = '', url = ''] = String(line.value).split(' ');
    return isSubmission(method, url);
  }
  const [start] = line.kind === 'text' ? line.parts : [];
  return typeof start === 'string' && /^POST (?:\/v1\/)?$/.test(start);
}

function numberIn(template: Template): number {
  return template.kind === 'constant' && typeof template.value === 'number' ? template.value : SEVERAL;
}

function untestable(passedOver: Plan['passedOver'], testable: ReadonlySet<string>, graded: ReadonlySet<string>) {
  const byReason = new Map<Reason, Set<string>>();
  for (const { scenario, reason } of passedOver) {
    const rules = scenario.covers.map(({ rule }) => rule).filter((rule) => graded.has(rule) && !testable.has(rule));
    if (rules.length > 0) byReason.set(reason, new Set([...(byReason.get(reason) ?? []), ...rules]));
  }
  return [...byReason].map(([reason, rules]) => ({ reason, hint: REASONS[reason], rules: [...rules] }));
}
