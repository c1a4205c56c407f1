import { withoutPath, withValue } from '../../../shared/expression/paths.ts';
import type { Scope } from '../../../shared/expression/scope.ts';
import { PURE_FUNCTIONS } from '../expression/functions.ts';
import { renderLoose } from '../expression/template.ts';
import type { Change } from './change.ts';

/** A request as changes look at it: the path without its query, headers by their names in small letters. */
export type SeenRequest = { method: string; path: string; header: Readonly<Record<string, string>>; body: unknown };
/** An answer; `body` is undefined where it is no JSON. */
export type SeenAnswer = { status: number; header: Readonly<Record<string, string>>; body: unknown };

/** Whether the answer to this request may be changed, whatever it will be. */
export function mayMatch({ match }: Change, { method, path }: Pick<SeenRequest, 'method' | 'path'>): boolean {
  if (match.method !== null && match.method !== method) return false;
  if (match.routes.length === 0) return true;
  return match.routes.some((route) => (route.method ?? method) === method && route.path.test(path));
}

/** An answer after changes: which of them were meant, and how much later it comes. */
export type ChangedAnswer = SeenAnswer & { delay: number; by: readonly Change[] };

/** The answer after those changes that are meant, one after the other. */
export function changedAnswer(changes: readonly Change[], request: SeenRequest, answer: SeenAnswer): ChangedAnswer {
  const begun: ChangedAnswer = { ...answer, delay: 0, by: [] };
  return changes.reduce((before, change) => applied(change, request, before), begun);
}

function applied(change: Change, request: SeenRequest, answer: ChangedAnswer): ChangedAnswer {
  const { match, set, remove, status, delay } = change;
  const scope: Scope = { names: { request, answer }, functions: PURE_FUNCTIONS };
  if (!mayMatch(change, request) || (match.status ?? answer.status) !== answer.status) return answer;
  if (match.when !== null && !match.when.evaluate(scope)) return answer;
  const parts: Parts = { header: answer.header, body: answer.body };
  const without = remove.reduce((seen, path) => withoutPath(seen, path) as Parts, parts);
  const { header, body } = set.reduce((seen, { path, value }) => {
    const given = renderLoose(value, scope);
    // What cannot be worked out, such as a header that was not sent, is left as it is.
    return given === undefined ? seen : (withValue(seen, path, given) as Parts);
  }, without);
  const texts = Object.entries(header).map(([name, value]) => [name, String(value)]);
  return {
    status: status ?? answer.status,
    header: Object.fromEntries(texts),
    body,
    delay: answer.delay + delay,
    by: [...answer.by, change],
  };
}

type Parts = Pick<SeenAnswer, 'header' | 'body'>;
