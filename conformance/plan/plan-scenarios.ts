import type { Evidence } from '../judge/evidence.ts';
import type { Collected, Session } from '../run/session.ts';
import { type Reason, reasonOfLack } from '../suite/reasons.ts';
import { instancesOf } from '../suite/scenario/compile-instance.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import type { Scenario } from '../suite/scenario/suite.ts';
import { type DriverName, ROLES } from '../suite/vocabulary.ts';
import type { Target } from '../target/target.ts';
import { chooseArm } from './choose.ts';
import type { Keys } from './facts.ts';
import { factNames } from './facts.ts';

/** What choosing goes by: of a session, or of what is assumed before there is one. */
export type Outlook = Pick<Session, 'context' | 'target' | 'offered'> & {
  drivers: Pick<Session['drivers'], 'offered'>;
  features: Pick<Session['features'], 'on'>;
};

/** The instances of the arm that the target allows; of a scenario that it does not, why not. */
export function planScenario(scenario: Scenario, session: Outlook, collected: Collected): readonly Instance[] {
  const unmet = unmetBy(scenario, session);
  if (unmet !== null) return tellUntested(scenario, unmet.reason, unmet.detail, collected);
  const chosen = chooseArm(scenario, namesFor(session));
  if ('unmet' in chosen)
    return tellUntested(
      scenario,
      reasonOfLack(chosen.unmet.flatMap(({ asks }) => asks)),
      `it needs ${chosen.text}`,
      collected,
    );
  const { arm } = chosen;
  if (arm?.verdict) {
    const detail = arm.verdict.hint ?? arm.verdict.reason;
    return tellUntested(scenario, arm.verdict.reason, detail, collected);
  }
  return instancesOf(scenario, arm, session.context);
}

/** Before anything is made, the keys that a target could have stand for those that it has. */
function namesFor({ target, features, offered, drivers }: Outlook): Record<string, unknown> {
  const keys = (drivers.offered.has('tenants') ? ALL_KEYS : target.keys) as Keys;
  return factNames({ target, features: features.on, offered, keys, tenant: null, seed: '', medianJobTime: 0 });
}

const ALL_KEYS = Object.fromEntries(Object.keys(ROLES).map((role) => [role, { secret: '', environment: 'live' }]));

type Unmet = { reason: Reason; detail: string };

function unmetBy({ requires }: Scenario, { offered, features, target, drivers }: Outlook): Unmet | null {
  const feature = requires.features.find((name) => features.on[name as keyof typeof features.on] === false);
  if (feature !== undefined) return { reason: 'feature-off', detail: `${feature} is off` };
  const driver = requires.drivers.find((name) => !offered.includes(name as DriverName));
  if (driver !== undefined)
    return { reason: reasonOfLack([`driver.${driver}`]), detail: `there is no driver ${driver}` };
  if (drivers.offered.has('tenants')) return null;
  const key = requires.keys.find((role) => role !== 'primary' && !hasKey(target, role));
  return key === undefined ? null : { reason: 'needs-key', detail: `the target gives no key of the role ${key}` };
}

function hasKey({ keys }: Target, role: string): boolean {
  if (keys[role as keyof typeof keys] !== undefined) return true;
  return ['live', 'test'].includes(role) && Object.values(keys).some(({ environment }) => environment === role);
}

function tellUntested({ id, covers }: Scenario, reason: Reason, detail: string, collected: Collected): [] {
  for (const { rule } of covers) collected.evidence.push(untested(rule, id, reason, detail));
  collected.ran.push({ id, scenario: id, ...NOT_RUN, reason, detail });
  return [];
}

const NOT_RUN = { arm: null, row: null, outcome: 'untested' as const, took: 0, tape: [], facts: null };

export function untested(rule: string, instance: string, reason: Reason, detail: string): Evidence {
  return {
    rule,
    outcome: 'untested',
    partial: false,
    instance,
    step: '',
    place: null,
    reason,
    detail,
    mismatches: [],
    exchanges: [],
  };
}

export function nothingFrom(scenarios: readonly Scenario[], reason: Reason, detail: string): Collected {
  const collected: Collected = { evidence: [], observations: [], ran: [], leftovers: [] };
  for (const scenario of scenarios) tellUntested(scenario, reason, detail, collected);
  return collected;
}

export const NOT_BEGUN = 'it was not begun';

/** What was never begun could not be tested, and the report says so. */
export function tellNotRun(planned: readonly Instance[], reason: Reason, collected: Collected): void {
  const begun = new Set(collected.ran.map(({ id }) => id));
  for (const { id, scenario, covers } of planned) {
    if (begun.has(id)) continue;
    for (const rule of covers) collected.evidence.push(untested(rule, id, reason, NOT_BEGUN));
    collected.ran.push({ id, scenario, ...NOT_RUN, reason, detail: NOT_BEGUN });
  }
}
