import { createHash } from 'node:crypto';
import { isEqual } from '../../shared/expression/equal.ts';
import { isMap } from '../../shared/is-map.ts';
import { ApiError, invalidFields } from '../domain/errors.ts';
import { ROUTES } from '../domain/routes.ts';
import { type AnswerTemplate, UNKNOWN_PATH } from '../domain/test-control/answer-template.ts';
import { toIso } from '../domain/values/time.ts';
import type { WireAnswer } from '../world/wire.ts';
import type { AnyJson, Overrides, RequestContext, Tools } from './deviation.ts';
import { body, codeOf, jsonOf } from './edits.ts';
import { editMembers, filledIn, type Known, valueAt } from './members.ts';

type When = AnswerTemplate['when'];

/** Answers edited by the templates of a configuration. All matching templates apply, in their order. */
export function answeredBy(templates: readonly AnswerTemplate[]): Overrides {
  const ofAnswers = templates.filter(({ when, answer }) => when.resource === null && answer.refuse === undefined);
  const refusals = templates.filter(({ answer }) => answer.refuse !== undefined);
  const of = (resource: 'job' | 'asset') => templates.filter(({ when }) => when.resource === resource);
  return {
    ...(refusals.length > 0 && { check: (context) => refuseBy(refusals, context) }),
    ...(ofAnswers.length > 0 && {
      answer: (answer, context) =>
        ofAnswers
          .filter(({ when }) => isMeant(when, answer, context))
          .reduce((made, template) => filled(template.answer, made, context), answer),
    }),
    ...(of('job').length + of('asset').length > 0 && {
      rules: (was, tools) => ({
        jobBody: (...args) => resourceBy(of('job'), was.jobBody(...args), tools),
        assetBody: (...args) => resourceBy(of('asset'), was.assetBody(...args), tools),
      }),
    }),
  };
}

function isMeant(when: When, answer: WireAnswer, context: RequestContext): boolean {
  if (!isAsked(when, context)) return false;
  if (when.status !== null && when.status !== answer.status) return false;
  if (when.code !== null && when.code !== codeOf(answer)) return false;
  if (when.field !== null && when.field !== context.refusal?.fields[0]?.path.replace(/[.[].*/, '')) return false;
  return isBody(when, jsonOf(answer));
}

function isAsked({ route, method, parameter }: When, context: RequestContext): boolean {
  const name = context.route === null ? UNKNOWN_PATH : ROUTES[context.route].name;
  if (route !== null && route !== name) return false;
  if (method !== null && method !== context.request.method) return false;
  return parameter === null || context.request.query.some(([own]) => own === parameter);
}

function isBody({ state, has }: When, json: AnyJson): boolean {
  if (state !== null && state !== json?.status) return false;
  return Object.entries(has).every(([path, value]) => isEqual(valueAt(json, path), value));
}

function refuseBy(templates: readonly AnswerTemplate[], context: RequestContext): void {
  const found = templates.find(({ when }) => isAsked(when, context));
  const refusal = found?.answer.refuse;
  if (found === undefined || refusal === undefined) return;
  const { parameter } = found.when;
  const fields = parameter === null ? [] : [{ path: parameter, problem: 'is not a known parameter' }];
  const { kind, message } = invalidFields(fields);
  throw new ApiError(kind, { message: found.answer.message ?? message, fields, ...refusal });
}

function resourceBy<Body>(templates: readonly AnswerTemplate[], shown: Body, { world }: Tools): Body {
  const meant = templates.filter(({ when }) => isBody(when, shown));
  if (meant.length === 0) return shown;
  const made = structuredClone(shown);
  for (const { answer } of meant) editMembers(made, answer, { now: toIso(world.state.now) });
  return made;
}

function filled(template: AnswerTemplate['answer'], before: WireAnswer, context: RequestContext): WireAnswer {
  const { status, code, message, headers } = template;
  const answer = template.body === undefined ? before : { ...before, body: JSON.stringify(template.body) };
  const known = knownOf(answer, context);
  const json = jsonOf(answer);
  const given = Object.entries(headers).map(([name, value]): [string, string | null] => [
    name,
    value === null ? null : String(filledIn(value, json, known)),
  ]);
  const named = given.length === 0 ? answer : { ...answer, headers: withHeaders(answer.headers, given) };
  const isRefusal = (status ?? answer.status) >= 400;
  const changed = body((own) => {
    if (code !== undefined && isRefusal && isMap(own?.error)) own.error.code = code;
    if (message !== undefined && isRefusal && isMap(own?.error)) own.error.message = message;
    editMembers(own, template, known);
  })(named, context);
  if (status === undefined) return changed;
  return { ...changed, status, body: status === 204 ? null : changed.body };
}

function knownOf({ body: content }: WireAnswer, { world, refusal }: RequestContext): Known {
  return {
    now: toIso(world.state.now),
    field: refusal?.fields[0]?.path ?? '',
    tag: createHash('sha256')
      .update(content ?? '')
      .digest('hex')
      .slice(0, 16),
  };
}

/** Header names are not case-sensitive; null removes a header. */
function withHeaders(headers: WireAnswer['headers'], given: readonly [string, string | null][]): WireAnswer['headers'] {
  const made = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]));
  for (const [name, value] of given) {
    const lower = name.toLowerCase();
    if (value === null) made.delete(lower);
    else made.set(lower, { name: made.get(lower)?.name ?? name, value });
  }
  return Object.fromEntries([...made.values()].map(({ name, value }) => [name, value]));
}
