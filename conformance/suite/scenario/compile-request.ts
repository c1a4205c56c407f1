import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { fileProblem, LARGEST_TEXT } from '../../../shared/named-file.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import { childOf, type MapNode, type Node } from '../../../shared/yaml/node.ts';
import type { Template } from '../expression/template.ts';
import { SUITE_FILE } from '../own/suite-file.ts';
import { node, type Read, readFields, word } from '../yaml/fields.ts';
import type { Problem } from '../yaml/problem.ts';
import { byName } from '../yaml/schema-parts.ts';
import { checkDuration, checkMethod, checkRequest, checkTwin } from './check-request.ts';
import { compileChecks, compileClassify, compileJudged, expectationOf } from './compile-checks.ts';
import { type ANSWERED, REQUEST } from './fields.ts';
import { knownWith } from './known.ts';
import type { RequestTemplate } from './scenario.ts';
import { optionalTemplate, type Parts, requiredTemplate, type StepContext, templateOf } from './step-context.ts';

export function compileCall(parts: Parts<'call'>) {
  const { fields, id, context } = parts;
  const twinOf = originalOf(parts);
  if (twinOf !== null) checkTwin(parts.own, fields.change, context.problems);
  const change = new Map(
    (fields.change?.entries ?? []).map(({ key, value }): [string, Template] => [key, templateOf(value, context)]),
  );
  const parallel = optionalTemplate(fields.parallel, context);
  const request = requestOf(
    fields.call,
    { ...parts, context: parallel === null ? context : withItem(context) },
    'call',
  );
  return { kind: 'call' as const, request, parallel, twinOf, change, ...answeredOf(fields, id, context) };
}

/** Parallel requests for each member of a list may use that member. */
function withItem(context: StepContext): StepContext {
  return { ...context, here: { names: { ...context.here.names, item: true, index: true } } };
}

function originalOf({ node, fields, id, context: { written, problems } }: Parts<'call'>): string | null {
  const { twin_of: name = null } = fields;
  const known = [...written.keys()].filter((one) => one !== id);
  if (name !== null && !known.includes(name)) {
    const place = childOf(node, 'twin_of')?.place ?? node.place;
    problems.push({ place, message: `there is no earlier step ${name}${didYouMean(name, known)}` });
  }
  return name;
}

const DEADLINE = { after: node('value'), else: word(['inconclusive']) };

export function compilePoll(parts: Parts<'poll'>) {
  const { fields, id, context } = parts;
  const request = requestOf(fields.poll, parts, 'poll');
  const known = knownWith(context.here, { previous: true, [id]: true });
  const until = expectationOf(fields.until ?? { kind: 'map', entries: [], place: parts.node.place }, context, known);
  const always = compileChecks(fields.always, context, known);
  const pace = optionalTemplate(fields.pace, context);
  if (!isScalar(fields.pace, 'retry-after')) checkDuration(fields.pace, 'pace', context.problems);
  const after = afterOf(fields.deadline, context);
  const deadline = optionalTemplate(after, context);
  checkDuration(after, 'deadline', context.problems);
  return { kind: 'poll' as const, request, until, always, pace, deadline, ...answeredOf(fields, id, context) };
}

/** Accepts `deadline: 10m` and `deadline: {after: 10m}`. */
function afterOf(deadline: Node | undefined, { problems }: StepContext): Node | undefined {
  if (deadline?.kind !== 'map') return deadline;
  return readFields(deadline, DEADLINE, 'deadline', problems).after ?? deadline;
}

export function compileWalk(parts: Parts<'walk'>) {
  const { fields, id, context } = parts;
  const request = requestOf(fields.walk, parts, 'walk');
  const most = optionalTemplate(fields.most, context);
  return { kind: 'walk' as const, request, most, ...answeredOf(fields, id, { ...context, subject: 'value' }) };
}

/** Adds the name of the answer, so that its expectations may use the answer itself. */
export function answeredOf(fields: Read<typeof ANSWERED>, id: string, context: StepContext) {
  context.here.names[id] = true;
  const known = knownWith(context.here, { observed_until: true, previous: true });
  const classify = compileClassify(fields, context, known);
  return { ...compileJudged(fields, context, known), classify };
}

function isScalar(node: Node | undefined, value: string): boolean {
  return node?.kind === 'scalar' && node.value === value;
}

type RequestParts = { node: Node; fields: Read<typeof REQUEST>; context: StepContext };

function requestOf(written: Node | undefined, parts: RequestParts, kind: string): RequestTemplate {
  const { node, fields, context } = parts;
  const line = written ?? node;
  if (line.kind === 'scalar' && !/^(?:\$\{|[A-Z]+ +(?:\$\{|\/))/.test(String(line.value)))
    context.problems.push({ place: line.place, message: `${kind} must be a method and a path, such as GET /v1/jobs` });
  checkMethod(line, context.problems);
  checkRequest(fields, context.problems);
  const body = fields.body === undefined ? undefined : withFile(fields.body, context.problems);
  checkDuration(fields.timeout, 'timeout', context.problems);
  const said = { ...fields, body };
  const names = Object.keys(REQUEST) as (keyof typeof REQUEST)[];
  return {
    line: requiredTemplate(written, node, context),
    ...byName(names, (name) => optionalTemplate(said[name], context)),
  };
}

/** The default content types by file extension; `type` overrides them. */
const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json',
};

/**
 * Replaces the file of a body by its bytes, which are recorded like all others. The file must be in the folder of the
 * suite, for example next to the scenario.
 */
function withFile(body: Node, problems: Problem[]): Node {
  const file = childOf(body, 'file');
  if (body.kind !== 'map' || file === undefined) return body;
  const refuse = (message: string) => {
    problems.push({ place: file.place, message });
    return body;
  };
  if (file.kind !== 'scalar' || typeof file.value !== 'string' || file.value.includes('${'))
    return refuse('file must be the path of a file, written out');
  const beside = dirname(resolve(body.place.file));
  const path = resolve(beside, file.value);
  if (!existsSync(path)) return refuse(`the file ${file.value} is not next to the scenario`);
  const problem = fileProblem(statSync(path), LARGEST_TEXT);
  if (problem !== null) return refuse(`${file.value} ${problem}`);
  if (isOutside(realpathSync(path), realpathSync(suiteFolderAround(beside))))
    return refuse(`${file.value} is outside the folder of the suite; copy it there`);
  return bodyWith(body, file, path);
}

function bodyWith(body: MapNode, file: Node, path: string): Node {
  const scalar = (key: string, value: string) => ({
    key,
    keyPlace: file.place,
    value: { kind: 'scalar' as const, value, place: file.place },
  });
  const standard = TYPES[extname(path).toLowerCase()];
  const entries = body.entries.filter(({ key }) => key !== 'file');
  const typed = childOf(body, 'type') === undefined && standard !== undefined ? [scalar('type', standard)] : [];
  return { ...body, entries: [...entries, ...typed, scalar('base64', readFileSync(path).toString('base64'))] };
}

/** Returns the nearest folder with a suite.yaml above a scenario, or the folder of the scenario itself. */
function suiteFolderAround(folder: string, from: string = folder): string {
  if (existsSync(join(folder, SUITE_FILE))) return folder;
  const above = dirname(folder);
  return above === folder ? from : suiteFolderAround(above, from);
}

function isOutside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way;
}
