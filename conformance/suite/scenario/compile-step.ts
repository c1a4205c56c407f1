import { didYouMean } from '../../../shared/nearest.ts';
import type { Template } from '../expression/template.ts';
import { childOf, type MapNode, type Node } from '../yaml/node.ts';
import { type Fields, readFields, readMap, readText, readWord } from '../yaml/read-fields.ts';
import { checkDuration } from './check-request.ts';
import { compileJudged, expectationOf } from './compile-checks.ts';
import { answeredOf, compileCall, compilePoll, compileWalk } from './compile-request.ts';
import { compileDrive, compileUse, withoutArguments } from './compile-use.ts';
import { STEPS, stepFields } from './fields.ts';
import { knownWith } from './known.ts';
import { misplaced } from './misplaced.ts';
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
const REQUEST_KINDS = ['call', 'poll', 'walk'];

export function compileSteps(nodes: readonly Node[], context: StepContext, prefix = 'step'): Step[] {
  return nodes.flatMap((node, index) => compileStep(node, context, `${prefix}-${index + 1}`) ?? []);
}

function compileStep(written: Node, context: StepContext, fallbackId: string): Step | null {
  const own = readMap(written, 'a step', context.problems);
  if (own === null) return null;
  const node = withDefaults(own, context);
  const kind = kindOf(node, context);
  if (kind === null) return null;
  const free = kind === 'use' || kind === 'drive';
  const fields = readFields(
    free ? withoutArguments(node, kind) : node,
    childOf(own, 'twin_of') === undefined ? stepFields(kind) : TWIN,
    `a ${kind} step`,
    context.problems,
    misplaced,
  );
  const id = readText(fields['id'], 'id', context.problems) ?? fallbackId;
  if (context.written.has(id))
    context.problems.push({ place: fields['id']?.place ?? node.place, message: `there is a step ${id} already` });
  context.written.set(id, node);
  const condition = conditionOf(fields['if'], context);
  const step = COMPILERS[kind]?.({ own, node, fields, id, context }) ?? null;
  const occasion = conditionOf(fields['occasion'], context);
  return step === null ? null : ({ ...step, id, place: own.place, if: condition, occasion } as Step);
}

/** A twin calls what its original called. */
const TWIN: Fields = { ...stepFields('call'), call: { about: 'what the original calls', form: 'value' } };

function withDefaults(own: MapNode, { defaults }: StepContext): MapNode {
  const kinds = Object.keys(STEPS);
  const ownKind = kinds.find((kind) => childOf(own, kind) !== undefined);
  if (defaults === null || (ownKind !== undefined && !REQUEST_KINDS.includes(ownKind))) return own;
  const isOther = ownKind !== undefined;
  const hasBody = ['json', 'body'].some((name) => childOf(own, name) !== undefined);
  // What a step calls on its own takes the key and the headers of the defaults, and neither their path nor their body.
  const left = ['call', 'poll', 'walk', 'json', 'body', 'query'].filter(
    (name) => isOther || (hasBody && ['json', 'body'].includes(name)),
  );
  const entries = defaults.entries.filter(
    ({ key }) => !left.includes(key) && !(isOther && key === 'headers' && isForBody(defaults)),
  );
  return overlay({ ...defaults, entries }, own, DEEP_DEFAULTS);
}

/** Headers that belong to the call of the defaults: an Idempotency-Key has no place on a GET. */
function isForBody(defaults: MapNode): boolean {
  return childOf(defaults, 'call') !== undefined;
}

const TAKES_ANYTHING = ['use', 'drive'];

function kindOf(node: MapNode, { problems, defaults }: StepContext): string | null {
  const named = Object.keys(STEPS).filter((kind) => childOf(node, kind) !== undefined);
  // What a set-up or a driver takes may have the name of another kind: `drive: webhooks.ping, hook: sink`.
  const free = named.filter((kind) => TAKES_ANYTHING.includes(kind));
  const kinds = free.length === 1 ? free : named;
  const [kind] = kinds;
  if (kinds.length === 1 && kind !== undefined) return kind;
  if (kinds.length === 0 && childOf(node, 'twin_of') !== undefined) return 'call';
  const what =
    kinds.length > 1 ? `is both ${kinds.join(' and ')}` : `says nothing that is done: ${Object.keys(STEPS).join(', ')}`;
  const near = kinds.length === 0 ? nearestKind(node) : '';
  const remedy = defaults === null && kinds.length === 0 ? ', or give `defaults` a call' : '';
  problems.push({ place: node.place, message: `this step ${what}${remedy}${near}` });
  return null;
}

