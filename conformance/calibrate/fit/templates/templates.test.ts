import { describe, expect, it } from 'vitest';
import { factsOf } from '../../facts/facts.ts';
import type { Value } from '../../facts/value.ts';
import { templatesFor } from './templates.ts';

type Row = Readonly<Record<string, Value>>;

const side = (rows: Readonly<Record<string, Row>>) =>
  factsOf(
    new Map(
      Object.entries(rows).map(([line, row]) => [
        line,
        { kind: 'any', line: line.replace(/ #.*/, ''), features: new Map(Object.entries(row)) },
      ]),
    ),
    new Map(),
  );

const REFUSED = { status: 400, 'error.code': 'INVALID_REQUEST' };

describe('Answer templates', () => {
  it('have the status, the code, the headers and the members of the server, for the case of the emulator', () => {
    const server = { ...REFUSED, status: 418, 'error.code': 'TEAPOT', 'header x-pot': 'warm', 'error.hint': 'text' };
    const found = templatesFor(side({ 'POST /v1/assets': server }), side({ 'POST /v1/assets': REFUSED }));
    expect(found).toEqual([
      {
        when: { route: 'POST /v1/assets', status: 400, code: 'INVALID_REQUEST' },
        answer: { status: 418, code: 'TEAPOT', headers: { 'x-pot': 'warm' }, members: { 'error.hint': 'text' } },
      },
    ]);
  });

  it('leave out what the server has not', () => {
    const twin = { status: 200, livemode: true, 'header cache-control': 'no-store' };
    const found = templatesFor(side({ 'GET /v1/jobs/job_1': { status: 200 } }), side({ 'GET /v1/jobs/job_1': twin }));
    expect(found).toEqual([
      {
        when: { route: 'GET /v1/jobs/:id', status: 200 },
        answer: { without: ['livemode'], headers: { 'cache-control': null } },
      },
    ]);
  });

  it.each<[string, Row, Row]>([
    ['a success that the server refuses', { status: 404, 'error.code': 'NO_ROUTE' }, { status: 200 }],
    ['another condition', { status: 404, 'error.code': 'ASSET_NOT_FOUND' }, { ...REFUSED, status: 404 }],
    ['a text that the server wrote, or an id', { ...REFUSED, 'header x-id': '<primary>…€' }, REFUSED],
    ['what is within lists', { ...REFUSED, 'error.fields[].path': 'text' }, REFUSED],
  ])('stand for no more than that: %s', (_, server, twin) => {
    const found = templatesFor(side({ 'POST /v1/assets': server }), side({ 'POST /v1/assets': twin }));
    expect(found).toEqual([]);
  });

  it('take a status and a code over only where all answers of the case have them', () => {
    const server = side({
      'POST /v1/assets #1': { ...REFUSED, 'error.code': 'NO_PICTURE' },
      'POST /v1/assets #2': { ...REFUSED, 'error.code': 'TOO_SMALL' },
    });
    const twin = side({ 'POST /v1/assets #1': REFUSED, 'POST /v1/assets #2': REFUSED });
    expect(templatesFor(server, twin)).toEqual([]);
  });
});
