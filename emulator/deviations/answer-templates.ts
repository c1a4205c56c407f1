import { isMap } from '../../shared/is-map.ts';
import { ROUTES } from '../domain/routes.ts';
import { type AnswerTemplate, UNKNOWN_PATH } from '../domain/test-control/answer-template.ts';
import type { WireAnswer } from '../world/wire.ts';
import type { AnyJson, Overrides, RequestContext } from './deviation.ts';
import { body, codeOf, header, jsonOf } from './edits.ts';

/** Answers as the templates of a configuration have them. The first template that matches decides. */
export function answeredBy(templates: readonly AnswerTemplate[]): Pick<Overrides, 'answer'> {
  return {
    answer: (answer, context) => {
      const template = templates.find(({ when }) => isMeant(when, answer, context));
      return template === undefined ? answer : filled(template.answer, answer, context);
    },
  };
}

function isMeant(when: AnswerTemplate['when'], answer: WireAnswer, { route }: RequestContext): boolean {
  const name = route === null ? UNKNOWN_PATH : ROUTES[route].name;
  if (when.route !== null && when.route !== name) return false;
  if (when.status !== null && when.status !== answer.status) return false;
  if (when.code !== null && when.code !== codeOf(answer)) return false;
  return when.state === null || when.state === jsonOf(answer)?.status;
}

function filled(
  { status, code, headers, members, without }: AnswerTemplate['answer'],
  answer: WireAnswer,
  context: RequestContext,
): WireAnswer {
  const named = Object.entries(headers).reduce((made, [name, value]) => withHeader(made, name, value, context), answer);
  const changed = body((json) => {
    if (code !== undefined && isMap(json?.error)) json.error.code = code;
    for (const [path, value] of Object.entries(members)) setAt(json, path.split('.'), value);
    for (const path of without) removeAt(json, path.split('.'));
  })(named, context);
  return status === undefined ? changed : { ...changed, status };
}

/** Names of headers have no case. */
function withHeader(answer: WireAnswer, name: string, value: string | null, context: RequestContext): WireAnswer {
  const known = Object.keys(answer.headers).find((one) => one.toLowerCase() === name.toLowerCase());
  return header(known ?? name, value)(answer, context);
}

function setAt(json: AnyJson, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (!isMap(json)) return;
  if (rest.length === 0) json[name] = value;
  else {
    if (!isMap(json[name])) json[name] = {};
    setAt(json[name], rest, value);
  }
}

function removeAt(json: AnyJson, [name = '', ...rest]: readonly string[]): void {
  if (!isMap(json)) return;
  if (rest.length === 0) delete json[name];
  else removeAt(json[name], rest);
}
