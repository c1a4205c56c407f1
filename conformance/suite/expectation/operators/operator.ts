import type { Known } from '../../../../shared/expression/scope.ts';
import type { Node, Place } from '../../yaml/node.ts';
import type { Problem } from '../../yaml/problem.ts';
import { type Check, untested } from '../finding.ts';
import type { Shapes } from '../shapes.ts';

/**
 * What is judged: a view of an exchange or of a delivery (or a list of them), whose members are known, or any JSON
 * value, whose members are not.
 */
export type Subject = 'view' | 'value';

/** What compiling needs; the functions compile what stands inside an argument. */
export type Context = {
  problems: Problem[];
  known: Known;
  shapes: Shapes;
  /** A map of paths and statements. */
  expectation(node: Node, subject: Subject): Check;
  /** A literal, or a map of operators. */
  value(node: Node): Check;
  /** Whichever of these the node is: what is said of one element of a list, which may have names of its own. */
  element(node: Node, subject: Subject, known?: Known): Check;
};

/** An argument, where its name stands, and what stands beside it in the same map. */
export type Use = {
  node: Node;
  place: Place;
  beside(name: string): Node | undefined;
  context: Context;
  subject: Subject;
};

/** How it is written and, where a short value shows it, a value of which it holds and one of which it does not. */
export type Example = readonly [written: string, holds?: unknown, fails?: unknown];

/** The documentation of an entry. */
type Described = { about: string; argument: string; example: Example };

/** What readers, editors and the one who compiles it need to know. `elsewhere`: what other languages call it. */
export type Operator = Described & { elsewhere?: readonly string[]; compile(use: Use): Check };

/** A name that only says more about another one beside it. */
export type Companion = Described & { of: readonly string[] | typeof ANY };

/** Of a companion that may stand beside all of them. */
export const ANY = 'another operator';

export type Table = Readonly<Record<string, Operator | Companion>>;

export function isCompanion(entry: Operator | Companion): entry is Companion {
  return 'of' in entry;
}

/** The check of what was not understood: the problem is reported already, and nothing will be run. */
export const NEVER_RUN: Check = () => untested('not understood');

export function refuse({ problems }: Context, place: Place, message: string): Check {
  problems.push({ place, message });
  return NEVER_RUN;
}

/** The checks of a list of expectations, literals or operators. */
export function listedChecks({ node, context }: Use, subject: Subject): Check[] {
  if (node.kind === 'list' && node.items.length > 0) return node.items.map((item) => context.element(item, subject));
  return [refuse(context, node.place, 'this must be a list with at least one element')];
}
