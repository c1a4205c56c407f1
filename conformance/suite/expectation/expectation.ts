import { type Path, parsePath } from '../../../shared/expression/paths.ts';
import type { Known, Scope } from '../../../shared/expression/scope.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import type { MapEntry, MapNode, Node, Place } from '../../../shared/yaml/node.ts';
import { type Condition, compileCondition } from '../expression/condition.ts';
import { compileTemplate, render } from '../expression/template.ts';
import type { Problem } from '../yaml/problem.ts';
import {
  allOf,
  asReported,
  type Check,
  type Found,
  findingOf,
  HELD,
  isHeld,
  joined,
  type Mismatch,
  type Untested,
} from './finding.ts';
import { compileTable, compileValue, isMatcher } from './matcher.ts';
import { type Context, isCompanion, NEVER_RUN, refuse, type Subject } from './operators/operator.ts';
import { OPERATORS } from './operators/operators.ts';
import { follow } from './paths.ts';
import type { Shapes } from './shapes.ts';
import { compileSpares, type Spare, sparedBy } from './spares.ts';
import { STATEMENTS } from './statements/statements.ts';
import { GATES } from './statements/statements-logic.ts';

type CompileKit = {
  problems: Problem[];
  known: Known;
  shapes: Shapes;
  /** The subject: a view, whose members are known (the default), or any JSON value. */
  subject?: Subject;
};

export type Expectation = {
  readonly place: Place;
  readonly check: Check;
  /** The conditions for judging it at all. */
  readonly gates: readonly Condition[];
  /** For a derived rule, the lawful alternatives; null if it lists none. */
  readonly spares: readonly Spare[] | null;
};

/** Compiles an expectation so that judging it is cheap. Mistakes are added to `problems`, with their places. */
export function compileExpectation(node: Node, { problems, known, shapes, subject = 'view' }: CompileKit): Expectation {
  const { rest, spares } = withoutSpares(node);
  const compile = rest.kind !== 'map' && subject === 'view' ? compileMap : compileElement;
  return {
    place: node.place,
    check: compile(rest, subject, contextOf({ problems, known, shapes })),
    gates: gatesOf(node),
    spares: spares === undefined ? null : sparesOf(spares, { problems, known, shapes }),
  };
}

/** Collects no problems here: `compileExpectation` reports the mistakes in these conditions. */
function gatesOf(node: Node): Condition[] {
  if (node.kind !== 'map') return [];
  return node.entries.flatMap(({ key, value }) => (GATES.includes(key) ? [compileCondition(value, [], null)] : []));
}

/** Separates the spares of a derived rule from its expectation. */
function withoutSpares(node: Node): { rest: Node; spares?: Node } {
  const entry = node.kind === 'map' ? node.entries.find(({ key }) => key === 'spares') : undefined;
  if (node.kind !== 'map' || entry === undefined) return { rest: node };
  return { rest: { ...node, entries: node.entries.filter((one) => one !== entry) }, spares: entry.value };
}

/** Compiles the spares of a rule's row, or of a place with its own spares. Their subjects may have any members. */
export function sparesOf(node: Node, { problems, known, shapes }: Omit<CompileKit, 'subject'>): Spare[] {
  const compile = (item: Node, names: Known) =>
    compileElement(item, 'value', contextOf({ problems, known: names, shapes }));
  return compileSpares(node, known, compile, problems);
}

/** The members of a view: of an exchange, a walk, a delivery, or a list of these. */
export const VIEW_MEMBERS = [
  ...['status', 'header', 'headers', 'location', 'body', 'text', 'size', 'image', 'silence', 'at', 'took', 'request'],
  ...[
    'method',
    'path',
    'json',
    'received_at',
    'raw',
    'answered_after',
    'pages',
    'items',
    'first',
    'last',
    'each',
    'count',
  ],
];

function contextOf({ problems, known, shapes }: Omit<CompileKit, 'subject'>): Context {
  const context: Context = {
    problems,
    known,
    shapes,
    expectation: (node, subject) => compileMap(node, subject, context),
    value: (node) => compileValue(node, context),
    element: (node, subject, names = known) =>
      compileElement(node, subject, names === known ? context : contextOf({ problems, known: names, shapes })),
  };
  return context;
}

/** A map that contains a path or a statement is an expectation; operators alone judge the subject itself. */
function compileElement(node: Node, subject: Subject, context: Context): Check {
  const isValue = node.kind !== 'map' || (isMatcher(node) && (subject === 'value' || !isStated(node)));
  return isValue ? compileValue(node, context) : compileMap(node, subject, context);
}

function isStated(node: MapNode): boolean {
  const has = (name: string) => node.entries.some(({ key }) => key === name);
  return node.entries.every(({ key }) => {
    const entry = STATEMENTS[key];
    if (entry === undefined) return VIEW_MEMBERS.includes(key);
    return isCompanion(entry) ? [entry.of].flat().some(has) : true;
  });
}

