import type { Submission } from '../read-submission.ts';

/** Reading 16: which keys are refused is open, so one is certain to be taken only where one like it was. */
export function formOf(idempotencyKey: string): string {
  return `${idempotencyKey.length} ${idempotencyKey.slice(0, 4)}`;
}

/**
 * What decides whether a submission is valid, beside its input: each value by itself, so that what was accepted in one request
 * is accepted in another. Null where the request is not of a form that always is.
 */
export function valuesOf({ operation, body }: Submission): string[] | null {
  const { inputs: _, concerns, products, ...rest } = body;
  if (Object.keys(rest).length > 0) return null;
  if (operation === 'skin.analyze') return valuesIn(concerns, 'concern');
  return operation === 'makeup.apply' ? valuesIn(products, 'product') : null;
}

function valuesIn(list: unknown, what: string): string[] | null {
  if (!Array.isArray(list) || list.length === 0) return null;
  return [`${list.length} of ${what}`, ...list.map((one) => `${what} ${JSON.stringify(one)}`)];
}
