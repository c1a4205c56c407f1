import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { SCHEMAS } from '../../conformance/cli/commands/schema.ts';
import { PROGRAM as KIT } from '../../conformance/cli.ts';
import { PURE_SIGNATURES } from '../../conformance/suite/expression/functions.ts';
import { PROGRAM as EMULATOR } from '../../emulator/cli.ts';
import { configSchema, parseConfig } from '../../emulator/config.ts';
import { controlOpenApi } from '../../emulator/control/openapi.ts';
import { serviceOpenApi } from '../../emulator/http/openapi/document.ts';
import { commandLines } from './command-lines.ts';
import { driverLines } from './driver-lines.ts';
import { type Document, openapiLines } from './openapi-lines.ts';
import { type Schema, schemaLines } from './schema-lines.ts';
import { typeLines } from './type-lines.ts';

const FILES_OF_AUTHORS = ['scenario', 'set-up', 'every-answer', 'rules'] as const;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What users call, by the file that lists it: a line for each name or value that a user may rely on. */
export const AREAS: Readonly<Record<string, () => string[] | Promise<string[]>>> = {
  'command-lines': async () => [...(await commandLines(EMULATOR)), ...(await commandLines(KIT))],
  configuration: () => schemaLines(jsonSchema(configSchema), 'emulator.yaml'),
  'control-api': () => openapiLines(controlOpenApi('') as Document),
  drivers: () => driverLines(readFileSync(`${ROOT}conformance/effects/drivers/README.md`, 'utf8')),
  report: () => schemaLines(SCHEMAS.report() as Schema, 'report'),
  scenarios: () => [
    ...FILES_OF_AUTHORS.flatMap((kind) => schemaLines(SCHEMAS[kind]() as Schema, kind, { byName: true })),
    ...PURE_SIGNATURES.map((signature) => `expression ${signature}`),
  ],
  service: () => openapiLines(serviceOpenApi({ readings: parseConfig({}).readings, server: '' }) as Document),
  target: () => schemaLines(SCHEMAS.target() as Schema, 'target.yaml'),
  types: () => typeLines(ROOT),
};

/** The lines of an area as they are now, without repetitions and sorted. */
export async function linesOf(area: string): Promise<string[]> {
  return [...new Set(await AREAS[area]?.())].sort();
}

function jsonSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}
