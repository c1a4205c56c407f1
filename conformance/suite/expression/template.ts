import { evaluate } from '../../../shared/expression/evaluate.ts';
import type { Expression } from '../../../shared/expression/parse-expression.ts';
import { type Known, MissingValue, type Scope } from '../../../shared/expression/scope.ts';
import { type Part, START, splitTemplate } from '../../../shared/expression/split-template.ts';
import { asText } from '../../../shared/expression/values.ts';
import type { MapEntry, Node } from '../../../shared/yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';
import { compileExpression, refuse, type Source, sourceOf } from './compile-text.ts';
import { asSegment } from './percent-encoding.ts';

/** A compiled value that may contain `${…}` anywhere. Without any, it is a constant: frozen, and not copied. */
export type Template =
  | { readonly kind: 'constant'; readonly isConstant: true; readonly value: unknown }
  | { readonly kind: 'value'; readonly isConstant: false; readonly expression: Expression }
  | { readonly kind: 'text'; readonly isConstant: false; readonly parts: readonly (string | Expression)[] }
  | { readonly kind: 'list'; readonly isConstant: false; readonly items: readonly Template[] }
  | {
      readonly kind: 'map';
      readonly isConstant: false;
      readonly entries: readonly { key: Template; value: Template }[];
    };

/** Compiles a value once, to make frequent rendering cheap. If `known` is null, names are not checked. */
export function compileTemplate(node: Node, problems: Problem[], known: Known | null): Template {
  if (node.kind === 'list') return listTemplate(node.items.map((item) => compileTemplate(item, problems, known)));
  if (node.kind === 'map') return mapTemplate(node.entries.map((entry) => compileEntry(entry, problems, known)));
  if (typeof node.value !== 'string') return constant(node.value);
  return textTemplate(node.value, sourceOf(node, problems, known));
}

/** Renders the value in a scope. Throws MissingValue if any part is undefined. */
export function render(template: Template, scope: Scope): unknown {
  switch (template.kind) {
    case 'constant':
      return template.value;
    case 'value':
      return needed(template.expression, scope);
    case 'text':
      return template.parts.reduce<string>((before, part) => before + written(part, before, scope), '');
    case 'list':
      return template.items.map((item) => render(item, scope));
    case 'map':
      return Object.fromEntries(
        template.entries.map(({ key, value }) => [asText(render(key, scope)), render(value, scope)]),
      );
  }
}

/** Renders the value in a scope; returns undefined if any part is. */
export function renderLoose(template: Template, scope: Scope): unknown {
  try {
    return render(template, scope);
  } catch (error) {
    if (error instanceof MissingValue) return undefined;
    throw error;
  }
}

/** Returns all expressions of a template, in the order of the source. */
export function expressionsIn(template: Template): Expression[] {
  switch (template.kind) {
    case 'constant':
      return [];
    case 'value':
      return [template.expression];
    case 'text':
      return template.parts.filter((part) => typeof part !== 'string');
    case 'list':
      return template.items.flatMap(expressionsIn);
    case 'map':
      return template.entries.flatMap(({ key, value }) => [...expressionsIn(key), ...expressionsIn(value)]);
  }
}

function needed(expression: Expression, scope: Scope): unknown {
  const value = evaluate(expression, scope);
  if (value === undefined) throw new MissingValue(expression.text);
  return value;
}

/** The part of a path before an id: the value after it is encoded as one segment. */
const BEFORE_ID = /\/(?:assets|jobs)\/$/;

function written(part: string | Expression, before: string, scope: Scope): string {
  if (typeof part === 'string') return part;
  const text = asText(needed(part, scope));
  return BEFORE_ID.test(before) ? asSegment(text) : text;
}

function textTemplate(text: string, source: Source): Template {
  if (!text.includes(START)) return constant(text);
  const split = splitTemplate(text);
  if (!Array.isArray(split)) {
    refuse(source, split.unclosed, `this ${START} has no }; close it, or write $${START} for a ${START} itself`);
    return constant(text);
  }
  const parts = split.map((part) => compilePart(part, source)).filter((part) => part !== null);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined)
    return typeof only === 'string' ? constant(only) : { kind: 'value', isConstant: false, expression: only };
  return { kind: 'text', isConstant: false, parts };
}

function compilePart(part: Part, source: Source): string | Expression | null {
  return part.kind === 'text' ? part.text : compileExpression(part.text, part.at, source);
}

function compileEntry({ key, keyPlace, value }: MapEntry, problems: Problem[], known: Known | null) {
  const source: Source = { place: keyPlace, textColumn: null, problems, known };
  return { key: textTemplate(key, source), value: compileTemplate(value, problems, known) };
}

function listTemplate(items: readonly Template[]): Template {
  const values = constantsOf(items);
  return values === null ? { kind: 'list', isConstant: false, items } : constant(values);
}

function mapTemplate(entries: readonly { key: Template; value: Template }[]): Template {
  const keys = constantsOf(entries.map(({ key }) => key));
  const values = constantsOf(entries.map(({ value }) => value));
  if (keys === null || values === null) return { kind: 'map', isConstant: false, entries };
  return constant(Object.fromEntries(keys.map((key, index) => [String(key), values[index]])));
}

/** Returns null if any of them is not constant. */
function constantsOf(templates: readonly Template[]): unknown[] | null {
  const constants = templates.filter((template) => template.isConstant);
  return constants.length === templates.length ? constants.map(({ value }) => value) : null;
}

function constant(value: unknown): Template {
  return { kind: 'constant', isConstant: true, value: Object.freeze(value) };
}
