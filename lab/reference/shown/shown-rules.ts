import { factNames } from '../../../conformance/plan/facts.ts';
import { knownKeys, type Outlook, planRun } from '../../../conformance/plan/plan.ts';
import { PURE_FUNCTIONS } from '../../../conformance/suite/expression/functions.ts';
import { expressionsIn, renderLoose, type Template } from '../../../conformance/suite/expression/template.ts';
import {
  checksOfStep,
  type Instance,
  type Step,
  type UseStep,
  type WaitStep,
} from '../../../conformance/suite/scenario/scenario.ts';
import type { Suite, SuiteContext } from '../../../conformance/suite/scenario/suite.ts';
import { parseDuration } from '../../../shared/expression/quantities.ts';
import { type KnownValues, mayHold } from './may-hold.ts';

/**
 * The rules that a run on such a target can show with full evidence, because a step with an expectation for them can be
 * reached. A long wait (for an expiry or another day) can only be reached if the clock can be moved.
 */
export function shownRules(
  { scenarios, everyAnswer }: Pick<Suite, 'scenarios' | 'everyAnswer'>,
  context: SuiteContext,
  outlook: Outlook,
): ReadonlySet<string> {
  const { instances } = planRun(scenarios, context, outlook);
  const whole = instances.filter((instance) => instance.arm?.partial !== true && hasItsKey(instance, outlook));
  const shown = new Set<string>();
  for (const instance of whole) {
    const walk: Walk = { outlook, known: valuesFor(instance, outlook), shown };
    if (reachesEnd(instance.given, walk)) reachesEnd(instance.steps, walk);
  }
  // A rule that no scenario covers is checked in all answers.
  const covered = new Set(scenarios.flatMap(({ covers }) => covers.map(({ rule }) => rule)));
  if (whole.length > 0) for (const rule of everyAnswer.rules) if (!covered.has(rule)) shown.add(rule);
  return shown;
}

type Walk = { outlook: Outlook; known: KnownValues; shown: Set<string> };

/** Whether all steps can be played. Adds the rules of those that can to the shown ones. */
function reachesEnd(steps: readonly Step[], walk: Walk): boolean {
  return steps.every((step) => {
    if (step.if !== null && !mayHold(step.if, walk.known)) return true;
    const checks = checksOfStep(step).filter(({ rule }) => rule !== null);
    const isDone = canBeDone(step, walk);
    const judged = checks.filter(({ expectation }) => expectation.gates.every((gate) => mayHold(gate, walk.known)));
    if (isDone) for (const { rule } of judged) walk.shown.add(String(rule));
    // A step that shows no rule is missing for later steps.
    return isDone || checks.length > 0;
  });
}

function canBeDone(step: Step, walk: Walk): boolean {
  const { offered } = walk.outlook;
  switch (step.kind) {
    case 'use':
      return reachesEnd(step.setUp.steps, { ...walk, known: inSetUp(step, walk.known) });
    case 'drive':
      return offered.some((driver) => step.call.startsWith(`${driver}.`));
    case 'hook':
    case 'receive':
      return offered.includes('webhooks');
    case 'wait':
      return offered.includes('clock') || step.onWall || isShort(step, walk.known);
    case 'call':
    case 'poll':
    case 'walk':
      return hasKey(step.request.key, walk);
    default:
      return true;
  }
}

/** In a set-up, the names that it takes have the values passed to it, not those outside. */
function inSetUp({ setUp, takes }: UseStep, known: KnownValues): KnownValues {
  const outside = Object.entries(known).filter(([name]) => !setUp.takes.has(name));
  const taken = [...setUp.takes].flatMap(([name, standard]) => {
    const template = takes.get(name) ?? standard;
    const value = template && renderLoose(template, { names: known, functions: PURE_FUNCTIONS });
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...outside, ...taken]);
}

/** The longest wait on the real clock, in milliseconds. */
const LONGEST = 600_000;

function isShort({ for: length, until }: WaitStep, known: KnownValues): boolean {
  if (length === null || until !== null) return false;
  const duration = parseDuration(renderLoose(length, { names: known, functions: PURE_FUNCTIONS }) as string | number);
  if (duration !== null) return duration <= LONGEST;
  return !expressionsIn(length).some(({ text }) => text.includes('expires_at'));
}

function hasKey(template: Template | null, { known, outlook }: Walk): boolean {
  const role = template === null ? 'primary' : renderLoose(template, { names: known, functions: PURE_FUNCTIONS });
  return role === undefined || role === 'none' || Object.hasOwn(knownKeys(outlook), String(role));
}

/** Without drivers for accounts, an instance needs a key for its environment. */
function hasItsKey({ tenant, row }: Instance, { target, offered }: Outlook): boolean {
  if (tenant === null || offered.includes('tenants')) return true;
  const names = { target, row: rowOf(row, { target }) };
  const wish = renderLoose(tenant, { names, functions: PURE_FUNCTIONS }) as { primary?: string } | undefined;
  const wanted = wish?.primary;
  return wanted === undefined || Object.values(target.keys).some(({ environment }) => environment === wanted);
}

function valuesFor({ row, arm }: Instance, { target, features, offered }: Outlook): KnownValues {
  const keys = knownKeys({ target, offered });
  const names = factNames({ target, features, offered, keys, tenant: null, seed: '', medianJobTime: 0 });
  const { tenant: _, ...known } = names;
  const columns = rowOf(row, known);
  const isWhole = Object.keys(row).every((column) => columns[column] !== undefined);
  return { ...known, ...(isWhole && { row: columns }), arm: { name: arm?.name, ...rowOf(arm?.facts ?? {}, known) } };
}

function rowOf(row: Instance['row'], names: KnownValues): Record<string, unknown> {
  const columns = Object.entries(row).map(([column, value]) => [
    column,
    renderLoose(value, { names, functions: PURE_FUNCTIONS }),
  ]);
  return Object.fromEntries(columns);
}
