import { describe, expect, it } from 'vitest';
import { startEmulator } from '../../../run/self-test.ts';
import { factsOf } from '../../facts/facts.ts';
import type { Raw } from '../../facts/features.ts';
import type { Template } from './template.ts';
import { changesOf, standInsFor } from './templates.ts';

type Said = { status?: number; body?: unknown; headers?: Record<string, string>; named?: string };

/** Answers by the line of their request. A suffix of a space and # distinguishes answers with the same line. */
const side = (answers: Readonly<Record<string, Said>>) =>
  factsOf(
    new Map(
      Object.entries(answers).map(([label, { status = 200, body, headers = {}, named = null }]) => {
        const [method = '', url = ''] = label.split(' ');
        const [path = '', query = ''] = url.split('?');
        const parameters = [...new URLSearchParams(query).keys()];
        const raw: Raw = { method, path, parameters, named, status, headers, body };
        return [label, { kind: 'any', features: new Map(), raw }];
      }),
    ),
    new Map(),
  );

type Sides = { server: Readonly<Record<string, Said>>; twin: Readonly<Record<string, Said>> };

function found({ server, twin }: Sides): Template[] {
  return standInsFor(side(server), side(twin)).map(({ template }) => template);
}

const refusal = (code: string, more: object = {}) => ({ error: { code, request_id: 'req_0123456789', ...more } });
const REFUSED = { status: 400, body: refusal('INVALID_REQUEST', { message: 'No.' }) };
const UPLOAD = 'POST /v1/assets';

/** The templates for a single answer that differs. */
const foundFor = (line: string, server: Said, twin: Said) =>
  found({ server: { [line]: server }, twin: { [line]: twin } });

