import type { Template } from '../suite/expression/template.ts';
import { type Reason, reasonOfLack } from '../suite/reasons.ts';
import { instancesOf } from '../suite/scenario/compile-instance.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import type { Scenario, ScenarioArm, SuiteContext } from '../suite/scenario/suite.ts';
import { type Feature, PRODUCTS, type Product, ROLES } from '../suite/vocabulary.ts';
import { type Target, unsetText } from '../target/target.ts';
import { environmentOfRoleOff } from './environments.ts';
import { type Facts, factNames, type Keys } from './facts.ts';

/** What is played of the chosen scenarios, and which of them cannot be played. */
export type Plan = {
  instances: readonly Instance[];
  passedOver: readonly PassedOver[];
  /** Rows of played scenarios for products that the target does not have. */
  leftOut: readonly { instance: Instance; detail: string }[];
};

export type PassedOver = { scenario: Scenario; reason: Reason; detail: string };

/** What is known or assumed about a target before anything is played. */
export type Outlook = Pick<Facts, 'features' | 'offered'> & { target: Target };

/** Returns for each scenario the instances of the arm that the target allows, or why there is none. */
export function planRun(scenarios: readonly Scenario[], context: SuiteContext, outlook: Outlook): Plan {
  const names = namesFor(outlook);
  const passedOver: PassedOver[] = [];
  const rows: Rows[] = [];
  for (const scenario of scenarios) {
    const choice = lackOf(scenario, outlook) ?? chooseArm(scenario, names);
    if ('reason' in choice) passedOver.push({ scenario, ...choice });
    else rows.push(rowsFor(scenario, instancesOf(scenario, choice.arm, context), outlook));
  }
  const [instances, leftOut] = [rows.flatMap((one) => one.instances), rows.flatMap((one) => one.leftOut)];
  return { instances, passedOver, leftOut };
}

type Rows = Pick<Plan, 'instances' | 'leftOut'>;

/** Splits instances by whether the target has their product. */
function rowsFor({ anyProduct }: Scenario, all: readonly Instance[], outlook: Outlook): Rows {
  const why = ({ row }: Instance) => {
    const off = anyProduct ? null : productOff(row, outlook.features);
    if (off !== null) return `${off} is off`;
    return isOfDraft(row, outlook) ? 'hair is a draft, and the target does not map its fields' : null;
  };
  return {
    instances: all.filter((instance) => why(instance) === null),
    leftOut: all.flatMap((instance) => {
      const detail = why(instance);
      return detail === null ? [] : [{ instance, detail }];
    }),
  };
}

function namesFor({ target, features, offered }: Outlook): Record<string, unknown> {
  const keys = knownKeys({ target, offered });
  return factNames({ target, features, offered, keys, tenant: null, seed: '', medianJobTime: 0 });
}

/** Returns the keys that a target has, or could make, before anything is made. */
export function knownKeys({ target, offered }: Pick<Outlook, 'target' | 'offered'>): Keys {
  return (offered.includes('tenants') ? ALL_KEYS : target.keys) as Keys;
}

const ALL_KEYS = Object.fromEntries(Object.keys(ROLES).map((role) => [role, { secret: '', environment: 'live' }]));

type Lack = Omit<PassedOver, 'scenario'>;

/** Returns a requirement of a scenario that the target does not meet. */
function lackOf({ requires }: Scenario, { offered, features, target }: Outlook): Lack | null {
  const feature = requires.features.find((name) => features[name as keyof typeof features] === false);
  if (feature !== undefined) return { reason: 'feature-off', detail: `${feature} is off` };
  const driver = requires.drivers.find((name) => !offered.some((one) => one === name));
  if (driver === 'webhooks' && features.webhooks === false) return { reason: 'feature-off', detail: 'webhooks is off' };
  if (driver !== undefined)
    return { reason: reasonOfLack([`driver.${driver}`]), detail: `there is no driver ${driver}` };
  const missing = requires.keys.filter((role) => role !== 'primary' && !hasKey(target, role));
  const off = missing.flatMap((role) => environmentOfRoleOff(role, features) ?? [])[0];
  if (off !== undefined) return { reason: 'feature-off', detail: `${off} is off` };
  const [key] = missing;
  if (offered.includes('tenants') || key === undefined) return null;
  const unset = unsetText(target, key);
  return { reason: 'needs-key', detail: unset ?? `the target gives no key of the role ${key}` };
}

function hasKey({ keys }: Target, role: string): boolean {
  if (keys[role as keyof typeof keys] !== undefined) return true;
  return ['live', 'test'].includes(role) && Object.values(keys).some(({ environment }) => environment === role);
}

/** Chooses the first arm whose needs are met. A scenario without arms has no needs. */
function chooseArm({ arms }: Scenario, names: Readonly<Record<string, unknown>>): { arm: ScenarioArm | null } | Lack {
  if (arms.length === 0) return { arm: null };
  const scope = { names, functions: {} };
  const arm = arms.find(({ needs }) => needs.every((need) => Boolean(need.evaluate(scope))));
  if (arm === undefined) return noArm(arms);
  if (arm.verdict === null) return { arm };
  const { reason, hint } = arm.verdict;
  return { reason, detail: hint ?? reason };
}

function noArm(arms: readonly ScenarioArm[]): Lack {
  const asked = arms.flatMap(({ needs }) => needs.flatMap(({ asks }) => asks));
  const needed = arms.map(({ needs }) => needs.map(({ text }) => text).join(' and ')).join(', or ');
  return { reason: reasonOfLack(asked), detail: `it needs ${needed}` };
}

/**
 * Returns the product that a row names (by its operation, its path or a request) if the target does not have it;
 * otherwise null.
 */
function productOff(row: Instance['row'], features: Readonly<Record<Feature, boolean | null>>): Product | null {
  const off = (Object.keys(PRODUCTS) as Product[]).filter((product) => features[product] === false);
  if (off.length === 0) return null;
  const texts = new Set(Object.values(row).flatMap(textsIn));
  return off.find((product) => NAMES[product].some((name) => texts.has(name))) ?? null;
}

/**
 * Spec 4.2: hair rows belong to a draft, which is only graded if the target maps its fields or has no other product.
 */
function isOfDraft(row: Instance['row'], { target, features }: DraftOf): boolean {
  const isHair = Object.values(row).flatMap(textsIn).includes(PRODUCTS.hair.operation);
  const hasOthers = features.skin !== false || features.makeup !== false;
  return isHair && hasOthers && !target.hair.mapped;
}

type DraftOf = { target: Pick<Target, 'hair'>; features: Readonly<Record<Feature, boolean | null>> };

const NAMES = Object.fromEntries(
  Object.entries(PRODUCTS).map(([product, { operation, path }]) => [product, [operation, path, `POST ${path}`]]),
) as Record<Product, string[]>;

/** Returns all texts that are values in a template. Results of expressions are not known yet. */
function textsIn(template: Template): string[] {
  if (template.kind === 'constant') return textsOf(template.value);
  if (template.kind === 'list') return template.items.flatMap(textsIn);
  return template.kind === 'map' ? template.entries.flatMap(({ value }) => textsIn(value)) : [];
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
