import { didYouMean } from '../../../shared/nearest.ts';
import type { Template } from '../expression/template.ts';
import { childOf, type Node } from '../yaml/node.ts';
import { readMap, readText, readWord } from '../yaml/read-fields.ts';
import { withFile } from './body-file.ts';
import { checkDuration, checkMethod, checkRequest, checkTwin } from './check-request.ts';
import { compileChecks, compileClassify, compileJudged, expectationOf } from './compile-checks.ts';
import { knownWith } from './known.ts';
import type { RequestTemplate } from './scenario.ts';
import { optionalTemplate, type Parts, requiredTemplate, type StepContext, templateOf } from './step-context.ts';

export function compileCall(parts: Parts) {
  const { fields, id, context } = parts;
  const twinOf = originalOf(parts);
  const changes = readMap(fields['change'], 'change', context.problems);
  if (twinOf !== null) checkTwin(parts.own, changes, context.problems);
  const change = new Map(
    (changes?.entries ?? []).map(({ key, value }): [string, Template] => [key, templateOf(value, context)]),
  );
  const parallel = optionalTemplate(fields['parallel'], context);
  const request = requestOf({ ...parts, context: parallel === null ? context : withItem(context) }, 'call');
  return { kind: 'call' as const, request, parallel, twinOf, change, ...answeredOf(fields, id, context) };
}

/** What is sent at once for each of a list may speak of its member. */
function withItem(context: StepContext): StepContext {
  return { ...context, here: { names: { ...context.here.names, item: true, index: true } } };
}

function originalOf({ fields, id, context: { written, problems } }: Parts): string | null {
  const name = readText(fields['twin_of'], 'twin_of', problems);
  const known = [...written.keys()].filter((one) => one !== id);
  if (name !== null && fields['twin_of'] !== undefined && !known.includes(name))
    problems.push({
      place: fields['twin_of'].place,
      message: `there is no earlier step ${name}${didYouMean(name, known)}`,
    });
  return name;
}

export function compilePoll(parts: Parts) {
  const { node, fields, id, context } = parts;
  const request = requestOf(parts, 'poll');
  const known = knownWith(context.here, { previous: true, [id]: true });
  const until = expectationOf(fields['until'] ?? { kind: 'map', entries: [], place: node.place }, context, known);
  const always = compileChecks(fields['always'], context, known);
  const pace = optionalTemplate(fields['pace'], context);
  if (!isScalar(fields['pace'], 'retry-after')) checkDuration(fields['pace'], 'pace', context.problems);
  const after = childOf(fields['deadline'], 'after') ?? fields['deadline'];
  const deadline = optionalTemplate(after, context);
  checkDuration(after, 'deadline', context.problems);
  readWord(childOf(fields['deadline'], 'else'), ['inconclusive'], 'deadline.else', context.problems);
  return { kind: 'poll' as const, request, until, always, pace, deadline, ...answeredOf(fields, id, context) };
}

export function compileWalk(parts: Parts) {
  const { fields, id, context } = parts;
  const request = requestOf(parts, 'walk');
  const most = optionalTemplate(fields['most'], context);
  return { kind: 'walk' as const, request, most, ...answeredOf(fields, id, { ...context, subject: 'value' }) };
}

/** What an answer is judged by may speak of the answer itself: its name is known from here on. */
export function answeredOf(fields: Record<string, Node>, id: string, context: StepContext) {
  context.here.names[id] = true;
  const known = knownWith(context.here, { observed_until: true, previous: true });
  const classify = compileClassify(fields['classify'], context, known);
  return { ...compileJudged(fields, context, known), classify };
}

function isScalar(node: Node | undefined, value: string): boolean {
  return node?.kind === 'scalar' && node.value === value;
}

function requestOf({ node, fields, context }: Parts, kind: string): RequestTemplate {
  const line = fields[kind] ?? node;
  if (line.kind === 'scalar' && !/^(?:\$\{|[A-Z]+ +(?:\$\{|\/))/.test(String(line.value)))
    context.problems.push({ place: line.place, message: `${kind} must be a method and a path, such as GET /v1/jobs` });
  checkMethod(line, context.problems);
  checkRequest(fields, context.problems);
  const body = fields['body'] === undefined ? undefined : withFile(fields['body'], context.problems);
  checkDuration(fields['timeout'], 'timeout', context.problems);
  const optional = (name: string) => optionalTemplate(fields[name], context);
  return {
    line: requiredTemplate(fields[kind], node, context),
    key: optional('key'),
    query: optional('query'),
    headers: optional('headers'),
    json: optional('json'),
    body: optionalTemplate(body, context),
    timeout: optional('timeout'),
    retry: optional('retry'),
    unpaid: optional('unpaid'),
  };
}