describe('Answer templates', () => {
  it("set the status, code, message, headers and members of the server, for the emulator's case", () => {
    const server = {
      status: 418,
      body: refusal('TEAPOT', { message: 'It is a teapot.', hint: { text: 'none', list: [] } }),
      headers: { 'x-pot': 'warm', etag: 'W/"123"' },
    };
    expect(foundFor(UPLOAD, server, REFUSED)).toEqual([
      {
        when: { route: 'POST /v1/assets', status: 400, code: 'INVALID_REQUEST' },
        answer: {
          status: 418,
          code: 'TEAPOT',
          message: 'It is a teapot.',
          headers: { 'x-pot': 'warm', etag: 'W/"{tag}"' },
          members: { 'error.hint.text': 'none', 'error.hint.list': [] },
        },
      },
    ]);
  });

  it('do not remove a list that the server shows in other answers of the case', () => {
    const job = (more: object) => {
      const output = { type: 'skin.analysis', ...more };
      return { body: { operation: 'skin.analyze', inputs: [], status: 'succeeded', output } };
    };
    const empty = job({ visualizations: [] });
    const [one, other, third] = ['GET /v1/jobs/job_1', 'GET /v1/jobs/job_1 #2', 'GET /v1/jobs/job_1 #3'];
    const twin = { [one]: empty, [other]: empty, [third]: empty };
    const without = found({ server: { [one]: job({}), [other]: job({}), [third]: job({}) }, twin });
    expect(without[0]?.answer).toEqual({ without: ['output.visualizations'] });
    const shown = job({ visualizations: [{ role: 'mask.acne' }] });
    for (const emulated of [empty, shown]) {
      const sides = {
        server: { [one]: job({}), [other]: job({}), [third]: shown },
        twin: { ...twin, [third]: emulated },
      };
      expect(found(sides)).toEqual([]);
    }
  });

  it('remove what the server does not have, and rename what it has under other names', () => {
    const line = 'GET /v1/usage';
    const server = { body: { rows: [{ day: '2026-01-01', operations: { 'skin.analyze': 2 } }] } };
    const twin = {
      body: { data: [{ date: '2026-01-01', operations: { 'skin.analyze': 2 } }], more: false },
      headers: { 'cache-control': 'no-store' },
    };
    expect(foundFor(line, server, twin)).toEqual([
      {
        when: { route: line, status: 200 },
        answer: {
          renamed: { data: 'rows', 'data[].date': 'day' },
          without: ['more'],
          headers: { 'cache-control': null },
        },
      },
    ]);
  });

  it('edit jobs by their kind, and refer to members instead of fixing their values', () => {
    const job = (nth: number, more: object) => ({
      body: {
        ...{ id: `job_0123456789${nth}`, operation: 'skin.analyze', status: 'queued', inputs: [] },
        created_at: `2026-01-0${nth}T00:00:00Z`,
        output: null,
        ...more,
      },
      headers: { location: `/v1/jobs/job_0123456789${nth}` },
    });
    const sides = {
      server: {
        'GET /v1/jobs/job_a': job(1, { since: '2026-01-01T00:00:00Z', place: 4 }),
        'GET /v1/jobs/job_b': job(2, { since: '2026-01-02T00:00:00Z', place: 7 }),
      },
      twin: { 'GET /v1/jobs/job_a': job(3, {}), 'GET /v1/jobs/job_b': job(4, {}) },
    };
    expect(found(sides)).toEqual([{ when: { resource: 'job' }, answer: { members: { since: '{created_at}' } } }]);
  });

  it('are specific to a field or a parameter if a wider case has several values', () => {
    const lines = ['POST /v1/assets #1', 'POST /v1/assets #2', 'POST /v1/assets #3'];
    const all = (codes: readonly string[]) =>
      Object.fromEntries(
        lines.map((line, index) => {
          const named = index === 2 ? 'width' : 'body';
          return [line, { status: 400, body: refusal(codes[index] ?? ''), named }];
        }),
      );
    const sides = { server: all(['A', 'A', 'B']), twin: all(['X', 'X', 'X']) };
    expect(found(sides)).toEqual(
      [{ when: { route: 'POST /v1/assets', status: 400, code: 'X', field: 'width' }, answer: { code: 'B' } }].toSpliced(
        0,
        0,
        { when: { code: 'X' }, answer: { code: 'A' } } as never,
      ),
    );
  });

  it('refuse a read, or answer one with a fixed body, depending on its parameter', () => {
    const [taken, line] = [{ body: { data: [{ id: 'job_1' }] } }, 'GET /v1/jobs?status=other'];
    expect(foundFor(line, REFUSED, taken)).toEqual([
      {
        when: { route: 'GET /v1/jobs', parameter: 'status' },
        answer: { refuse: { status: 400, code: 'INVALID_REQUEST' } },
      },
    ]);
    expect(foundFor(line, { body: { data: [] } }, REFUSED)).toMatchObject([{ answer: { body: { data: [] } } }]);
    expect(foundFor(line, taken, REFUSED)).toEqual([]);
  });

  it.each<[string, Said, Said]>([
    ['a success that the server refuses', REFUSED, { status: 201, body: {} }],
    [
      'another condition',
      { status: 404, body: refusal('ASSET_NOT_FOUND') },
      { status: 404, body: refusal('NO_ROUTE') },
    ],
    ['a figure that was seen once', { body: { queue: 7 } }, { body: {} }],
    ['a time', { body: { at: '2026-01-01T00:00:00Z' } }, { body: {} }],
    ['an id', { headers: { 'x-id': 'job_0123456789abcdef' } }, {}],
    ['a masked key', { headers: { 'x-id': '<primary>' } }, {}],
    ['a signed address', { body: { link: 'https://a.example/b?ticket=EHYMl9bZ' } }, { body: {} }],
    ['a word that looks drawn', { body: { mark: 'EHYMl9bZX4GvXxxnD05Ca0EHYMl9' } }, { body: {} }],
    ['a cookie', { headers: { 'set-cookie': 'a=b' } }, {}],
    ['a header for a key', { headers: { 'x-session-key': 'abc' } }, {}],
    ['a member that is called a secret', { body: { client_secret: 'abc' } }, { body: {} }],
    ['the name of an account', { body: { owner: 'someone@shop.example' } }, { body: {} }],
    ['sides of a picture', { body: { width: 1 } }, { body: { width: 640 } }],
  ])('are not created in this case: %s', (_, server, twin) => {
    expect(foundFor(UPLOAD, server, twin)).toEqual([]);
  });

  it('are understood by the emulator, whatever the server answers', async () => {
    const body = {
      'x-colour': ['é', { deep: {} }],
      mixed: [{}, { a: true }],
      nested: [[{ a: true }]],
      scores: [{ concern: 'a b]', kind: 'soft' }],
      deeper: { 'a b': true },
      error: { code: 'no_such_code', message: 'No.', request_id: 'req_0123456789' },
    };
    const said = { status: 418, body, headers: { 'x-name': 'schön', 'x(y)': 'z', 'x-word': 'plain' } };
    const [template, ...others] = foundFor(UPLOAD, said, REFUSED);
    expect(others).toEqual([]);
    expect(template?.answer.members).toMatchObject({
      'error.code': 'no_such_code',
      'x-colour': ['é', { deep: {} }],
      'scores[].kind': 'soft',
    });
    expect(template?.answer.headers).toEqual({ 'x-word': 'plain' });
    const emulator = await startEmulator({ answers: template === undefined ? [] : [template] });
    await emulator.close();
    const taken = { body: { data: [] } };
    expect(foundFor('GET /v1/jobs?status=other', { ...said, status: 999 }, taken)).toEqual([]);
  });

  it('leave out the changes that made an answer less alike', () => {
    const [server, twin] = [{ body: { a: true, b: true } }, { body: {} }].map((said) => side({ [UPLOAD]: said }));
    if (server === undefined || twin === undefined) return;
    const [first] = standInsFor(server, twin);
    const [change = ''] = first === undefined ? [] : changesOf(first);
    const [left] = standInsFor(server, twin, new Set([change]));
    expect(left?.template.answer).toEqual({ members: { b: true } });
  });
});
