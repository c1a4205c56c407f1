import { isMap } from '../../../../shared/is-map.ts';
import { differing, type Finding, type Found, shortened, type Target, valueText } from '../finding.ts';
import { elementsOf, memberOf } from '../paths.ts';

type Label = (expected: unknown) => string;

/** Returns the differences between the expected value and the target, each at its own place. */
export function differences(expected: unknown, target: Target, label: Label = valueText): Found[] {
  if (isList(expected) && isList(target.value)) return inLists(expected, target.value, target.pointer, label);
  if (isMap(expected) && isMap(target.value)) return inMaps(expected, target, label);
  if (isSameScalar(expected, target)) return [];
  return [{ pointer: target.pointer, expected: label(expected), seen: shortened(target.value), wanted: expected }];
}

export function sameAs(expected: unknown, target: Target, label: Label = valueText): Finding {
  return differing(differences(expected, target, label));
}

export function isSame(expected: unknown, target: Target): boolean {
  return differences(expected, target).length === 0;
}

/**
 * Returns what is missing if every member of the expected map must be present and equal. Extra members are allowed at
 * any depth.
 */
export function missingIn(expected: unknown, target: Target): Found[] {
  if (!isMap(expected) || !isMap(target.value)) return differences(expected, target);
  return Object.entries(expected).flatMap(([name, value]) => withOwner(name, missingIn(value, memberOf(target, name))));
}

export function isWithin(expected: unknown, target: Target): boolean {
  return missingIn(expected, target).length === 0;
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns the target as a number. Headers are texts, so digits count as a number there, and only there. */
export function numberIn({ value, pointer }: Target): number | null {
  if (typeof value === 'number') return value;
  const isHeader = pointer.includes('/header/');
  return isHeader && typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null;
}

function isSameScalar(expected: unknown, target: Target): boolean {
  if (expected === target.value || Object.is(expected, target.value)) return true;
  return typeof expected === 'number' && numberIn(target) === expected;
}

function inLists(expected: readonly unknown[], actual: readonly unknown[], pointer: string, label: Label): Found[] {
  const shorter = Math.min(expected.length, actual.length);
  const targets = elementsOf(actual.slice(0, shorter), pointer);
  const mismatches = targets.flatMap((target, index) => differences(expected[index], target, label));
  if (expected.length === actual.length) return mismatches;
  const count = `a list of ${expected.length}, not of ${actual.length}: ${label(expected)}`;
  return [...mismatches, { pointer, expected: count, seen: shortened(actual), wanted: expected }];
}

function inMaps(expected: Record<string, unknown>, target: Target, label: Label): Found[] {
  const known = Object.entries(expected).filter(([, value]) => value !== undefined);
  const mismatches = known.flatMap(([name, value]) =>
    withOwner(name, differences(value, memberOf(target, name), label)),
  );
  const more = Object.entries(target.value as object).filter(
    ([name, value]) => value !== undefined && expected[name] === undefined,
  );
  const added = more.flatMap(([name]) => withOwner(name, differences(undefined, memberOf(target, name), label)));
  return [...mismatches, ...added];
}

/** Spec 9: a server may add members. */
function withOwner(name: string, found: readonly Found[]): Found[] {
  return SPEC_MEMBERS.has(name) ? [...found] : found.map((one) => ({ ...one, isOfServer: true }));
}

/** Spec 2 and 6.2: the members that the specification names in its resources. A server may add others. */
const SPEC_MEMBERS: ReadonlySet<string> = new Set([
  ...['id', 'purpose', 'media_type', 'size_bytes', 'width', 'height', 'created_at', 'expires_at', 'livemode'],
  ...['operation', 'status', 'updated_at', 'completed_at', 'inputs', 'output', 'error', 'asset_id', 'role'],
  ...['type', 'concerns', 'analysis_version', 'visualizations', 'image', 'revision', 'applied', 'href'],
  ...['concern', 'score', 'unavailable_reason', 'color_gradient', 'dark', 'light', 'color', 'opacity'],
  ...['code', 'message', 'request_id', 'details', 'doc_url', 'retryable', 'data', 'has_more', 'next_cursor'],
  ...['object', 'as_of', 'settled_units', 'held_units', 'available_units', 'test_funded_units', 'spendable_units'],
  ...['enforced', 'low_balance', 'unit_costs', 'skin.analyze', 'makeup.apply', 'hair.try_on'],
  ...['api_version', 'created', 'deleted', 'endpoint_id', 'header', 'body'],
]);
