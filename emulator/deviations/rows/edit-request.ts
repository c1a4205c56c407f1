import type { RequestFacts } from '../../world/edges.ts';
import type { Overrides } from '../deviation.ts';
import { parsed } from '../requests.ts';
import { routeTest } from './edit-answer.ts';
import { scopeOf } from './functions.ts';
import { requestNames } from './names.ts';
import { compileEdit } from './parts.ts';
import type { Step } from './row.ts';

type Parts = {
  id: string;
  header: Record<string, string>;
  query: Record<string, unknown>;
  pairs: RequestFacts['query'];
  body: unknown;
  content: unknown;
};

export function requestEdit(step: Step): NonNullable<Overrides['request']> {
  const edit = compileEdit(step);
  const isMeant = routeTest(step.match?.route);
  return (request, given) => {
    const context = { ...given, request };
    if (!isMeant(context)) return request;
    const scope = scopeOf(context, requestNames(context));
    if (!edit.holds(scope)) return request;
    const parts: Parts = {
      id: request.id,
      header: { ...request.headers },
      query: Object.fromEntries(request.query.toReversed()),
      pairs: request.query,
      body: parsed(request.body),
      content: request.body,
    };
    const { id, header, query, pairs, ...changed } = edit.change(parts, scope);
    edit.remember(scope, context, context.key?.account);
    return {
      ...request,
      id,
      headers: header,
      query: pairsOf(pairs, parts.query, query),
      body: contentOf(parts, changed),
    };
  };
}

/** The pairs with the changed values: replaced in place, or added. */
function pairsOf(pairs: Parts['pairs'], before: Parts['query'], after: Parts['query']): Parts['pairs'] {
  const replaced = pairs
    .filter(([name]) => !Object.hasOwn(before, name) || Object.hasOwn(after, name))
    .map(([name, value]) =>
      after[name] === before[name] ? ([name, value] as const) : ([name, String(after[name])] as const),
    );
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
  return [...replaced, ...added.map((name) => [name, String(after[name])] as const)];
}

function contentOf(before: Parts, after: Pick<Parts, 'body' | 'content'>): Uint8Array | null {
  if (after.content !== before.content) return Buffer.from(after.content as string | Uint8Array);
  const json = JSON.stringify(after.body);
  const isSame = json === undefined || json === JSON.stringify(before.body);
  return isSame ? (before.content as Uint8Array | null) : Buffer.from(json);
}
