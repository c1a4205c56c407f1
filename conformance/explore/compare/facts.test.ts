import { describe, expect, it } from 'vitest';
import type { Of } from '../../sessions/operation.ts';
import { listedFacts } from './facts.ts';

const list = (thing: 'assets' | 'jobs', query: Of<'list'>['query'] = {}): Of<'list'> => {
  return { nth: 1, does: 'list', thing, query, whole: false };
};
const item = (id: string, second: string, more = {}) => ({ id, created_at: `2026-01-05T08:00:${second}Z`, ...more });

describe('The facts about a list', () => {
  it.each([
    ['newest first', 'assets', [item('a', '02'), item('b', '01')], true],
    ['oldest first', 'assets', [item('a', '01'), item('b', '02')], false],
    ['of one instant by id, descending', 'assets', [item('b', '01'), item('a', '01')], true],
    ['of one instant by id, ascending', 'assets', [item('a', '01'), item('b', '01')], false],
    ['of one millisecond, distinguished', 'assets', [item('a', '01.000002'), item('b', '01.000001')], true],
    ['jobs of one instant in any order', 'jobs', [item('a', '01'), item('b', '01')], true],
    ['oldest jobs first', 'jobs', [item('a', '01'), item('b', '02')], false],
    ['jobs whose instants are not shown', 'jobs', [{ id: 'a' }, { id: 'b' }], true],
    ['nothing', 'assets', [], true],
  ] as const)('%s', (_, thing, items, isInOrder) => {
    expect(listedFacts(list(thing), items)).toMatchObject({ 'in order': isInOrder });
  });

  it('show whether it contains something that was not requested', () => {
    const items = [item('b', '02', { purpose: 'input' }), item('a', '01', { purpose: 'result', href: '/v1/x' })];
    expect(listedFacts(list('assets', { purpose: 'input' }), items)).toEqual({
      'in order': true,
      'of another purpose': 1,
      'with an href': 1,
    });
  });

  it('do not judge the form of a list of jobs', () => {
    expect(Object.keys(listedFacts(list('jobs', { limit: 1 }), [item('b', '02'), item('a', '01')]))).toEqual([
      'in order',
    ]);
  });
});
