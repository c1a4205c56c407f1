import { describe, expect, it } from 'vitest';
import { createEmulator, type EmulatorOptions } from '../index.ts';

type Answers = NonNullable<EmulatorOptions['answers']>;

async function asked(answers: Answers, path: string, options: EmulatorOptions = {}) {
  await using emulator = await createEmulator({ ...options, answers, listen: false });
  const answer = await emulator.fetch(path, { headers: { 'X-API-Key': 'pk_test_demo' } });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

describe('Answer templates', () => {
  it('replace status, code, headers and members of the answers that they match', async () => {
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

  it('leave all other answers, and match after the choices', async () => {
    const answers: Answers = [
      { when: { route: 'unknown path', code: 'NO_ROUTE' }, answer: { members: { extra: true } } },
    ];
    const readings = { codes: { not_found: 'NO_ROUTE' } };
    expect((await asked(answers, '/v1/none', { readings })).body).toHaveProperty('extra', true);
    expect((await asked(answers, '/v1/usage', { readings })).body).not.toHaveProperty('extra');
  });

  it('hold in the worlds that are made later', async () => {
    const answers: Answers = [{ when: { route: 'GET /v1/usage' }, answer: { headers: { 'x-a': '1' } } }];
    await using emulator = await createEmulator({ answers, listen: false });
    const { keys } = await emulator.worlds.create();
    const answer = await emulator.fetch('/v1/usage', { headers: { 'X-API-Key': String(keys.test) } });
    expect(answer.headers.get('x-a')).toBe('1');
  });

  it.each<[Answers[number], string]>([
    [{ when: { route: 'GET /v1/job/:id' }, answer: {} }, 'answers[0].when.route'],
    [{ answer: { headers: { 'Content-Length': '3' } } }, 'answers[0].answer.headers.Content-Length'],
    [{ answer: { headers: { 'x-a': 'a\nb' } } }, 'answers[0].answer.headers.x-a'],
    [{ answer: { members: { 'a..b': 1 } } }, 'answers[0].answer.members'],
    [{ answer: { without: ['__proto__.a'] } }, 'answers[0].answer.without[0]'],
  ])('are refused with their place: %j', async (answer, place) => {
    await expect(createEmulator({ answers: [answer], listen: false })).rejects.toThrow(place);
  });
});
