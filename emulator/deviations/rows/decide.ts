import type { Rules } from '../../domain/rulebook.ts';
import type { Tools } from '../deviation.ts';
import { scopeOf } from './functions.ts';
import { withAll, worldNames } from './names.ts';
import { compileExpression } from './values.ts';

type Decide = (...args: unknown[]) => unknown;

/** The names of a decision's arguments in expressions. */
const ARGUMENTS: Partial<Record<keyof Rules, readonly string[]>> = {
  keyIsUsable: ['key', 'account', 'now'],
  networkIsAllowed: ['key', 'address'],
  scopeIsGranted: ['key', 'scope'],
  featureIsOn: ['account', 'environment', 'feature'],
  isOwn: ['thing', 'caller'],
  assetIsReadable: ['asset', 'now'],
  inputState: ['found', 'now', 'readings'],
  assetDeletion: ['found', 'now', 'readings'],
  fingerprint: ['submission'],
  claimName: ['owner', 'key', 'idempotency_key', 'operation'],
  replay: ['claim', 'fingerprint', 'is_there'],
  unitsToHold: ['ledger', 'operation', 'environment'],
  isAffordable: ['ledger', 'units'],
  ledgerAfterAcceptance: ['ledger', 'units'],
  ledgerAfterEnd: ['ledger', 'units', 'settlement'],
  usageDay: ['now'],
  balanceIsLow: ['ledger'],
  spendableUnits: ['ledger'],
  quotaOpensAt: ['quota', 'used', 'opens_at'],
  admissionOpensAt: ['limit', 'admission', 'now', 'within'],
  cancellation: ['job'],
  atBoundary: ['job', 'from'],
  settlement: ['end', 'job'],
  refundsQuota: ['job'],
  inputIsKept: ['job', 'inputs'],
  jobDeletion: ['job'],
  jobTag: ['json'],
  tagMatches: ['sent', 'tag'],
  pageEnd: ['last', 'has_more', 'rows', 'limit'],
  cursorBinding: ['binding'],
  webhooksAreOn: ['account'],
  eventsOfEnd: ['end'],
  isDelivered: ['attempt'],
  receives: ['endpoint', 'owner', 'type'],
  nextAttemptAt: ['seed', 'delivery', 'event', 'made', 'now', 'jitter'],
  failingAfter: ['endpoint', 'attempt'],
  isToBeDisabled: ['failing', 'now'],
  signingSecrets: ['endpoint', 'now'],
  inputExpiry: ['readings', 'now'],
  jobExpiry: ['readings', 'now'],
};

/** Replaces a decision by an expression, in which `was(…)` is the former one; undefined keeps the decision. */
export function decision(name: string, text: string): (was: Rules, tools: Tools) => Partial<Rules> {
  const named = ARGUMENTS[name as keyof Rules];
  if (named === undefined) throw new Error(`decide: ${name} is not a decision whose arguments have names`);
  const value = compileExpression(text);
  return (rules, tools) => {
    const before = rules[name as keyof Rules] as unknown as Decide;
    const decide: Decide = (...args) => {
      const own = Object.fromEntries(named.map((argument, index) => [argument, args[index]]));
      const names = withAll(withAll(worldNames(tools), own), {
        get was() {
          return before(...args);
        },
        get route() {
          return tools.memory.get('route');
        },
      });
      const outcome = value(scopeOf(tools, names, functionsFor(rules, before, named, args)));
      return outcome === undefined ? before(...args) : outcome;
    };
    return { [name]: decide };
  };
}

function functionsFor(rules: Rules, before: Decide, named: readonly string[], args: readonly unknown[]) {
  return {
    was: (changed: unknown) => {
      const others = { ...(changed as Record<string, unknown>) };
      const values = named.map((name, index) => (Object.hasOwn(others, name) ? others[name] : args[index]));
      return before(...values);
    },
    spendable: (ledger: unknown) => (rules.spendableUnits as unknown as Decide)(ledger),
  };
}
