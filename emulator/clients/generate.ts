import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSource } from 'oazapfts';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

export async function generateClients(document: object, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const source = join(folder, 'openapi.json');
  writeFileSync(source, JSON.stringify(document));
  writeFileSync(join(folder, 'types.ts'), await typesOf(document));
  writeFileSync(join(folder, 'functions.ts'), await generateSource(source));
}

/** Follows the guide of the tool: binary data is a Blob, and fields with a default are optional in a request. */
async function typesOf(document: object): Promise<string> {
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const nodes = await openapiTS(structuredClone(document) as never, {
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  });
  return astToString(nodes);
}
