import { stringify } from 'yaml';
import { code, plainText, table } from './markdown.ts';

/** The part of JSON Schema that the schemas of the project use. */
export type Schema = {
  title?: string;
  description?: string;
  default?: unknown;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

type Row = [field: string, type: string, fallback: string, says: string];

/** A table of all fields of a schema, nested ones with their path. For a list, the fields of its items. */
export function fieldsTable(schema: Schema): string {
  const rows = rowsBelow(schema.items ?? schema, '');
  return table(['field', 'value', 'default', 'meaning'], rows);
}

/** The fields of a map without nested ones. */
export function topFields(schema: Schema, linkTo: (name: string) => string | null): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]): Row => {
    const [, ...others] = rowOf(name, field, isRequired(schema, name));
    const link = linkTo(name);
    return [link === null ? code(name) : `[${code(name)}](#${link})`, ...others];
  });
  return table(['field', 'value', 'default', 'meaning'], rows);
}

export function rowsBelow(schema: Schema, prefix: string): Row[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    // The constant that distinguishes forms is in the row of the form.
    if (field.const !== undefined && schema.description !== undefined) return [];
    return [rowOf(path, field, isRequired(schema, name)), ...rowsBelow(field, path)];
  });
  const forms = formsOf(schema);
  const many = forms.filter(isMap).length > 1;
  const inForms = forms.flatMap((form) => [...(many ? formRow(form, prefix) : []), ...rowsBelow(form, prefix)]);
  const items = schema.items === undefined ? [] : rowsBelow(schema.items, `${prefix}[]`);
  const more = schema.additionalProperties;
  const members = typeof more === 'object' ? rowsBelow(more, prefix === '' ? 'NAME' : `${prefix}.NAME`) : [];
  return [...own, ...inForms, ...items, ...members];
}

/** The row with the constant that distinguishes this form of a value from the others. */
function formRow(form: Schema, prefix: string): Row[] {
  const [name, field] = Object.entries(form.properties ?? {}).find(([, { const: word }]) => word !== undefined) ?? [];
  if (name === undefined || field === undefined || form.description === undefined) return [];
  const word = code(`${prefix === '' ? '' : `${prefix}.`}${name}: ${String(field.const)}`);
  return [[word, '', '', plainText(form.description)]];
}

function rowOf(path: string, field: Schema, required: boolean): Row {
  const says = plainText(field.description ?? '');
  return [code(path), typeOf(field), required ? 'required' : defaultOf(field), says];
}

function isRequired({ required = [] }: Schema, name: string): boolean {
  return required.includes(name);
}

const LONGEST_DEFAULT = 48;

function defaultOf(field: Schema): string {
  const { default: value } = field;
  if (value === undefined) return '–';
  if (isEveryWord(value, field)) return 'all';
  const text = stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  // The default is an empty map, whose fields have their own defaults.
  if (text === '{}' && field.properties !== undefined) return 'see below';
  return text.length > LONGEST_DEFAULT ? 'as described' : code(text);
}

/** Whether a list contains all the words that are allowed in it. */
function isEveryWord(value: unknown, { items }: Schema): boolean {
  return Array.isArray(value) && value.length > 1 && value.length === items?.enum?.length;
}

/** The type of a value in words. */
export function typeOf(schema: Schema): string {
  const choices = [...new Set(choicesOf(schema))];
  const last = choices.pop() ?? '';
  return choices.length === 0 ? last : `${choices.join(', ')} or ${last}`;
}

/** The kinds and words that a value may be. */
function choicesOf(schema: Schema): string[] {
  if (schema.title !== undefined) return [schema.title];
  if (schema.const !== undefined) return [code(String(schema.const))];
  if (schema.enum !== undefined) return schema.enum.map((word) => code(String(word)));
  const forms = formsOf(schema);
  if (forms.length > 0) return forms.flatMap(choicesOf);
  if (Array.isArray(schema.type)) return schema.type.flatMap((type) => choicesOf({ ...schema, type }));
  return [simpleTypeOf(schema)];
}

function simpleTypeOf(schema: Schema): string {
  const { type, items, prefixItems, additionalProperties: more, propertyNames } = schema;
  if (prefixItems !== undefined) return `[${prefixItems.map(typeOf).join(', ')}]`;
  if (type === 'array') return items === undefined ? 'list' : `list of ${plural(typeOf(items))}`;
  if (isMap(schema) && typeof more === 'object')
    return `map of ${propertyNames?.title ?? 'name'} to ${choicesOf(more).join(' or ')}`;
  if (isMap(schema)) return 'map';
  if (type === 'integer' || type === 'number') return type + rangeOf(schema);
  if (type === 'boolean') return '`true` or `false`';
  if (type === 'null') return code('null');
  return type === 'string' ? 'text' : 'any value';
}

function plural(type: string): string {
  return /^[a-z ]+$/.test(type) ? `${type}s` : type;
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: Schema): string {
  const least = minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? [] : [`≥ ${minimum}`];
  const above = exclusiveMinimum === undefined ? [] : [`> ${exclusiveMinimum}`];
  const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [`≤ ${maximum}`];
  return [...least, ...above, ...most].map((limit) => ` ${limit}`).join(' and');
}

function isMap({ type, properties }: Schema): boolean {
  return type === 'object' || properties !== undefined;
}

export function formsOf({ anyOf = [], oneOf = [] }: Schema): Schema[] {
  return [...anyOf, ...oneOf];
}
