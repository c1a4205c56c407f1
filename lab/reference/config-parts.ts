import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { configSchema } from '../../emulator/control/schemas/config-input.ts';
import { anchorOf, code, table } from './markdown.ts';
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
};

function isSection(name: string): boolean {
  return name === 'readings' || SECTIONS.some(([section]) => section === name);
}

/** The options of createEmulator that are not in a configuration. */
function optionsOfCode(): string {
  const source = readFileSync(new URL('../../emulator/create.ts', import.meta.url), 'utf8');
  const rows = membersOf(source, 'EmulatorOptions').map(({ name, type, says }) => [code(name), code(type), says]);
  return table(['option', 'type', 'meaning'], rows);
}

type Member = { name: string; type: string; says: string };

/** The members of an exported type in a source: name, type, and the comment above. */
export function membersOf(source: string, typeName: string): Member[] {
  const block = new RegExp(`^export type ${typeName} = [^{\\n]*\\{\\n([\\s\\S]*?)^\\};$`, 'm').exec(source)?.[1];
  if (block === undefined) throw new Error(`there is no type ${typeName} in the source`);
  const members = block.matchAll(/(?: {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)? {2}(\w+)\??: (.*);\n/g);
  return [...members].map(([, comment, name = '', type = '']) => {
    const says = comment?.replace(/\s*\n\s*(?:\* )?/g, ' ').trim();
    if (says === undefined) throw new Error(`${typeName}.${name} has no comment that says what it is`);
    return { name, type, says };
  });
}
