import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../shared/command.ts';
import { compareCommand, exitOf, seenAgain } from './compare.ts';

const difference = { place: 'a | status', a: 200, b: 201, places: 1, shown: null, question: null };
const sides = { a: 'http://a', b: 'http://b' };
const same = { same: 1, compared: 1, differ: [] };
const question = { question: 'upload_status', a: '200', b: '201', seen: { a: [], b: [] } };
const ALIKE = { ...sides, questions: same, rules: same };
const UNLIKE = { ...ALIKE, questions: { same: 0, compared: 1, differ: [question] } };
const share = (value: number) => ({ share: value, differ: value === 1 ? [] : [difference] });

describe('tryon-conformance compare', () => {
  it.each([
    ['0 if nothing differs', ALIKE, share(1), null, 0],
    ['1 if a fact differs', ALIKE, share(0.9), null, 1],
    ['1 if a question differs', UNLIKE, share(1), null, 1],
    ['0 if the share of --min is alike', UNLIKE, share(0.9), 0.9, 0],
    ['1 if less than the share of --min is alike', ALIKE, share(0.89), 0.9, 1],
    ['0 without facts if nothing differs', ALIKE, null, null, 0],
  ])('ends with %s', (_, comparison, facts, least, code) => {
    expect(exitOf(comparison, facts, least)).toBe(code);
  });

  it('reports only the differences that every comparison shows', () => {
    const exchanges = { a: null, b: null };
    const unlike = { same: 0, compared: 1, differ: [{ rule: 'ANY-RULE', a: 'pass', b: 'fail', exchanges }] };
    expect(seenAgain(unlike, [unlike, unlike])).toEqual(unlike);
    expect(seenAgain(unlike, [unlike, same])).toEqual({ same: 1, compared: 1, differ: [] });
  });

  it.each([
    [{ min: '2' }, '--min must be a number from 0 to 1, such as 0.95, not 2'],
    [{ min: ' ' }, '--min must be a number from 0 to 1'],
    [{ facts: true, only: ['assets/upload-kinds'] }, '--facts needs the facts of all probes'],
    [{ min: '0.9', only: ['assets/upload-kinds'] }, '--min needs the facts of all probes'],
  ])('refuses %j before it sends a request', async (flags, message) => {
    const run = compareCommand.run(flags, ['http://127.0.0.1:9', 'http://127.0.0.1:9']);
    await expect(run).rejects.toThrow(UsageError);
    await expect(run).rejects.toThrow(message);
  });
});
