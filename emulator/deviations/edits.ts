import { ROUTES, type RouteId } from '../domain/routes.ts';
import type { WireAnswer } from '../world/wire.ts';
import type { AnyJson, Overrides, RequestContext } from './deviation.ts';

export type AnswerEdit = (answer: WireAnswer, context: RequestContext) => WireAnswer;

export const SUBMITS = (Object.keys(ROUTES) as RouteId[]).filter(isSubmit);

export function isSubmit(route: RouteId | null): boolean {
  return route !== null && ROUTES[route].submits !== null;
}

/** Edits the answers of some routes, one edit after the other. */
export function on(routes: RouteId | readonly RouteId[], ...edits: AnswerEdit[]): NonNullable<Overrides['answer']> {
  const meant = [routes].flat();
  return (answer, context) => {
    if (context.route === null || !meant.includes(context.route)) return answer;
    return edits.reduce((edited, edit) => edit(edited, context), answer);
  };
}

export function when(which: number | string, ...edits: AnswerEdit[]): AnswerEdit {
  return (answer, context) => {
    const applies = typeof which === 'number' ? answer.status === which : codeOf(answer) === which;
    return applies ? edits.reduce((edited, edit) => edit(edited, context), answer) : answer;
  };
}

export function where(
  holds: (context: RequestContext, answer: WireAnswer) => boolean,
  ...edits: AnswerEdit[]
): AnswerEdit {
  return (answer, context) =>
    holds(context, answer) ? edits.reduce((edited, edit) => edit(edited, context), answer) : answer;
}

export function status(code: number): AnswerEdit {
  return (answer) => ({ ...answer, status: code });
}

/** Sets a header, changes it, or (null) removes it. */
export function header(name: string, value: string | null | ((was: string) => string)): AnswerEdit {
  return (answer) => {
    const { [name]: was, ...others } = answer.headers;
    if (value === null) return { ...answer, headers: others };
    if (typeof value === 'string') return { ...answer, headers: { ...others, [name]: value } };
    return was === undefined ? answer : { ...answer, headers: { ...others, [name]: value(was) } };
  };
}

/** Changes a JSON body in place, or replaces it with what `change` returns. */
export function body(change: (body: AnyJson, context: RequestContext, answer: WireAnswer) => unknown): AnswerEdit {
  return (answer, context) => {
    const was = jsonOf(answer);
    if (was === undefined) return answer;
    const before = JSON.stringify(was);
    const made = change(was, context, answer);
    const after = JSON.stringify(made === undefined ? was : made);
    return after === before ? answer : { ...answer, body: after };
  };
}

/** Changes the JSON of 200 answers of some routes. */
export function shown(
  routes: RouteId | readonly RouteId[],
  change: (body: AnyJson, context: RequestContext) => unknown,
): Pick<Overrides, 'answer'> {
  return { answer: on(routes, when(200, body(change))) };
}

export function instead(code: number, json: unknown, headers: Record<string, string> = {}): AnswerEdit {
  const type: Record<string, string> = json === null ? {} : { 'Content-Type': 'application/json' };
  return () => ({ status: code, headers: { ...type, ...headers }, body: json === null ? null : JSON.stringify(json) });
}

/** Changes the status and the code of a refusal; the rest of its body is kept. */
export function refusal(code: number, name: string): AnswerEdit {
  return (answer, context) =>
    body((detail) => {
      if (detail.error !== undefined) detail.error.code = name;
    })({ ...answer, status: code }, context);
}

/** Answers a refusal although the request was carried out. */
export function refuse(code: number, name: string): AnswerEdit {
  return (answer, context) => {
    const request_id = `req_deviant${context.memory.count('refused')}`;
    const error = { code: name, message: 'The request is refused.', request_id, retryable: code >= 429 };
    return instead(code, { error }, code === 503 ? { 'Retry-After': '1' } : {})(answer, context);
  };
}

export function codeOf(answer: WireAnswer): string | undefined {
  return errorOf(answer)?.code;
}

/** The ErrorDetail of a refusal. Spec 2.2: a Job has a member `error` too, so the status decides. */
export function errorOf(answer: WireAnswer): AnyJson {
  return answer.status < 400 ? undefined : jsonOf(answer)?.error;
}

export function jsonOf({ body: content, headers }: WireAnswer): AnyJson {
  const isJson = /^application\/(?:problem\+)?json/.test(headers['Content-Type'] ?? '');
  return typeof content === 'string' && isJson ? JSON.parse(content) : undefined;
}
