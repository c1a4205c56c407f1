import { didYouMean } from '../../../shared/nearest.ts';
import { childOf, type MapNode, type Node } from '../../../shared/yaml/node.ts';
import type { Template } from '../expression/template.ts';
import { DRIVES } from '../vocabulary.ts';
import { readFields } from '../yaml/fields.ts';
import { checkDuration } from './check-request.ts';
import { compileJudged, expectationOf } from './compile-checks.ts';
import { answeredOf, compileCall, compilePoll, compileWalk } from './compile-request.ts';
import { FREE_KINDS, KINDS, type Kind, REQUEST_KINDS, type ReadStep, stepFields } from './fields.ts';
import { knownWith } from './known.ts';
import { misplaced } from './read-scenario.ts';
import { overlay } from './rows.ts';
import type { Step } from './scenario.ts';
import {
  conditionOf,
  optionalTemplate,
  type Parts,
  requiredTemplate,
  type StepContext,
  templateOf,
} from './step-context.ts';

const DEEP_DEFAULTS = ['headers', 'query'];

export function compileSteps(nodes: readonly Node[], context: StepContext, prefix = 'step'): Step[] {
  return nodes.flatMap((node, index) => compileStep(node, context, `${prefix}-${index + 1}`) ?? []);
}

function compileStep(own: Node, context: StepContext, fallbackId: string): Step | null {
  if (own.kind !== 'map') {
    context.problems.push({ place: own.place, message: 'a step must be a map' });
    return null;
  }
  const node = withDefaults(own, context);
  const kind = kindOf(node, context);
  return kind === null ? null : compileKind(kind, own, { node, context, fallbackId });
}

type Written = { node: MapNode; context: StepContext; fallbackId: string };

function compileKind<Of extends Kind>(kind: Of, own: MapNode, { node, context, fallbackId }: Written): Step | null {
  const read = FREE_KINDS.includes(kind) ? withoutArguments(node, kind) : node;
  const fields = readFields(read, stepFields(kind), `a ${kind} step`, context.problems, misplaced) as ReadStep<Of>;
  const { id = fallbackId, if: only, occasion }: ReadStep<Kind> = fields;
  if (context.written.has(id)) {
    const place = childOf(node, 'id')?.place ?? node.place;
    context.problems.push({ place, message: `there is a step ${id} already` });
  }
  context.written.set(id, node);
  const condition = conditionOf(only, context);
  const step = COMPILERS[kind]({ own, node, fields, id, context });
  const brought = conditionOf(occasion, context);
  return step === null ? null : ({ ...step, id, place: own.place, if: condition, occasion: brought } as Step);
}

function withDefaults(own: MapNode, { defaults }: StepContext): MapNode {
  const ownKind = KINDS.find((kind) => childOf(own, kind) !== undefined);
  if (defaults === undefined || (ownKind !== undefined && !REQUEST_KINDS.includes(ownKind))) return own;
  const isOther = ownKind !== undefined;
  const hasBody = ['json', 'body'].some((name) => childOf(own, name) !== undefined);
  // A step with its own call uses the key and the headers of the defaults, but not their path or body.
  const left = ['call', 'poll', 'walk', 'json', 'body', 'query'].filter(
    (name) => isOther || (hasBody && ['json', 'body'].includes(name)),
  );
  const entries = defaults.entries.filter(
    ({ key }) => !left.includes(key) && !(isOther && key === 'headers' && isForBody(defaults)),
  );
  return overlay({ ...defaults, entries }, own, DEEP_DEFAULTS);
}

/** Returns whether the headers belong to the call of the defaults: an Idempotency-Key makes no sense for a GET. */
function isForBody(defaults: MapNode): boolean {
  return childOf(defaults, 'call') !== undefined;
}

function kindOf(node: MapNode, { problems, defaults }: StepContext): Kind | null {
  const named = KINDS.filter((kind) => childOf(node, kind) !== undefined);
  // An argument of a set-up or a driver may have the name of another kind of step: `drive: webhooks.ping, hook: sink`.
  const free = named.filter((kind) => FREE_KINDS.includes(kind));
  const kinds = free.length === 1 ? free : named;
  const [kind] = kinds;
  if (kinds.length === 1 && kind !== undefined) return kind;
  if (kinds.length === 0 && childOf(node, 'twin_of') !== undefined) return 'call';
  const what = kinds.length > 1 ? `is both ${kinds.join(' and ')}` : `has no action: ${KINDS.join(', ')}`;
  const near = kinds.length === 0 ? nearestKind(node) : '';
  const remedy = defaults === undefined && kinds.length === 0 ? ', or give `defaults` a call' : '';
  problems.push({ place: node.place, message: `this step ${what}${remedy}${near}` });
  return null;
}

function nearestKind(node: MapNode): string {
  const hints = node.entries.map(({ key }) => didYouMean(key, KINDS)).filter((hint) => hint !== '');
  return hints[0] ?? '';
}

