import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { configSchema } from '../../../emulator/config.ts';
import { READING_QUESTIONS, shownDefault } from '../../../emulator/domain/readings.ts';
import { choicesText, isEnumeration, otherChoices, type Question } from '../../../shared/questions/question.ts';
import { anchorOf, code, plainText, table } from './markdown.ts';
import type { Parts } from './regions.ts';
import { fieldsTable, rowsBelow, type Schema, topFields } from './schema-fields.ts';

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

/** Each question that a configuration can answer. */
function readingsTable(): string {
  const rows = READING_QUESTIONS.map((question) => {
    const { name, ask, reading, section } = question;
    const place = reading === undefined ? `Spec ${section}` : `Reading ${reading}`;
    return [code(name), code(valueText(shownDefault(question))), othersOf(question), place, plainText(ask)];
  });
  return table(['name', 'default', 'or', 'place', 'what the specification leaves open'], rows);
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The choices beside the default, where they can be counted; else what kind of value it is. */
function othersOf(question: Question): string {
  const { choices, or_null } = question;
  if (!isEnumeration(choices)) return plainText(choicesText({ choices, ...(or_null && { or_null }) }));
  return otherChoices(question)
    .map((choice) => code(String(choice)))
    .join(', ');
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
