/** Whether two JSON values are equal, regardless of the order of members. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other || (Number.isNaN(one) && Number.isNaN(other))) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left = Object.keys(one);
  if (left.length !== Object.keys(other).length) return false;
  return left.every((key) => Object.hasOwn(other, key) && isEqual(memberOf(one, key), memberOf(other, key)));
}

function memberOf(of: object, key: string): unknown {
  return (of as Record<string, unknown>)[key];
}
