import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { SCHEMAS } from '../../conformance/cli/commands/schema.ts';
import { PROGRAM as KIT } from '../../conformance/cli.ts';
import { PURE_SIGNATURES } from '../../conformance/suite/expression/functions.ts';
import { PROGRAM as EMULATOR } from '../../emulator/cli.ts';
import { controlOpenApi } from '../../emulator/control/openapi.ts';
import { configSchema } from '../../emulator/control/schemas/config-input.ts';
import { parseConfig } from '../../emulator/control/schemas/read-config.ts';
import { serviceOpenApi } from '../../emulator/http/openapi/document.ts';
import { commandLines } from './command-lines.ts';
import { driverLines } from './driver-lines.ts';
import { type Document, openapiLines } from './openapi-lines.ts';
import { type Schema, schemaLines } from './schema-lines.ts';
import { typeLines } from './type-lines.ts';

const FILES_OF_AUTHORS = ['scenario', 'set-up', 'every-answer', 'rules'] as const;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

type Area = {
  /** One line for each name or value that a user may depend on. */
  lines(): string[] | Promise<string[]>;
  /** The part of a line that names its public item. */
  name: RegExp;
};

const CALL = /^(?:<\w+>|[A-Z]+ \S+)/;

export const AREAS: Readonly<Record<string, Area>> = {
  'command-lines': {
    lines: async () => [...(await commandLines(EMULATOR)), ...(await commandLines(KIT))],
    name: /^\S+ (?:exits with \d+|reads \w+|[a-z-]+(?: --[\w-]+)?)/,
  },
  configuration: {
    lines: () =>
      schemaLines(z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as Schema, 'emulator.yaml'),
    name: /^emulator\.yaml(?:\.\w+)?/,
  },
  'control-api': { lines: () => openapiLines(controlOpenApi('') as Document), name: CALL },
  drivers: {
    lines: () => driverLines(readFileSync(`${ROOT}conformance/effects/drivers/README.md`, 'utf8')),
    name: CALL,
  },
  report: { lines: () => schemaLines(SCHEMAS.report() as Schema, 'report'), name: /^report(?:\.\w+)?/ },
  scenarios: {
    lines: () => [
      ...FILES_OF_AUTHORS.flatMap((kind) => schemaLines(SCHEMAS[kind]() as Schema, kind, { byName: true })),
      ...PURE_SIGNATURES.map((signature) => `expression ${signature}`),
    ],
    name: /^(?:expression \w+|[\w-]+(?: <\w+>)?)/,
  },
  service: {
    lines: () => openapiLines(serviceOpenApi({ readings: parseConfig({}).readings, server: '' }) as Document),
    name: CALL,
  },
  target: { lines: () => schemaLines(SCHEMAS.target() as Schema, 'target.yaml'), name: /^target\.yaml(?:\.\w+)?/ },
  types: { lines: () => typeLines(ROOT), name: /^\S+ \w+(?:\.\w+)?/ },
};

/** The current lines of an area, unique and sorted. */
export async function linesOf(area: string): Promise<string[]> {
  return [...new Set(await AREAS[area]?.lines())].sort();
}

/** Returns a function for the name of the public item of a line, or the whole line if it has none. */
export function nameIn(area: string): (line: string) => string {
  return (line) => AREAS[area]?.name.exec(line)?.[0] ?? line;
}
