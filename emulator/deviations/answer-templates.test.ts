import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { createEmulator, type EmulatorOptions } from '../index.ts';
import { failing, openPlayed, play } from '../testing/play.ts';

type Answers = NonNullable<EmulatorOptions['answers']>;

async function asked(answers: Answers, path: string, options: EmulatorOptions = {}) {
  await using emulator = await createEmulator({ ...options, answers, listen: false });
  const answer = await emulator.fetch(path, { headers: { 'X-API-Key': 'pk_test_demo' } });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

describe('Answer templates', () => {
  it('replace status, code, headers and members of matching answers', async () => {
    const { status, headers, body } = await asked(
      [
        {
          when: { route: 'GET /v1/jobs/:id', status: 404, code: 'JOB_NOT_FOUND' },
          answer: {
            status: 410,
            code: 'JOB_GONE',
            headers: { 'x-shard': '7', 'content-type': 'application/problem+json' },
            members: { 'error.hint.text': 'none' },
            without: ['error.retryable'],
          },
        },
      ],
      '/v1/jobs/job_unknown',
    );
    expect([status, headers.get('x-shard'), headers.get('content-type')]).toEqual([
      410,
      '7',
      'application/problem+json',
    ]);
    expect(body['error']).toMatchObject({ code: 'JOB_GONE', hint: { text: 'none' } });
    expect(body['error']).not.toHaveProperty('retryable');
  });

  it('do not change other answers, and match after the choices', async () => {
    const answers: Answers = [
      { when: { route: 'unknown path', code: 'NO_ROUTE' }, answer: { members: { extra: true } } },
    ];
    const readings = { codes: { not_found: 'NO_ROUTE' } };
    expect((await asked(answers, '/v1/none', { readings })).body).toHaveProperty('extra', true);
    expect((await asked(answers, '/v1/usage', { readings })).body).not.toHaveProperty('extra');
  });

  it('apply in worlds that are created later', async () => {
    const answers: Answers = [{ when: { route: 'GET /v1/usage' }, answer: { headers: { 'x-a': '1' } } }];
    await using emulator = await createEmulator({ answers, listen: false });
    const { keys } = await emulator.worlds.create();
    const answer = await emulator.fetch('/v1/usage', { headers: { 'X-API-Key': String(keys.test) } });
    expect(answer.headers.get('x-a')).toBe('1');
  });

  it('edit a job wherever it is shown, with its tag and event', async () => {
    const answers: Answers = [
      {
        when: { resource: 'job', state: 'succeeded', has: { operation: 'skin.analyze' } },
        answer: {
          members: {
            'output.analysis_version': 'own-7',
            'output.concerns[concern=acne].note': 'first',
            'output.concerns[].unit': 'points',
            'progress.since': '{created_at}',
          },
          renamed: { 'output.concerns[].status': 'state' },
          without: ['livemode'],
        },
      },
      { when: { resource: 'job', state: 'queued' }, answer: { members: { 'output.analysis_version': 'none' } } },
    ];
    const readings = { idempotency_key: 'optional' } as const;
    await using emulator = await createEmulator({ answers, readings, listen: false });
    const ask = async (path: string, type?: string, body?: string | Uint8Array<ArrayBuffer>) => {
      const headers = { 'X-API-Key': 'pk_test_demo', ...(type !== undefined && { 'Content-Type': type }) };
      const sent = type === undefined ? { headers } : { method: 'POST', body, headers };
      return (await (await emulator.fetch(path, sent as RequestInit)).json()) as Record<string, unknown>;
    };
    const face = new Uint8Array(fixtures.face('afro').bytes());
    const { id: asset_id } = await ask('/v1/assets', 'image/png', face);
    const body = JSON.stringify({ inputs: [{ asset_id, role: 'source' }], concerns: ['acne', 'pore'] });
    const made = await ask('/v1/skin/analyses', 'application/json', body);
    expect(made['output']).toBeNull();
    await emulator.clock.advance('1h');
    const read = await ask(`/v1/jobs/${made['id']}`);
    expect(read).toMatchObject({ progress: { since: made['created_at'] }, output: { analysis_version: 'own-7' } });
    expect(read).not.toHaveProperty('livemode');
    expect(read).toMatchObject({
      output: {
        concerns: [
          { concern: 'acne', note: 'first', unit: 'points', state: 'measured' },
          { concern: 'pore', unit: 'points', state: 'measured' },
        ],
      },
    });
    expect(await ask('/v1/jobs')).toMatchObject({ data: [read] });
  });

  it('all apply that match the original answer, also by field and parameter', async () => {
    const answers: Answers = [
      { when: { code: 'INVALID_REQUEST' }, answer: { message: 'Wrong.', code: 'WRONG' } },
      { when: { field: 'limit' }, answer: { code: 'WRONG_LIMIT', headers: { 'x-field': '{field}' } } },
      { when: { parameter: 'status', status: 400 }, answer: { status: 200, body: { data: [] } } },
      {
        when: { route: 'GET /v1/jobs', parameter: 'operation' },
        answer: { refuse: { status: 422, code: 'NO_FILTER' } },
      },
      { when: { method: 'OPTIONS' }, answer: { status: 204, headers: { allow: 'GET' } } },
    ];
    const limit = await asked(answers, '/v1/jobs?limit=0');
    expect([limit.body['error'], limit.headers.get('x-field')]).toMatchObject([
      { code: 'WRONG_LIMIT', message: 'Wrong.' },
      'limit',
    ]);
    const [status, operation] = [
      await asked(answers, '/v1/jobs?status=other'),
      await asked(answers, '/v1/jobs?operation=skin.analyze'),
    ];
    expect([status.status, status.body]).toEqual([200, { data: [] }]);
    expect([operation.status, operation.body['error']]).toMatchObject([422, { code: 'NO_FILTER' }]);
    await using emulator = await createEmulator({ answers, listen: false });
    const options = await emulator.fetch('/v1/jobs', { method: 'OPTIONS', headers: { 'X-API-Key': 'pk_test_demo' } });
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, 'GET', '']);
  });

  it('change the code and the message of a refusal, not those of a failed job', async () => {
    const answers: Answers = [
      { when: { code: 'PROCESSING_FAILED' }, answer: { status: 404 } },
      { answer: { code: 'OTHER', message: 'Other.' } },
    ];
    const played = await openPlayed({ answers });
    const { status, body } = await play(played, failing, 'makeup', '10s', 'GET /v1/jobs/{job}');
    expect([status, body.error]).toEqual([200, { code: 'PROCESSING_FAILED', message: 'The processing failed.' }]);
    expect((await play(played, 'GET /v1/jobs?limit=0')).body.error).toMatchObject({ code: 'OTHER', message: 'Other.' });
  });

  it.each<[Answers[number], string]>([
    [{ when: { resource: 'job', status: 200 }, answer: {} }, 'answers[0].when.status'],
    [{ when: { resource: 'asset' }, answer: { headers: { 'x-a': '1' } } }, 'answers[0].answer.headers'],
    [{ when: { code: 'A' }, answer: { refuse: { status: 400, code: 'B' } } }, 'answers[0].when.code'],
    [{ answer: { members: { 'data[].': 1 } } }, 'answers[0].answer.members'],
    [{ answer: { renamed: { data: '__proto__' } } }, 'answers[0].answer.renamed.data'],
    [{ when: { route: 'GET /v1/job/:id' }, answer: {} }, 'answers[0].when.route'],
    [{ answer: { headers: { 'Content-Length': '3' } } }, 'answers[0].answer.headers.Content-Length'],
    [{ answer: { headers: { 'x-a': 'a\nb' } } }, 'answers[0].answer.headers.x-a'],
    [{ answer: { members: { 'a..b': 1 } } }, 'answers[0].answer.members'],
    [{ answer: { without: ['__proto__.a'] } }, 'answers[0].answer.without[0]'],
  ])('are refused with their place: %j', async (answer, place) => {
    await expect(createEmulator({ answers: [answer], listen: false })).rejects.toThrow(place);
  });
});
