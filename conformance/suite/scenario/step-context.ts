import type { Known } from '../../../shared/expression/scope.ts';
import type { MapNode, Node } from '../../../shared/yaml/node.ts';
import { type Condition, compileCondition } from '../expression/condition.ts';
import { compileTemplate, type Template } from '../expression/template.ts';
import type { ClassContext } from './compile-checks.ts';
import type { Kind, ReadStep } from './fields.ts';
import { type KnownHere, knownWith } from './known.ts';
import type { SetUp } from './scenario.ts';
import type { SuiteContext } from './suite.ts';

export type StepContext = ClassContext & {
  here: KnownHere;
  defaults: MapNode | undefined;
  /** The steps by their id, as written; a twin repeats one. */
  written: Map<string, MapNode>;
  library(name: string, node: Node): SetUp | null;
  /** The names of the hooks that steps have opened. */
  hooks: Set<string>;
};

/** The context of the first step, before the others have added names. */
export function newStepContext(suite: SuiteContext, here: KnownHere, defaults: Node | undefined): StepContext {
  const given = defaults?.kind === 'map' ? defaults : undefined;
  return { ...suite, here, defaults: given, written: new Map(), hooks: new Set(), classes: new Set() };
}

/** A step during compilation: as written, merged with the defaults, its fields, and its context. */
export type Parts<Of extends Kind> = {
  own: MapNode;
  node: MapNode;
  fields: ReadStep<Of>;
  id: string;
  context: StepContext;
};

export function conditionOf(node: Node | undefined, context: StepContext): Condition | null {
  return node === undefined ? null : compileCondition(node, context.problems, knownWith(context.here));
}

export function templateOf(node: Node, context: StepContext, known: Known = knownWith(context.here)): Template {
  return compileTemplate(node, context.problems, known);
}

export function optionalTemplate(node: Node | undefined, context: StepContext): Template | null {
  return node === undefined ? null : templateOf(node, context);
}

/** Compiles a required field. If it is missing, that has been reported already. */
export function requiredTemplate(node: Node | undefined, { place }: Node, context: StepContext): Template {
  return templateOf(node ?? { kind: 'scalar', value: null, place }, context);
}
