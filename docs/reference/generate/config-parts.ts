import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { configSchema } from '../../../emulator/config.ts';
import { readingsSchema } from '../../../emulator/domain/readings.ts';
import { anchorOf, code, plainText, table } from './markdown.ts';
import type { Parts } from './regions.ts';
import { fieldsTable, formsOf, rowsBelow, type Schema, topFields, typeOf } from './schema-fields.ts';

/** The JSON Schema of emulator.yaml. */
export const CONFIG = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as Schema;
const SECTIONS = Object.entries(CONFIG.properties ?? {}).filter(
  ([name, field]) => !['readings', 'worlds'].includes(name) && rowsBelow(field, name).length > 0,
);

export const CONFIG_PARTS: Parts = {
  'config-fields': () => topFields(CONFIG, (name) => (isSection(name) ? anchorOf(name) : null)),
  ...Object.fromEntries(SECTIONS.map(([name, field]) => [`config-${name}`, () => fieldsTable(field)])),
  'config-options': optionsOfCode,
  readings: readingsTable,
};

function isSection(name: string): boolean {
  return name === 'readings' || SECTIONS.some(([section]) => section === name);
}

/** The options of createEmulator that a configuration does not have. */
function optionsOfCode(): string {
  const source = readFileSync(new URL('../../../emulator/create.ts', import.meta.url), 'utf8');
  const rows = membersOf(source, 'EmulatorOptions').map(({ name, type, says }) => [code(name), code(type), says]);
  return table(['option', 'type', 'meaning'], rows);
}

/** Each named reading; those within `codes` are named by their path. */
function readingsTable(): string {
  const { properties = {} } = z.toJSONSchema(readingsSchema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const rows = Object.entries(properties).flatMap(([name, field]) =>
    name === 'codes'
      ? Object.entries(field.properties ?? {}).map(([inner, code]) => readingRow(`${name}.${inner}`, code))
      : [readingRow(name, field)],
  );
  return table(['name', 'default', 'or', 'place', 'what the specification leaves open'], rows);
}

function readingRow(name: string, field: Schema): string[] {
  const [, place = '', says = ''] = /^((?:Reading|Spec) [\d. and]+): (.*)$/.exec(field.description ?? '') ?? [];
  if (place === '') throw new Error(`readings.${name} must be described as "Reading 1: …" or "Spec 4.2: …"`);
  return [code(name), defaultText(field), othersOf(field), place, plainText(says)];
}

function defaultText({ default: value, properties }: Schema): string {
  if (properties !== undefined) return 'none';
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The values beside the default, where they can be counted; else what kind of value it is. */
function othersOf(field: Schema): string {
  const words = field.enum ?? formsOf(field).flatMap(({ const: word }) => (word === undefined ? [] : [word]));
  if (words.length > 0)
    return words
      .filter((word) => word !== field.default)
      .map((word) => code(String(word)))
      .join(', ');
  return typeOf(field);
}

type Member = { name: string; type: string; says: string };

/** The members of an exported type as its source tells them: name, type, and the comment above. */
export function membersOf(source: string, typeName: string): Member[] {
  const block = new RegExp(`^export type ${typeName} = [^{\\n]*\\{\\n([\\s\\S]*?)^\\};$`, 'm').exec(source)?.[1];
  if (block === undefined) throw new Error(`there is no type ${typeName} in the source`);
  const members = block.matchAll(/(?: {2}\/\*\* (.*?) \*\/\n)? {2}(\w+)\??: (.*);\n/g);
  return [...members].map(([, says, name = '', type = '']) => {
    if (says === undefined) throw new Error(`${typeName}.${name} has no comment that says what it is`);
    return { name, type, says };
  });
}
