import * as z from 'zod';
import type { ControlRoute } from '../../emulator/control/route.ts';
import { CONTROL_ROUTES } from '../../emulator/control/routes.ts';
import { anchorOf, table } from './markdown.ts';
import { formsOf, rowsBelow, type Schema, typeOf } from './schema-fields.ts';

/** The answer of a route, with a link to its shape. */
export function answerLine(route: ControlRoute): string[] {
  const shape = answerShape(route);
  if (shape === null) return [];
  const linked = typeOf(shape).replace(/\b[A-Z]\w+/g, (title) => `[${title}](#${anchorOf(title)})`);
  return [`Answers ${linked.startsWith('list') ? `a ${linked}` : linked}:`];
}

/** A section for each kind of answer. Parts with their own section are described there. */
export function answerTables(): string {
  const sections = new Map<string, Schema>();
  for (const route of CONTROL_ROUTES) {
    const shape = answerShape(route);
    if (shape !== null) collect(shape, sections);
  }
  return [...sections].map(([title, shape]) => `### ${title}\n\n${answerTable(shape)}`).join('\n\n');
}

function answerShape(route: ControlRoute): Schema | null {
  const schema = route.answer?.();
  return schema ? (z.toJSONSchema(schema, { unrepresentable: 'any', reused: 'inline' }) as Schema) : null;
}

function collect(shape: Schema, sections: Map<string, Schema>): void {
  const { title, properties = {}, items } = shape;
  const isKind = title !== undefined && (properties !== undefined || formsOf(shape).length > 0) && title !== 'instant';
  if (isKind && !sections.has(title)) sections.set(title, shape);
  for (const inner of [...Object.values(properties), ...formsOf(shape), ...(items === undefined ? [] : [items])])
    collect(inner, sections);
}

function answerTable(shape: Schema): string {
  const rows = rowsBelow(withoutKinds(shape), '').map(([field, type, , says]) => [field, type, says]);
  return table(['field', 'value', 'meaning'], rows);
}

/** The shape without the fields of parts that have their own name. */
function withoutKinds(shape: Schema, depth = 0): Schema {
  if (depth > 0 && shape.title !== undefined) {
    const { properties: _properties, anyOf: _forms, ...named } = shape;
    return named;
  }
  const { properties, items, anyOf } = shape;
  return {
    ...shape,
    ...(properties !== undefined && { properties: mapped(properties, (one) => withoutKinds(one, depth + 1)) }),
    ...(items !== undefined && { items: withoutKinds(items, depth + 1) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map((form) => withoutKinds(form, depth + 1)) }),
  };
}

function mapped(fields: Record<string, Schema>, change: (field: Schema) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]));
}
