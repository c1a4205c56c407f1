import type { WireAnswer } from '../../world/wire.ts';
import type { Overrides, RequestContext } from '../deviation.ts';
import { codeOf, instead, jsonOf, refuse, SUBMITS } from '../edits.ts';
import { scopeOf } from './functions.ts';
import { lowered, spelled } from './headers.ts';
import { answerNames } from './names.ts';
import { compileEdit } from './parts.ts';
import type { Step } from './row.ts';
import { compileValue } from './values.ts';

type AnswerOverride = NonNullable<Overrides['answer']>;
type Parts = { header: Record<string, unknown>; body: unknown; content: unknown };

export function answerEdit(step: Step): AnswerOverride {
  const { match = {}, status, code } = step;
  const edit = compileEdit(step);
  const replacement = replacementOf(step);
  const isMeant = routeTest(match.route);
  return (answer, context) => {
    if (!isMeant(context) || answer.status !== (match.status ?? answer.status)) return answer;
    if (match.code !== undefined && codeOf(answer) !== match.code) return answer;
    const names = answerNames(context, answer);
    const scope = scopeOf(context, names);
    if (!edit.holds(scope)) return answer;
    const parts: Parts = { header: lowered(answer.headers), body: jsonOf(answer), content: answer.body };
    const changed = { ...edit.change(parts, scope) };
    const replaced = replacement?.(answer, context);
    edit.remember(scope, context, context.key?.account);
    if (replaced !== undefined) return replaced;
    const made = status ?? answer.status;
    if (code !== undefined && made >= 400) changed.body = withCode(changed.body, code);
    return { status: made, headers: spelled(changed.header, answer.headers), body: contentOf(parts, changed) };
  };
}

/** Whether a request is to one of these routes; without a list, every request matches, even to an unknown path. */
export function routeTest(written: string | readonly string[] | undefined): (context: RequestContext) => boolean {
  if (written === undefined) return () => true;
  const routes = [written].flat().flatMap((route) => (route === 'submits' ? SUBMITS : [route]));
  return ({ route }) => route !== null && routes.includes(route);
}

function replacementOf({ refuse: refusal, instead: written }: Step): AnswerOverride | null {
  if (refusal !== undefined) return refuse(refusal[0], refusal[1]);
  if (written === undefined) return null;
  const { status, header = {} } = written;
  const [body, headers] = [compileValue(written.body ?? null), compileValue(header)];
  return (answer, context) => {
    const scope = scopeOf(context, answerNames(context, answer));
    return instead(status, body(scope), headers(scope) as Record<string, string>)(answer, context);
  };
}

function withCode(body: unknown, code: string): unknown {
  const { error } = (body ?? {}) as { error?: object };
  return error === undefined ? body : { ...(body as object), error: { ...error, code } };
}

/** Content that was not changed keeps its spelling. */
function contentOf(before: Parts, after: Parts): WireAnswer['body'] {
  if (after.content !== before.content) return after.content as WireAnswer['body'];
  const json = JSON.stringify(after.body);
  return json === JSON.stringify(before.body) ? (before.content as WireAnswer['body']) : json;
}