function compileMap(node: Node, subject: Subject, context: Context): Check {
  if (node.kind !== 'map' || node.entries.length === 0)
    return refuse(context, node.place, 'an expectation must be a map of paths and statements, such as {status: 200}');
  const statements = node.entries.filter(({ key }) => Object.hasOwn(STATEMENTS, key));
  const gates = statements.filter(({ key }) => GATES.includes(key));
  const others = statements.filter(({ key }) => !GATES.includes(key));
  const paths = node.entries.filter(({ key }) => !Object.hasOwn(STATEMENTS, key));
  const judged = [
    ...(others.length > 0 ? [compileTable({ ...node, entries: others }, STATEMENTS, { context, subject })] : []),
    ...paths.map((entry) => compilePath(entry, subject, context)),
  ];
  const check = judged.length === 1 ? (judged[0] ?? NEVER_RUN) : allOf(judged);
  if (gates.length === 0) return check;
  return behind(compileTable({ ...node, entries: gates }, STATEMENTS, { context, subject }), check);
}

function behind(gate: Check, check: Check): Check {
  return (target, scope) => {
    const open = findingOf(gate, target, scope);
    return isHeld(open) ? check(target, scope) : open;
  };
}

function compilePath({ key, keyPlace, value }: MapEntry, subject: Subject, context: Context): Check {
  const pathAt = key.includes('${')
    ? dynamicPath(key, keyPlace, context)
    : constantPath(key, keyPlace, subject, context);
  if (pathAt === null) return NEVER_RUN;
  if (key === 'status' && subject === 'view') refuseTexts(value, context.problems);
  const check = compileValue(value, context);
  return (target, scope) => {
    const { targets, finding } = follow(pathAt(scope), target);
    const only = targets[0];
    // Nearly every path leads to one value.
    if (only !== undefined && targets.length === 1 && finding === HELD) return findingOf(check, only, scope);
    return joined([finding, ...targets.map((each) => findingOf(check, each, scope))]);
  };
}

/** Reports texts: a status is a number and never equals a text. */
function refuseTexts(node: Node, problems: Problem[]): void {
  if (node.kind === 'list') for (const item of node.items) refuseTexts(item, problems);
  else if (node.kind === 'map') {
    for (const { key, value } of node.entries) if (LITERALS.includes(key)) refuseTexts(value, problems);
  } else if (typeof node.value === 'string' && !node.value.includes('${'))
    problems.push({ place: node.place, message: `a status is a number: ${node.value} is a text; ${OF_STATUSES}` });
}

const LITERALS = ['any', 'not', 'equals'];
const OF_STATUSES = 'write 200, or {between: [200, 299]}';

function constantPath(key: string, place: Place, subject: Subject, context: Context): ((scope: Scope) => Path) | null {
  const path = readPath(key, place, subject, context.problems);
  return path === null ? null : () => path;
}

/** Returns null, and reports a problem, if the key is not a path of the subject. */
export function readPath(key: string, place: Place, subject: Subject, problems: Problem[]): Path | null {
  const path = parsePath(key);
  const complaint =
    path === null ? `${key} is not a path such as body.data[0].id` : unknownMemberIn(path, key, subject);
  if (complaint !== null) problems.push({ place, message: complaint });
  return complaint === null ? path : null;
}

/** Returns the problem with a path whose first member exists in no view. */
function unknownMemberIn([head]: Path, key: string, subject: Subject): string | null {
  if (subject === 'value' || head?.kind !== 'member' || VIEW_MEMBERS.includes(head.name)) return null;
  if (Object.hasOwn(OPERATORS, key)) return `${key} is an operator: put it below a path, as in {body: {${key}: …}}`;
  const hint = didYouMean(head.name, [...VIEW_MEMBERS, ...Object.keys(STATEMENTS)]);
  return `${head.name} is not available here${hint}`;
}

/** A path with `${…}` is known only when it is judged. */
function dynamicPath(key: string, place: Place, { problems, known }: Context): (scope: Scope) => Path {
  const template = compileTemplate({ kind: 'scalar', value: key, place }, problems, known);
  return (scope) => {
    const text = String(render(template, scope));
    return parsePath(text) ?? [{ kind: 'member', name: text }];
  };
}

/** The outcome of an expectation for one subject. `spared` says what excuses a violation. */
export type Evaluation =
  | { outcome: 'held' }
  | { outcome: 'violated'; mismatches: Mismatch[]; spared?: string }
  | ({ outcome: 'untested' } & Untested);

/** A report omits further mismatches. */
const MOST_MISMATCHES = 30;

export function evaluateExpectation(expectation: Expectation, subject: unknown, scope: Scope): Evaluation {
  const { mismatches, untested } = findingOf(expectation.check, { value: subject, pointer: '' }, scope);
  if (mismatches.length > 0) return violationOf(expectation, mismatches, subject, scope);
  const [first] = untested;
  return first === undefined ? { outcome: 'held' } : { outcome: 'untested', ...first };
}

/** Builds a violation, including the spare of the rule that excuses it, if any. */
export function violationOf(
  { spares }: Pick<Expectation, 'spares'>,
  mismatches: readonly Found[],
  subject: unknown,
  scope: Scope,
): Extract<Evaluation, { outcome: 'violated' }> {
  const spared = spares === null ? null : sparedBy(spares, mismatches, subject, scope);
  const reported = mismatches.slice(0, MOST_MISMATCHES).map(asReported);
  return { outcome: 'violated', mismatches: reported, ...(spared !== null && { spared }) };
}
