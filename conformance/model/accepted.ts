import type { Submission } from './read-submission.ts';
import type { Sight } from './sight.ts';

/** What makes a submission valid, beside its input. What was accepted once is accepted again, in the same account. */
export type Accepted = {
  /** All of it. Which values go together is open. */
  request: string;
  /** The form of its Idempotency-Key. Reading 16: which keys are valid is open. */
  form: string;
  /** Each value by itself; null where the body has more than the values that are always accepted together. */
  values: string[] | null;
};

export function acceptedBy({ owner, view }: Sight, { path, operation, body }: Submission): Accepted {
  const { inputs: _, ...rest } = body;
  const request = `${owner} ${path} ${JSON.stringify(rest)}`;
  const values = valuesOf(operation, rest)?.map((value) => `${owner} ${value}`) ?? null;
  return { request, form: formOf({ owner, view }), values };
}

const MOST_OF_KEY = 100;

export function formOf({ owner, view }: Pick<Sight, 'owner' | 'view'>): string {
  const key = view.request.header['idempotency-key'] ?? '';
  return `${owner} Idempotency-Key ${key.length} ${key.slice(0, MOST_OF_KEY).replace(/[\da-f]/gi, '0')}`;
}

function valuesOf(operation: string, { concerns, products, ...rest }: Record<string, unknown>): string[] | null {
  if (Object.keys(rest).length > 0) return null;
  if (operation === 'skin.analyze') return valuesIn(concerns, 'concern');
  return operation === 'makeup.apply' ? valuesIn(products, 'product') : null;
}

function valuesIn(list: unknown, what: string): string[] | null {
  if (!Array.isArray(list) || list.length === 0) return null;
  return [`${list.length} of ${what}`, ...list.map((one) => `${what} ${JSON.stringify(one)}`)];
}
