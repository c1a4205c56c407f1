import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { pathTo, ROUTES, type RouteFacts } from '../../domain/routes.ts';
import { MEDIA_TYPES, type MediaType, RESULT_MEDIA_TYPES, SCOPE_OF } from '../../domain/vocabulary.ts';
import type { DocumentEdits } from '../../world/world.ts';
import type { Parameters } from '../query.ts';
import { idempotencyKeyForm } from '../submission/idempotency-key.ts';
import { errorResponses, errorSchemas, sharedResponses } from './errors.ts';
import { EVENT_SCHEMAS, WEBHOOKS } from './events.ts';
import { exampleOf } from './examples.ts';
import { HEADERS } from './headers.ts';
import { OPERATIONS, type OperationWords, type Success, TAGS } from './operations.ts';
import { outputSchemas } from './outputs.ts';
import { PARAMETER_TEXTS } from './parameters.ts';
import { REQUEST_NAMES, requestExample, requestSchemas } from './requests.ts';
import { RESOURCE_SCHEMAS } from './resources.ts';
import { ref } from './schema.ts';

export type DocumentParts = {
  readings: Readings;
  server: string;
  /** How choices other than the default change the document. */
  edits?: DocumentEdits;
};

const NO_EDITS: DocumentEdits = { refusal: (error) => error, document: (document) => document };

const IMAGE = { type: 'string', format: 'binary' };
const RELEASE = '1.0.0-rc.1';

/** `/v1` as OpenAPI 3.1, generated from the readings, the routes, the request schemas and the error table. */
export function serviceOpenApi({ readings, server, edits: { refusal, document } = NO_EDITS }: DocumentParts) {
  return document({
    openapi: '3.1.0',
    info: {
      title: 'Image analysis and try-on service',
      version: RELEASE,
      summary: 'Asynchronous image jobs on faces: skin analysis, makeup and hair color',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server, description: 'The emulator' }],
    security: [{ ApiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(readings),
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: { ApiKey: API_KEY },
      headers: { ...HEADERS },
      responses: sharedResponses(
        Object.values(OPERATIONS).map(({ errors }) => errors),
        refusal,
      ),
      schemas: {
        ...RESOURCE_SCHEMAS,
        ...outputSchemas(readings),
        ...requestSchemas(readings),
        ...errorSchemas(refusal),
        ...EVENT_SCHEMAS,
      },
    },
  });
}

const ABOUT = `Upload an image, submit what is to be made of it, poll the job, download the result.

Everything here says in \`x-source\` who says so: a section of the specification (\`spec 4.2\`), or, where the specification
is silent, the reading that the emulator takes (\`reading 12\`). Another lawful server may differ in what a reading says.
Features that an account does not have (\`x-feature\`) answer 404, as an unknown path does.

A key goes into the header \`X-API-Key\` and nowhere else. One that begins with \`pk_live_\` spends credits; one that begins
with \`pk_test_\` runs the same lifecycle and costs nothing.`;

const API_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'X-API-Key',
  description:
    'A secret of a server, for one environment, with scopes. Never in a browser, a program that is handed out, or an address',
  'x-source': 'spec 5',
};

function pathsOf(readings: Readings) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of Object.values(ROUTES)) {
    const path = pathTo(route.id, `{${idName(route)}}`);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, readings) };
  }
  return paths;
}

function operationOf(route: RouteFacts, readings: Readings) {
  const words = OPERATIONS[route.id];
  const { submits, feature } = route;
  return {
    operationId: route.id,
    tags: [words.tag],
    summary: words.summary,
    ...(words.description !== undefined && { description: words.description }),
    'x-source': words.source,
    ...(words.isDraft === true && { 'x-draft': true }),
    ...(feature !== null && { 'x-feature': feature }),
    ...(submits !== null && { security: [{ ApiKey: [SCOPE_OF[submits]] }] }),
    parameters: parametersOf(route, words, readings),
    ...bodyOf(route, words, readings),
    responses: { ...successes(words), ...errorResponses(words.errors) },
  };
}

function parametersOf(route: RouteFacts, words: OperationWords, readings: Readings) {
  const parameters = [
    ...(route.path.includes(':id')
      ? [{ name: idName(route), in: 'path', required: true, schema: { type: 'string' } }]
      : []),
    ...Object.entries(queryOf(words, readings)).map(([name, { schema }]) => ({
      name,
      in: 'query',
      required: false,
      schema,
    })),
    ...(route.submits !== null ? [idempotencyKey(readings)] : []),
    ...(words.conditional === true ? [IF_NONE_MATCH] : []),
  ];
  return parameters.map((parameter) => ({ ...PARAMETER_TEXTS[parameter.name], ...parameter }));
}

function idempotencyKey(readings: Readings) {
  const schema = { type: 'string', ...idempotencyKeyForm(readings) };
  return { name: 'Idempotency-Key', in: 'header', schema, required: readings.idempotency_key === 'required' };
}

function queryOf({ query = {} }: OperationWords, readings: Readings): Parameters {
  return typeof query === 'function' ? query(readings) : query;
}

const IF_NONE_MATCH = { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } };

function bodyOf({ submits }: RouteFacts, { takesImage = false }: OperationWords, readings: Readings) {
  if (takesImage) return { requestBody: { required: true, content: imagesOf(MEDIA_TYPES) } };
  if (submits === null) return {};
  const json = { schema: ref(REQUEST_NAMES[submits]), example: requestExample(submits, readings) };
  return { requestBody: { required: true, content: { 'application/json': json } } };
}

function successes(words: OperationWords) {
  return Object.fromEntries(words.successes.map((success) => [String(success.status), successOf(success, words)]));
}

function successOf({ status, when, body, headers = [], source }: Success, words: OperationWords) {
  return {
    description: when,
    'x-source': source ?? words.source,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    ...(body !== null && { content: contentOf(body, status) }),
  };
}

function contentOf(body: string, status: number) {
  if (body !== 'image') return { 'application/json': { schema: ref(body), example: exampleOf(body, status) } };
  return imagesOf(RESULT_MEDIA_TYPES);
}

function imagesOf(types: readonly MediaType[]) {
  return Object.fromEntries(types.map((type) => [type, { schema: IMAGE }]));
}

function idName({ id }: RouteFacts): string {
  return OPERATIONS[id].tag === 'Jobs' ? 'job_id' : 'asset_id';
}