function nearestKind(node: MapNode): string {
  const hints = node.entries.map(({ key }) => didYouMean(key, Object.keys(STEPS))).filter((hint) => hint !== '');
  return hints[0] ?? '';
}

const COMPILERS: Record<string, (parts: Parts) => Omit<Step, 'id' | 'place' | 'if' | 'occasion'> | null> = {
  call: compileCall,
  poll: compilePoll,
  walk: compileWalk,
  use: compileUse,
  let: ({ fields, context }) => {
    const entries = readMap(fields['let'], 'let', context.problems)?.entries ?? [];
    const values = new Map<string, Template>();
    for (const { key, value } of entries) {
      values.set(key, templateOf(value, context));
      context.here.names[key] = true;
    }
    return { kind: 'let', values };
  },
  value: ({ node, fields, id, context }) => {
    const value = requiredTemplate(fields['value'], node, context);
    context.here.names[id] = true;
    return {
      kind: 'value',
      value,
      ...compileJudged(fields, { ...context, subject: 'value' }, knownWith(context.here)),
    };
  },
  drive: compileDrive,
  hook: ({ fields, context }) => {
    const hook = readText(fields['hook'], 'hook', context.problems) ?? '';
    const url = optionalTemplate(fields['url'], context);
    const events = optionalTemplate(fields['events'], context);
    const environment = optionalTemplate(fields['environment'], context);
    const reply = optionalTemplate(fields['reply'], context);
    readWord(fields['endpoint'], ['fresh'], 'endpoint', context.problems);
    const scheme =
      readWord(fields['scheme'], ['https', 'http'], 'scheme', context.problems) === 'https' ? 'https' : 'http';
    context.here.names[hook] = true;
    context.hooks.add(hook);
    return { kind: 'hook', hook, url, scheme, events, environment, reply };
  },
  receive: ({ fields, id, context }) => {
    const hook = hookOf(fields['receive'], context);
    const where = whereOf(fields['where'], context);
    checkDuration(fields['settle'], 'settle', context.problems);
    const settle = optionalTemplate(fields['settle'], context);
    const count = optionalTemplate(childOf(fields['until'], 'count'), context);
    return { kind: 'receive', hook, where, settle, count, ...answeredOf(fields, id, context) };
  },
  collect: ({ node, fields, id, context }) => {
    const hook = hookOf(fields['collect'], context);
    const where = whereOf(fields['where'], context);
    readWord(fields['clock'], ['next_timer'], 'clock', context.problems);
    const lasting = childOf(fields['until'], 'elapsed') ?? fields['until'];
    const elapsed = requiredTemplate(lasting, node, context);
    checkDuration(lasting, 'until', context.problems);
    return { kind: 'collect', hook, where, elapsed, ...answeredOf(fields, id, context) };
  },
  wait: ({ fields, context }) => {
    const lasting = optionalTemplate(childOf(fields['wait'], 'for'), context);
    const until = optionalTemplate(childOf(fields['wait'], 'until'), context);
    checkDuration(childOf(fields['wait'], 'for'), 'wait', context.problems);
    if (lasting === null && until === null && fields['wait'] !== undefined)
      context.problems.push({ place: fields['wait'].place, message: 'wait must be {for: 10s} or {until: an instant}' });
    return { kind: 'wait', for: lasting, until, onWall: false };
  },
  offset: ({ node, fields, context }) => ({
    kind: 'wait',
    for: requiredTemplate(fields['offset'], node, context),
    until: null,
    onWall: true,
  }),
  erase: ({ node, fields, context }) => ({ kind: 'erase', what: requiredTemplate(fields['erase'], node, context) }),
};

function hookOf(node: Node | undefined, context: StepContext): string {
  const name = readText(node, 'the receiver', context.problems) ?? '';
  if (node !== undefined && !context.hooks.has(name))
    context.problems.push({
      place: node.place,
      message: `there is no hook ${name}${didYouMean(name, [...context.hooks]) || `: open it in given with {hook: ${name}}`}`,
    });
  return name;
}

function whereOf(node: Node | undefined, context: StepContext) {
  return node === undefined ? null : expectationOf(node, context, knownWith(context.here));
}
