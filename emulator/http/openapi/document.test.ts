import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { withChoices } from '../../../shared/questions/places.ts';
import { choiceName, isSettable, otherChoices } from '../../../shared/questions/question.ts';
import { parseConfig } from '../../control/schemas/read-config.ts';
import { overridesFor } from '../../deviations/choices/choices.ts';
import { deviator } from '../../deviations/deviator.ts';
import { ERROR_TABLE } from '../../domain/errors.ts';
import { serviceOpenApi } from './document.ts';

type Node = Record<string, unknown>;
type Operation = {
  parameters: { name: string; required?: boolean; description?: string }[];
  responses: Record<string, Node>;
  'x-source': string;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'responses' | 'headers', Record<string, Node>>;
};

const withReadings = (readings: object) => {
  const config = parseConfig({ readings });
  const edits = deviator.documentOf(config);
  return serviceOpenApi({ readings: config.readings, server: 'http://127.0.0.1:4010', edits }) as unknown as Document;
};
const standard = withReadings({});

/** Section 4, written out again: the statuses of each endpoint. */
const SUBMISSION = [200, 202, 400, 401, 402, 403, 404, 409, 410, 413, 429, 503];
const STATUSES: Record<string, number[]> = {
  'get /v1/assets': [200, 400, 401, 403, 429, 503],
  'get /v1/assets/{asset_id}': [200, 400, 401, 403, 404, 503],
  'delete /v1/assets/{asset_id}': [204, 400, 401, 403, 404, 409, 503],
  'post /v1/skin/analyses': SUBMISSION,
  'post /v1/makeup/try-ons': SUBMISSION,
  'get /v1/jobs/{job_id}': [200, 304, 400, 401, 403, 404, 500, 503],
  'post /v1/jobs/{job_id}/cancel': [200, 202, 400, 401, 403, 404, 409, 500, 503],
  'delete /v1/jobs/{job_id}': [204, 400, 401, 403, 404, 409, 500, 503],
  'get /v1/credits/balance': [200, 401, 403, 503],
};

