import type { WireAnswer } from '../world/edges.ts';
import type { Passing, Seams } from './deviation.ts';

/** The words in which a deviation says what it does to an answer. */

// biome-ignore lint/suspicious/noExplicitAny: JSON of every shape is taken apart here, and nobody trusts what comes of it
export type Loose = any;

export type AnswerEdit = (answer: WireAnswer, passing: Passing) => WireAnswer;

export const UPLOAD = 'POST /v1/assets';
export const LIST = 'GET /v1/assets';
export const READ_ASSET = 'GET /v1/assets/:id';
export const CONTENT = 'GET /v1/assets/:id/content';
export const DELETE_ASSET = 'DELETE /v1/assets/:id';
export const SKIN = 'POST /v1/skin/analyses';
export const MAKEUP = 'POST /v1/makeup/try-ons';
export const HAIR = 'POST /v1/hair/try-ons';
export const SUBMITS = [SKIN, MAKEUP, HAIR];
export const READ_JOB = 'GET /v1/jobs/:id';
export const LIST_JOBS = 'GET /v1/jobs';
export const CANCEL = 'POST /v1/jobs/:id/cancel';
export const DELETE_JOB = 'DELETE /v1/jobs/:id';
export const USAGE = 'GET /v1/usage';
export const BALANCE = 'GET /v1/credits/balance';

/** Edits the answers of some routes, one edit after the other. */
export function on(routes: string | readonly string[], ...edits: AnswerEdit[]): NonNullable<Seams['answer']> {
  const meant = [routes].flat();
  return (answer, passing) => {
    if (passing.route === null || !meant.includes(passing.route)) return answer;
    return edits.reduce((edited, edit) => edit(edited, passing), answer);
  };
}

/** Edits answers of one status, or of one error code. */
export function when(which: number | string, ...edits: AnswerEdit[]): AnswerEdit {
  return (answer, passing) => {
    const meant = typeof which === 'number' ? answer.status === which : codeOf(answer) === which;
    return meant ? edits.reduce((edited, edit) => edit(edited, passing), answer) : answer;
  };
}

/** Edits answers only where something else is so. */
export function where(holds: (passing: Passing, answer: WireAnswer) => boolean, ...edits: AnswerEdit[]): AnswerEdit {
  return (answer, passing) =>
    holds(passing, answer) ? edits.reduce((edited, edit) => edit(edited, passing), answer) : answer;
}

export function status(code: number): AnswerEdit {
  return (answer) => ({ ...answer, status: code });
}

/** Sets a header, changes the one that is there, or (null) leaves it out. */
export function header(name: string, value: string | null | ((was: string) => string)): AnswerEdit {
  return (answer) => {
    const { [name]: was, ...others } = answer.headers;
    if (value === null) return { ...answer, headers: others };
    if (typeof value === 'string') return { ...answer, headers: { ...others, [name]: value } };
    return was === undefined ? answer : { ...answer, headers: { ...others, [name]: value(was) } };
  };
}

/** Changes a JSON body in place, or puts another in its stead. */
export function body(change: (body: Loose, passing: Passing, answer: WireAnswer) => unknown): AnswerEdit {
  return (answer, passing) => {
    const was = jsonOf(answer);
    if (was === undefined) return answer;
    const before = JSON.stringify(was);
    const made = change(was, passing, answer);
    const after = JSON.stringify(made === undefined ? was : made);
    return after === before ? answer : { ...answer, body: after };
  };
}

/** Answers with something else altogether. */
export function instead(code: number, json: unknown, headers: Record<string, string> = {}): AnswerEdit {
  const type: Record<string, string> = json === null ? {} : { 'Content-Type': 'application/json' };
  return () => ({ status: code, headers: { ...type, ...headers }, body: json === null ? null : JSON.stringify(json) });
}

/** Another status and code for a refusal whose shape stays as it is. */
export function refusal(code: number, name: string): AnswerEdit {
  return (answer, passing) =>
    body((detail) => {
      detail.error.code = name;
    })({ ...answer, status: code }, passing);
}

/** A refusal of what was done in truth: as if the service had thought better of it. */
export function refuse(code: number, name: string): AnswerEdit {
  return (answer, passing) => {
    const request_id = `req_deviant${passing.memory.count('refused')}`;
    const error = { code: name, message: 'The request is refused.', request_id, retryable: code >= 429 };
    return instead(code, { error }, code === 503 ? { 'Retry-After': '1' } : {})(answer, passing);
  };
}

/** The answer that the same address gave before, once it has become a refusal: what was to be gone is still there. */
export function haunt(which: number | string): AnswerEdit {
  return (answer, { memory, request }) => {
    if (answer.status === 200) memory.set(request.path, { headers: answer.headers, body: textOf(answer) });
    const kept = memory.get<{ headers: Record<string, string>; body: string }>(request.path);
    const meant = typeof which === 'number' ? answer.status === which : codeOf(answer) === which;
    return meant && kept !== undefined ? { status: 200, ...kept } : answer;
  };
}

function textOf({ body: content }: WireAnswer): string {
  return typeof content === 'string' ? content : Buffer.from(content ?? '').toString('latin1');
}

export function codeOf(answer: WireAnswer): string | undefined {
  return jsonOf(answer)?.error?.code;
}

/** The JSON of a body; nothing where it is none. */
export function jsonOf({ body: content, headers }: WireAnswer): Loose {
  const isJson = headers['Content-Type']?.startsWith('application/json') ?? false;
  return typeof content === 'string' && isJson ? JSON.parse(content) : undefined;
}