const COMPILERS: { [Of in Kind]: (parts: Parts<Of>) => Omit<Step, 'id' | 'place' | 'if' | 'occasion'> | null } = {
  call: compileCall,
  poll: compilePoll,
  walk: compileWalk,
  use: compileUse,
  let: ({ fields, context }) => {
    const values = new Map<string, Template>();
    for (const { key, value } of fields.let?.entries ?? []) {
      values.set(key, templateOf(value, context));
      context.here.names[key] = true;
    }
    return { kind: 'let', values };
  },
  value: ({ node, fields, id, context }) => {
    const value = requiredTemplate(fields.value, node, context);
    context.here.names[id] = true;
    return {
      kind: 'value',
      value,
      ...compileJudged(fields, { ...context, subject: 'value' }, knownWith(context.here)),
    };
  },
  drive: compileDrive,
  hook: ({ fields, context }) => {
    const { hook = '', scheme = 'http' } = fields;
    const optional = (name: 'url' | 'events' | 'environment' | 'reply') => optionalTemplate(fields[name], context);
    const [url, events] = [optional('url'), optional('events')];
    const [environment, reply] = [optional('environment'), optional('reply')];
    context.here.names[hook] = true;
    context.hooks.add(hook);
    return { kind: 'hook', hook, url, scheme, events, environment, reply };
  },
  receive: ({ node, fields, id, context }) => {
    const hook = hookOf(fields.receive, childOf(node, 'receive'), context);
    const where = whereOf(fields.where, context);
    checkDuration(fields.settle, 'settle', context.problems);
    const settle = optionalTemplate(fields.settle, context);
    const count = optionalTemplate(childOf(fields.until, 'count'), context);
    return { kind: 'receive', hook, where, settle, count, ...answeredOf(fields, id, context) };
  },
  collect: ({ node, fields, id, context }) => {
    const hook = hookOf(fields.collect, childOf(node, 'collect'), context);
    const where = whereOf(fields.where, context);
    const lasting = childOf(fields.until, 'elapsed') ?? fields.until;
    const elapsed = requiredTemplate(lasting, node, context);
    checkDuration(lasting, 'until', context.problems);
    return { kind: 'receive', hook, where, settle: elapsed, count: null, ...answeredOf(fields, id, context) };
  },
  wait: ({ fields, context }) => {
    const length = childOf(fields.wait, 'for');
    const lasting = optionalTemplate(length, context);
    const until = optionalTemplate(childOf(fields.wait, 'until'), context);
    checkDuration(length, 'wait', context.problems);
    if (lasting === null && until === null && fields.wait !== undefined)
      context.problems.push({ place: fields.wait.place, message: 'wait must be {for: 10s} or {until: an instant}' });
    return { kind: 'wait', for: lasting, until, onWall: false };
  },
  offset: ({ node, fields, context }) => ({
    kind: 'wait',
    for: requiredTemplate(fields.offset, node, context),
    until: null,
    onWall: true,
  }),
  erase: ({ node, fields, context }) => ({ kind: 'erase', what: requiredTemplate(fields.erase, node, context) }),
};

function hookOf(name: string | undefined, node: Node | undefined, { hooks, problems }: StepContext): string {
  if (name !== undefined && node !== undefined && !hooks.has(name)) {
    const remedy = didYouMean(name, [...hooks]) || `: open it in given with {hook: ${name}}`;
    problems.push({ place: node.place, message: `there is no hook ${name}${remedy}` });
  }
  return name ?? '';
}

function whereOf(node: Node | undefined, context: StepContext) {
  return node === undefined ? null : expectationOf(node, context, knownWith(context.here));
}

function compileUse({ node, fields, context }: Parts<'use'>) {
  const { use: name = '', as = null } = fields;
  const setUp = context.library(name, childOf(node, 'use') ?? node);
  if (setUp === null) return null;
  const times = optionalTemplate(fields.times, context);
  const forEach = optionalTemplate(fields.for_each, context);
  const more = forEach === null && times === null ? null : ({ item: true, index: true } as const);
  const takes = new Map<string, Template>();
  for (const { key, keyPlace, value } of argumentsOf(node, 'use')) {
    const known = [...setUp.takes.keys()];
    if (!setUp.takes.has(key))
      context.problems.push({ place: keyPlace, message: `${name} takes no ${key}${didYouMean(key, known)}` });
    takes.set(key, templateOf(asReference(value, context), context, knownWith(context.here, more)));
  }
  for (const [key, standard] of setUp.takes) {
    if (standard === null && !takes.has(key))
      context.problems.push({ place: node.place, message: `${name} needs ${key}` });
  }
  if (as !== null) context.here.names[as] = true;
  return { kind: 'use' as const, setUp, as, takes, times, forEach };
}

/** `job: first`: the bare name of an earlier answer refers to that answer. */
function asReference(node: Node, { here }: StepContext): Node {
  const isName = node.kind === 'scalar' && typeof node.value === 'string' && Object.hasOwn(here.names, node.value);
  return isName ? { ...node, value: `\${${node.value}}` } : node;
}

function compileDrive({ node, fields, context }: Parts<'drive'>) {
  const { drive: call = '', as = null } = fields;
  const drive = DRIVES[call];
  if (drive === undefined) {
    const place = childOf(node, 'drive')?.place ?? node.place;
    context.problems.push({ place, message: `there is no drive ${call}${didYouMean(call, Object.keys(DRIVES))}` });
    return null;
  }
  const takes = argumentsOf(node, 'drive').map(({ key, keyPlace, value }): [string, Template] => {
    if (!drive.takes.includes(key))
      context.problems.push({ place: keyPlace, message: `${call} takes no ${key}${didYouMean(key, drive.takes)}` });
    return [key, templateOf(value, context)];
  });
  if (as !== null) context.here.names[as] = true;
  return { kind: 'drive' as const, call, as, takes: new Map(takes) };
}

/** The arguments of a set-up or a driver are entries of the step, next to its fields. */
function withoutArguments(node: MapNode, kind: Kind): MapNode {
  const fields = stepFields(kind);
  return { ...node, entries: node.entries.filter(({ key }) => Object.hasOwn(fields, key)) };
}

function argumentsOf(node: MapNode, kind: Kind): MapNode['entries'] {
  const fields = stepFields(kind);
  return node.entries.filter(({ key }) => !Object.hasOwn(fields, key));
}