const operations = Object.entries(standard.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

describe('the OpenAPI document of /v1', () => {
  it('is valid OpenAPI 3.1 according to an independent validator', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(standard));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it('has no findings in Redocly’s strict rules', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const source = JSON.stringify(standard);
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    const unlicensed = source.replace('"license"', '"x-license"');
    expect(await lintFromString({ source: unlicensed, absoluteRef: '/openapi.json', config })).not.toEqual([]);
  });

  it.each(Object.entries(STATUSES))('has the statuses of the specification for %s', (name, statuses) => {
    const found = operations.find((one) => one.name === name)?.operation.responses ?? {};
    expect(Object.keys(found).map(Number)).toEqual(expect.arrayContaining(statuses));
  });

  it('has every code of the error table, with its status', () => {
    const documented = new Set(
      operations.flatMap(({ operation }) =>
        Object.entries(operation.responses).flatMap(([status, { $ref }]) => {
          const shared = standard.components.responses[String($ref).split('/').at(-1) ?? ''];
          return ((shared?.['x-codes'] ?? []) as { code: string }[]).map(({ code }) => `${status} ${code}`);
        }),
      ),
    );
    const table = Object.values(ERROR_TABLE).map(({ status, code }) => `${status} ${code}`);
    // These are answered before a request has a path.
    const early = ['431 INVALID_REQUEST', '408 INVALID_REQUEST'];
    expect([...documented].toSorted()).toEqual([...new Set(table)].filter((one) => !early.includes(one)).toSorted());
  });

  it('names a source for everything that has a name: the specification or a reading', () => {
    const named = [
      ...Object.entries(standard.components.schemas),
      ...Object.entries(standard.components.headers),
      ...operations.map(({ name, operation }) => [name, operation] as const),
      ...operations.flatMap(({ name, operation }) =>
        operation.parameters.map((parameter) => [`${name} ${parameter.name}`, parameter] as const),
      ),
      ...operations.flatMap(({ name, operation }) =>
        Object.entries(operation.responses)
          .filter(([, response]) => response['$ref'] === undefined)
          .map(([status, response]) => [`${name} ${status}`, response] as const),
      ),
    ];
    const sourceOf = (node: object) => String((node as Node)['x-source']);
    const unmarked = named.filter(([, node]) => !/^(?:spec [1-9]|reading \d)/.test(sourceOf(node)));
    expect(unmarked.map(([name]) => name)).toEqual([]);
  });

  it('names each reading that affects requests or answers', () => {
    const text = JSON.stringify(standard);
    const named = new Set([...text.matchAll(/reading (\d+)/g)].map(([, number]) => Number(number)));
    const wanted = [1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 29, 38, 47, 50, 62];
    expect(wanted.filter((number) => !named.has(number))).toEqual([]);
  });

  it('describes every parameter and every field', () => {
    const parameters = operations.flatMap(({ operation }) => operation.parameters);
    const fields = fieldsBelow(standard.components.schemas);
    expect(fields.length).toBeGreaterThan(80);
    const silent = [...parameters.map((parameter) => [parameter.name, parameter] as const), ...fields].filter(
      ([, node]) => !('description' in node) && !('$ref' in node),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});

/** Every property of every object, at any depth. */
function fieldsBelow(node: unknown): [string, object][] {
  if (typeof node !== 'object' || node === null) return [];
  const own = Object.entries((node as { properties?: Record<string, object> }).properties ?? {});
  return [...own, ...Object.values(node).flatMap(fieldsBelow)];
}

describe('the current readings', () => {
  const ALONE = QUESTIONS.filter(isSettable).flatMap((question) =>
    otherChoices(question).map((choice) => [choiceName(question.name, choice), question.name, choice] as const),
  );
  const WITH_EDITS = ALONE.filter(([, name, choice]) => overridesFor(name, choice)?.document !== undefined);

  it.each(WITH_EDITS)('do not change the document of the default: %s', (_, name, choice) => {
    const before = JSON.stringify(withReadings({}));
    const settings = withChoices(parseConfig({}), { [name]: choice });
    const edits = deviator.documentOf(settings);
    serviceOpenApi({ readings: settings.readings, server: 'http://127.0.0.1:4010', edits });
    expect(JSON.stringify(withReadings({})) === before).toBe(true);
  });

  it.each([
    [{ base_path: 'two_segments' }, '"url":"http://127.0.0.1:4010/eu/tryon"'],
    [{ location_form: 'absolute' }, '"format":"uri-reference"'],
    [{ hair_scope: 'either' }, '"security":[{"ApiKey":["hair.apply"]},{"ApiKey":["hair.try_on"]}]'],
    [{ idempotency_key_max_length: 64 }, '"maxLength":64'],
    [{ max_products: 3 }, '"maxItems":3'],
    [{ optional_field_null: 'as_absent' }, '"anyOf":[{"default":1,'],
    [{ color_format: 'hex_without_mark' }, '"pattern":"^[0-9A-Fa-f]{6}$"'],
  ])('change the description of requests: %j', (readings, text) => {
    expect(JSON.stringify(standard)).not.toContain(text);
    expect(JSON.stringify(withReadings(readings))).toContain(text);
  });

  it('change the status of an upload', () => {
    const statuses = (document: Document) => Object.keys(document.paths['/v1/assets']?.['post']?.responses ?? {});
    expect(statuses(standard)).toContain('201');
    expect(statuses(withReadings({ upload_status: 200 }))).toContain('200');
    expect(statuses(standard)).not.toContain('415');
    expect(statuses(withReadings({ unsupported_media_type_status: 415 }))).toContain('415');
  });

  it('change whether an Idempotency-Key is required', () => {
    const required = (document: Document) =>
      document.paths['/v1/skin/analyses']?.['post']?.parameters.find(({ name }) => name === 'Idempotency-Key')
        ?.required;
    expect([required(standard), required(withReadings({ idempotency_key: 'optional' }))]).toEqual([true, false]);
  });

  it('change whether the usage has parameters', () => {
    const names = ({ paths }: Document) => paths['/v1/usage']?.['get']?.parameters.map(({ name }) => name);
    expect([names(standard), names(withReadings({ usage_parameters: 'none' }))]).toEqual([['from', 'to'], []]);
  });

  it('change which bodies are accepted', () => {
    const lax = withReadings({ unknown_body_fields: 'ignore', color_format: 'any', opacity_range: [0, 100] });
    const bodyIn = (document: Document) => JSON.stringify(document.components.schemas['MakeupTryOnRequest']);
    expect(bodyIn(standard)).toContain('"additionalProperties":false');
    expect(bodyIn(standard)).toContain('#[0-9A-Fa-f]{6}');
    expect(bodyIn(lax)).not.toMatch(/additionalProperties|#\[/);
    expect(bodyIn(lax)).toContain('"maximum":100');
  });

  it('change the codes that the specification does not show', () => {
    const document = withReadings({ codes: { rate_limited: 'SLOW_DOWN' } });
    expect(document.components.responses['RateLimited']?.['x-codes']).toMatchObject([{ code: 'SLOW_DOWN' }]);
  });

  it('change whether the bytes of an input are returned', () => {
    const types = (document: Document) => {
      const ok = document.paths['/v1/assets/{asset_id}/content']?.['get']?.responses['200'];
      return Object.keys(ok?.['content'] as object);
    };
    expect(types(standard)).not.toContain('image/jpeg');
    expect(types(withReadings({ input_content: 'serve' }))).toContain('image/jpeg');
  });
});
