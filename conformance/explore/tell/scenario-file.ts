import { deedText } from '../../sessions/deed-text.ts';
import { oddOf } from '../../sessions/odd.ts';
import { inOrder, type Operation, type Session } from '../../sessions/operation.ts';
import { stepId, type WrittenStep } from '../../sessions/write/places-in-steps.ts';
import { scenarioOf, type WrittenScenario } from '../../sessions/write/write-scenario.ts';
import type { Registry } from '../../suite/rules/rule.ts';
import type { Difference } from '../compare/compare.ts';

/** Writes a scenario that fails where the target differs, for the rule that it most likely breaks. */
export function scenarioFor(
  session: Session,
  difference: Difference,
  rules: readonly string[],
  { registry, account }: { registry: Registry; account: Readonly<Record<string, unknown>> },
): WrittenScenario | null {
  const rule = rules.find((one) => registry.has(one));
  if (rule === undefined) return null;
  const { requires, tenant, steps, ...plain } = scenarioOf(session, account);
  const id = stepId(difference.operation.nth);
  const expect = difference.rule === null ? expectationOf(difference, inOrder(session).operations) : {};
  if (expect === null) return null;
  const checked = steps.flatMap((step) => (step['id'] === id ? withCheck(step, rule, expect) : [step]));
  const drivers = driversIn(session);
  return {
    ...plain,
    scenario: 'explored/difference',
    about: `${deedText(difference.operation)}: ${difference.rule === null ? `${difference.what} is what the rules say` : 'the answer keeps the rule'}`,
    covers: [rule],
    requires: { ...(requires as object), ...(drivers.length > 0 && { drivers }) },
    tenant,
    steps: checked,
    finally: [{ use: 'lib/erase' }],
  };
}

/** Computed values are checked in a separate step. */
type Expectation =
  | { expect: Record<string, unknown> }
  | { value: string; expect: Record<string, unknown> }
  | Record<string, never>;

function withCheck(step: WrittenStep, rule: string, expectation: Expectation): WrittenStep[] {
  if (!('expect' in expectation)) return [step];
  const { expect } = expectation;
  if (!('value' in expectation)) return [{ ...step, expect: { [rule]: expect } }];
  return [step, { id: 'looked', value: expectation.value, expect: { [rule]: expect } }];
}

function expectationOf(difference: Difference, operations: readonly Operation[]): Expectation | null {
  const { operation, what, twin } = difference;
  const id = stepId(operation.nth);
  if (what === 'status') return { expect: { status: statusText(operation, twin) } };
  if (what === 'items') return itemsExpectation(operation, twin, operations);
  if (operation.does === 'receive') return eventsExpectation(id, what, twin);
  const simple = MEMBERS[what];
  if (simple === undefined) return null;
  return { expect: { [simple]: what === 'status of the job' && twin === 'under way' ? UNDER_WAY : literal(twin) } };
}

const UNDER_WAY = { in: ['queued', 'running'] };

function statusText(operation: Operation, twin: unknown): unknown {
  if (operation.does === 'odd') return { in: [...oddOf(operation.request).lawful] };
  return operation.does === 'upload' && Number(twin) < 300 ? { between: [200, 299] } : twin;
}

function literal(value: unknown): unknown {
  if (value === undefined) return { absent: true };
  return typeof value === 'object' && value !== null ? { equals: value } : value;
}

const MEMBERS: Readonly<Record<string, string>> = {
  code: 'body.error.code',
  replayed: 'header.Idempotency-Replayed',
  operation: 'body.operation',
  'status of the job': 'body.status',
  error: 'body.error.code',
  output: 'body.output.type',
  purpose: 'body.purpose',
  media_type: 'body.media_type',
  size_bytes: 'body.size_bytes',
  width: 'body.width',
  height: 'body.height',
  livemode: 'body.livemode',
  has_more: 'body.has_more',
  available_units: 'body.available_units',
  spendable_units: 'body.spendable_units',
  test_funded_units: 'body.test_funded_units',
  enforced: 'body.enforced',
  low_balance: 'body.low_balance',
  picture: 'image.decodable',
};

function itemsExpectation(operation: Operation, twin: unknown, operations: readonly Operation[]): Expectation | null {
  const places = (Array.isArray(twin) ? twin : []).map((name) => placeOf(String(name), operations));
  if (places.some((place) => place === null)) return null;
  const list = operation.does === 'list' && operation.whole ? 'items' : 'body.data';
  const value = `\${pluck(${stepId(operation.nth)}.${list}, 'id')}`;
  return { value, expect: { same_set_as: places } };
}

/** Returns the place of the id of a named thing. */
function placeOf(name: string, operations: readonly Operation[]): string | null {
  const [, nth] = /^(?:asset|job) (\d+)$/.exec(name) ?? [];
  if (nth !== undefined) return `\${${stepId(Number(nth))}.body.id}`;
  const [, job] = /^image of job (\d+)$/.exec(name) ?? [];
  const shown = operations.find((one) => one.does === 'finish' && one.of === Number(job));
  return shown === undefined ? null : `\${${stepId(shown.nth)}.body.output.image.id}`;
}

function eventsExpectation(id: string, what: string, twin: unknown): Expectation | null {
  const [, type, nth] = /^(job\.\w+) of job (\d+)$/.exec(what) ?? [];
  if (type === undefined) return null;
  const value = `\${having(having(${id}, 'json.type', '${type}'), 'json.data.object.id', ${stepId(Number(nth))}.body.id)}`;
  return { value, expect: twin === undefined ? { count: 0 } : { distinct: { of: 'json.id', is: twin } } };
}

function driversIn({ world, operations }: Session): string[] {
  const needs = inOrder({ seed: '', world, operations }).operations.flatMap((operation): string[] => {
    if (operation.does === 'submit') return operation.plan === undefined ? [] : ['jobs'];
    if (operation.does === 'finish') return operation.release ? ['jobs'] : [];
    return DRIVERS[operation.does] ?? [];
  });
  const ofWorld = [
    ...(world.credits === undefined ? [] : ['tenants']),
    ...(world.replies === null ? [] : ['webhooks']),
  ];
  return [...new Set([...ofWorld, ...needs])];
}

const DRIVERS: Readonly<Record<string, string[]>> = {
  step: ['jobs'],
  wait: ['clock'],
  'wait for its end': ['clock'],
  credits: ['credits'],
  'without a feature': ['tenants'],
  'with a fault': ['faults'],
  ping: ['webhooks'],
};
