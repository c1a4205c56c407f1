import { describe, expect, it } from 'vitest';
import { commandLines } from './command-lines.ts';
import { driverLines } from './driver-lines.ts';
import { openapiLines } from './openapi-lines.ts';

it('the lines of a program are its commands, flags, exit codes and variables', async () => {
  const options = {
    port: { type: 'string', short: 'p' },
    only: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  } as const;
  const load = async () => ({ help: 'prog go [FILE]: does it.\nprog go far   further\n\n--json  more', options });
  const lines = await commandLines({
    program: 'prog',
    commands: { go: { load } },
    exits: { 2: 'a mistake' },
    environment: { HOST: 'where' },
  });
  expect(lines).toEqual([
    'prog go [FILE]',
    'prog go far',
    'prog go --port VALUE, -p',
    'prog go --only VALUE, repeated',
    'prog go --json',
    'prog exits with 2',
    'prog reads HOST',
  ]);
});

it('the lines of the driver contract are its calls, with the members of bodies and answers', () => {
  const page = `curl -s -X POST $DRIVER/jobs/$JOB/hold -d '{"for": "8m"}'\n# {"held": true, "by": [{"id": null}]}\ncurl -s $DRIVER/clock\n`;
  expect(driverLines(page)).toEqual([
    'POST /jobs/{job}/hold',
    'POST /jobs/{job}/hold body.for: string',
    'POST /jobs/{job}/hold answer.held: boolean',
    'POST /jobs/{job}/hold answer.by: list',
    'POST /jobs/{job}/hold answer.by[].id: null',
    'GET /clock',
  ]);
});

describe('The lines of an OpenAPI document', () => {
  const json = (type: string) => ({ 'application/json': { schema: { type } } });

  it('are its calls, with what each takes and answers, and what it shares by name', () => {
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
});
