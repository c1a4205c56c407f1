import { expect, it } from 'vitest';
import { openapiLines } from './openapi-lines.ts';

const json = (type: string) => ({ 'application/json': { schema: { type } } });

it('the lines of an OpenAPI document are its calls, with what each takes and answers, and what it shares by name', () => {
  const lines = openapiLines({
    paths: {
      '/x': {
        post: {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
          requestBody: { required: true, content: json('object') },
          responses: {
            200: {
              headers: { ETag: { $ref: '#/components/headers/Tag' } },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } },
            },
            404: { $ref: '#/components/responses/Gone' },
          },
        },
      },
    },
    components: {
      schemas: { Job: { type: 'object' } },
      headers: { Tag: { required: true, schema: { type: 'string' } } },
      responses: { Gone: { content: json('string') } },
    },
  });
  expect(lines).toEqual([
    '<Job>: object',
    '<Gone>',
    '<Gone> application/json: string',
    '<Tag>: string',
    'POST /x',
    'POST /x query limit?: integer',
    'POST /x body application/json: object',
    'POST /x 200',
    'POST /x 200 header ETag: <Tag>',
    'POST /x 200 application/json: <Job>',
    'POST /x 404: <Gone>',
  ]);
});
