import { stringify } from 'yaml';
import { HOOK, inOrder, type Operation, type Session, type World } from '../operation.ts';
import type { WrittenStep } from './places-in-steps.ts';
import { UNROTATED } from './write-driven-steps.ts';
import { stepsOf, submittersIn } from './write-steps.ts';

export type WrittenScenario = Record<string, unknown> & { steps: WrittenStep[] };

/** Enough for all submissions of a session. */
export const PLENTY = 100_000;

/** A session in the language of scenarios. `account` is what of the account the target decides, so that the twin has it too. */
export function scenarioOf(
  session: Session,
  account: Readonly<Record<string, unknown>>,
  id = 'explore/session',
): WrittenScenario {
  const { world, operations } = session;
  const ordered = inOrder(session);
  const roles = rolesIn(ordered.operations);
  const submitterOf = submittersIn(ordered);
  return {
    scenario: id,
    covers: ['SUBMIT-202'],
    ...(roles.length > 0 && { requires: { keys: roles } }),
    tenant: { ...account, ...accountOf(world) },
    steps: [...hookOf(world), ...operations.flatMap((operation) => stepsOf(operation, submitterOf))],
  };
}

export function scenarioText(scenario: WrittenScenario): string {
  return stringify(scenario, { lineWidth: 0, aliasDuplicateObjects: false });
}

export function accountOf({
  primary,
  credits = PLENTY,
  enforced = true,
  threshold,
  test_funded,
  webhooks,
}: World): Record<string, unknown> {
  return {
    primary,
    credits,
    enforced,
    ...(threshold !== undefined && { threshold }),
    ...(test_funded !== undefined && { test_funded }),
    ...(webhooks !== undefined && { webhooks }),
  };
}

export function hookOf({ replies, events, others = [] }: World): WrittenStep[] {
  if (replies === null) return [];
  return [
    { hook: HOOK, endpoint: 'fresh', ...(events !== undefined && { events }) },
    // Only now does it have a URL, which a reply may name.
    { hook: HOOK, reply: replies },
    ...others.map((other) => ({ ...other, endpoint: 'fresh' })),
    ...UNROTATED,
  ];
}

/** Keys that are created only on request. */
export function rolesIn(operations: readonly Operation[]): string[] {
  const roles = operations.flatMap((operation) =>
    'key' in operation && operation.key !== undefined ? [operation.key] : [],
  );
  return [...new Set(roles.filter((role) => role !== 'none'))].sort();
}
