import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { SERVED_ROUTES } from './routes.ts';

type Operation = {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: { type?: string; anyOf?: unknown } } } };
  responses: Record<string, unknown>;
};

async function served(): Promise<{ openapi: string; paths: Record<string, Record<string, Operation>> }> {
  const { client } = await emulatorFor();
  return (await client.get('/_emulator/v1/openapi.json', { key: null })).body;
}

/** `POST /jobs/:id/step` in the syntax of OpenAPI. */
const operations = async () =>
  Object.entries((await served()).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = path.replace('/_emulator/v1', '').replace(/\{(\w+)\}/g, ':$1');
      return { name: `${method.toUpperCase()} ${name}`, operation };
    }),
  );

describe('GET /_emulator/v1/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document according to a third-party validator', async () => {
    const { valid, errors } = await new Validator().validate(await served());
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect((await served()).openapi).toBe('3.1.0');
  });

  it('lists exactly the routes that are served', async () => {
    const listed = (await operations()).map(({ name }) => name);
    expect(listed.toSorted()).toEqual(SERVED_ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it('describes each answer', async () => {
    const empty = (await operations()).flatMap(({ name, operation }) =>
      Object.values(operation.responses as Record<string, { content?: { 'application/json': { schema: object } } }>)
        .flatMap(({ content }) => (content === undefined ? [] : [content['application/json'].schema]))
        .filter((schema) => Object.keys(schema).length === 0)
        .map(() => name),
    );
    expect(empty).toEqual([]);
  });

  it('gives each operation a unique id', async () => {
    const ids = (await operations()).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(SERVED_ROUTES.length);
  });
});
