import type { Known } from '../../../../shared/expression/scope.ts';
import type { Node, Place } from '../../../../shared/yaml/node.ts';
import type { Problem } from '../../yaml/problem.ts';
import { type Check, untested } from '../finding.ts';
import type { Shapes } from '../shapes.ts';

/**
 * The subject: a view of an exchange or a delivery (or a list of them), whose members are known, or any JSON value,
 * whose members are not.
 */
export type Subject = 'view' | 'value';

/** What compiling needs. The functions compile the contents of an argument. */
export type Context = {
  problems: Problem[];
  known: Known;
  shapes: Shapes;
  /** A map of paths and statements. */
  expectation(node: Node, subject: Subject): Check;
  /** A literal, or a map of operators. */
  value(node: Node): Check;
  /** Either of these, for one element of a list. `known` lists the names if they differ there. */
  element(node: Node, subject: Subject, known?: Known): Check;
};

/** An argument, the place of its name, and the other entries of the same map. */
export type Use = {
  node: Node;
  place: Place;
  beside(name: string): Node | undefined;
  context: Context;
  subject: Subject;
};

/** The source text and, if a short value can demonstrate it, a value that passes and one that fails. */
export type Example = readonly [written: string, holds?: unknown, fails?: unknown];

/** The documentation of an entry. */
type Described = { about: string; argument: string; example: Example };

/** What readers, editors and the compiler need to know. `elsewhere`: its names in other languages. */
export type Operator = Described & { elsewhere?: readonly string[]; compile(use: Use): Check };

/** A name that only refines another one in the same map. */
export type Companion = Described & { of: readonly string[] | typeof ANY };

/** The `of` of a companion that fits any operator. */
export const ANY = 'another operator';

export type Table = Readonly<Record<string, Operator | Companion>>;

export function isCompanion(entry: Operator | Companion): entry is Companion {
  return 'of' in entry;
}

/** The check for something that could not be compiled. The problem has been reported, and nothing will run. */
export const NEVER_RUN: Check = () => untested('not understood');

export function refuse({ problems }: Context, place: Place, message: string): Check {
  problems.push({ place, message });
  return NEVER_RUN;
}

/** Compiles a list of expectations, literals or operators. */
export function listedChecks({ node, context }: Use, subject: Subject): Check[] {
  if (node.kind === 'list' && node.items.length > 0) return node.items.map((item) => context.element(item, subject));
  return [refuse(context, node.place, 'this must be a list with at least one element')];
}
