import { describe, expect, it } from 'vitest';
import type { TapeEntry } from '../effects/tape.ts';
import type { Evidence } from '../judge/evidence.ts';
import { withoutLacking } from './lacking-routes.ts';

const NOW: TapeEntry = { kind: 'now', at: 0 };
const LACKING = 'USAGE-200 is broken: GET /v1/usage always returns 404';

/** `GET /v1/usage 404` */
function seen(line: string): TapeEntry {
  const [method = '', url = '', status] = line.split(' ');
  const request = { method, url, headers: {}, body: { kind: 'none' as const } };
  const answer = { status: Number(status), headers: [], body: { kind: 'none' as const } };
  return { kind: 'exchange', exchange: { request, answer, silence: null, detail: null, at: 0, took: 0 } };
}

function broken(rule: string, exchanges: number[], instance = 'a/b'): Evidence {
  const where = { rule, instance, step: 'one', place: null, partial: false, reason: null, detail: null };
  return { ...where, outcome: 'violated', mismatches: [{ pointer: '/status', expected: '200', seen: 404 }], exchanges };
}

const judged = (found: Evidence[], ...tape: TapeEntry[]) =>
  withoutLacking(found, [
    { id: 'a/b', tape },
    { id: 'c/d', tape: [seen('POST /v1/assets 201')] },
  ]).map(({ rule, outcome, reason, detail, mismatches }) =>
    outcome === 'violated' ? rule : [rule, outcome, reason, detail, mismatches.length],
  );

const USAGE = broken('USAGE-200', [0]);
const NOTHING = seen('GET /v1/usage?day=1 404');

describe('A required operation that is answered like an unknown path', () => {
  it('breaks the rule that states it, and shows nothing about any other', () => {
    const held: Evidence = { ...broken('USAGE-COUNTS', [0]), outcome: 'held', mismatches: [] };
    const found = [USAGE, broken('AUTH-401', [1]), { ...broken('AUTH-403', [2, 3]), spared: 'x' }, held];
    expect(judged(found, NOTHING, seen('HEAD /v1/usage 404'), NOW, NOTHING)).toEqual([
      'USAGE-200',
      ['AUTH-401', 'untested', 'premise', LACKING, 0],
      ['AUTH-403', 'untested', 'premise', LACKING, 0],
      ['USAGE-COUNTS', 'untested', 'premise', LACKING, 0],
    ]);
  });

  it('breaks no rule about values that come from its answers', () => {
    const found = [USAGE, broken('USAGE-DAY', []), broken('CREDIT-LOW', [], 'c/d')];
    expect(judged(found, NOTHING)).toEqual([
      'USAGE-200',
      ['USAGE-DAY', 'untested', 'premise', LACKING, 0],
      'CREDIT-LOW',
    ]);
  });

  it('leaves what was seen elsewhere', () => {
    const held: Evidence = { ...broken('WH-ONE', []), outcome: 'held', mismatches: [] };
    const [, other, same] = withoutLacking(
      [USAGE, broken('JOB-404', [1]), held],
      [{ id: 'a/b', tape: [NOTHING, seen('GET /v1/jobs/x 200')] }],
    );
    expect([other?.outcome, same?.outcome]).toEqual(['violated', 'held']);
  });
});

describe('Nothing is lacking', () => {
  it.each<[when: string, tape: string[], found?: Evidence[]]>([
    ['if one answer shows the operation', ['GET /v1/usage 404', 'GET /v1/usage 200']],
    ['if it refuses a request in another way', ['GET /v1/usage 404', 'GET /v1/usage 400']],
    ['if its answers say nothing about it', ['GET /v1/usage 401', 'GET /v1/usage 503']],
    ['if its own rule holds', ['GET /v1/usage 404', 'GET /v1/usage 404'], [broken('AUTH-401', [1])]],
    ['of an operation that may be off', ['GET /v1/assets 404', 'GET /v1/assets 404'], [broken('LIST-200', [0])]],
  ])('%s', (_, lines, found = [USAGE, broken('AUTH-401', [1])]) => {
    expect(judged(found, ...lines.map(seen))).toEqual(found.map(({ rule }) => rule));
  });

  it('if the server has no operation at all', () => {
    const found = [USAGE, broken('PATHS-V1', [0])];
    expect(withoutLacking(found, [{ id: 'a/b', tape: [NOTHING] }])).toEqual(found);
  });
});
