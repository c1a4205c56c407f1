import * as z from 'zod';
import type { ControlRoute } from './route.ts';
import { SERVED_ROUTES } from './routes.ts';

const WORLD_PARAMETER = {
  name: 'Emulator-World',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'The world of the call; by default the world of X-API-Key, otherwise the default world.',
};

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'problems'],
      properties: {
        message: { type: 'string' },
        problems: {
          type: 'array',
          items: { type: 'object', properties: { path: { type: 'string' }, problem: { type: 'string' } } },
        },
      },
    },
  },
};

const { error } = ERROR_SCHEMA.properties;

/** The answer to a failed advance, with the work that was done before the failure. */
const FAILURE_SCHEMA = {
  ...ERROR_SCHEMA,
  properties: {
    error: {
      ...error,
      properties: {
        ...error.properties,
        advance: { type: 'object', description: 'Progress of an advance, as in the answer of POST /clock/advance' },
      },
    },
  },
};

/** The OpenAPI document of the control API, derived from its table of routes. */
export function controlOpenApi(version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of SERVED_ROUTES) {
    const path = `/_emulator/v1${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'tryon-emulator control API', version, license: { name: 'MIT', identifier: 'MIT' } },
    paths,
  };
}

function operationOf(route: ControlRoute) {
  const pathParameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const shape = route.answer?.();
  const answer = shape && { content: { 'application/json': { schema: jsonSchema(shape, 'output') } } };
  const refusal = {
    description: 'What is wrong, and where',
    content: { 'application/json': { schema: ERROR_SCHEMA } },
  };
  const failure = {
    description: 'The emulator failed, or (507) a memory limit is reached',
    content: { 'application/json': { schema: FAILURE_SCHEMA } },
  };
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[/:_](\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: route.summary,
    parameters: [WORLD_PARAMETER, ...pathParameters, ...queryParameters(route.query)],
    ...(route.body !== null && {
      requestBody: { content: { 'application/json': { schema: jsonSchema(route.body) } } },
    }),
    responses: { [route.status]: { description: route.summary, ...answer }, '4XX': refusal, '5XX': failure },
  };
}

function queryParameters(query: z.ZodType | null) {
  if (query === null) return [];
  const { properties = {} } = jsonSchema(query) as { properties?: Record<string, unknown> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'input') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema: made }) => {
      // The format says the same as the pattern, which is very long.
      if (made.format === 'date-time') delete made.pattern;
    },
  });
  return rest;
}
