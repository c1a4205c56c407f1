import { holds, same } from '../broken.ts';
import { ownerOf } from '../operation.ts';
import type { Asked, ServiceOperation } from '../requests.ts';
import type { Answer, Sim } from '../sim.ts';
import { documentCheck } from './documents.ts';

const ID = /\b(?:asset|job)_[A-Za-z0-9]+/g;

/** Spec 7: the codes of each status. Statuses whose codes the specification does not show are not checked. */
const CODES: Readonly<Record<number, readonly string[]>> = {
  401: ['INVALID_API_KEY'],
  402: ['INSUFFICIENT_CREDITS'],
  403: ['INSUFFICIENT_SCOPE', 'API_KEY_IP_NOT_ALLOWED'],
  409: ['IDEMPOTENCY_KEY_REUSED', 'JOB_NOT_CANCELLABLE', 'JOB_IN_PROGRESS', 'ASSET_OWNED_BY_JOB'],
  503: ['SERVICE_UNAVAILABLE'],
};

/** Checks what must be true for every answer. */
export async function checkAnswer(sim: Sim, operation: ServiceOperation, asked: Asked, answer: Answer): Promise<void> {
  const { method, path } = asked;
  const { status, headers, text } = answer;
  const what = `${method} ${path} ${status}`;
  if (operation.does !== 'odd' && sim.disk === null) {
    const check = await documentCheck(sim);
    const problem = check({ request: `${method} ${path}`, status, headers, body: text });
    holds('openapi', problem === null, () => problem ?? '');
  }
  if (method === 'HEAD') return;
  if (status >= 400) checkError(what, answer);
  else checkIsolation(sim, operation, what, answer);
  const isUnderWay = status < 300 && ['queued', 'running'].includes(answer.body?.status);
  const isPaced = status === 202 || status === 429 || status === 503 || isUnderWay;
  // Faults set their own Retry-After or none.
  if (isPaced) same('pace', headers['retry-after'] === undefined, false, `whether ${what} lacks a Retry-After`);
}

function checkError(what: string, { status, body, text }: Answer): void {
  const error = body?.error ?? {};
  holds(
    'error-code',
    typeof error.request_id === 'string' && typeof error.message === 'string',
    () => `${what}: ${text}`,
  );
  const codes = CODES[status];
  if (codes !== undefined) holds('error-code', codes.includes(error.code), () => `${what} has the code ${error.code}`);
}

function checkIsolation({ books }: Sim, { key }: ServiceOperation, what: string, { text }: Answer): void {
  const owner = ownerOf(key);
  for (const [id] of text.matchAll(ID)) {
    const thing = books.assets.get(id) ?? books.jobs.get(id);
    holds('isolation', thing === undefined || thing.owner === owner, () => `${what} shows ${id} of ${thing?.owner}`);
  }
}
