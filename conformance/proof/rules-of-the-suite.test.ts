import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import type { Question } from '../../shared/questions/question.ts';
import { shippedSuite } from '../testing/shipped-suite.ts';

const rules = [...shippedSuite().suite.registry.values()];
const derived = rules.filter(({ level }) => level === 'derived');

/** Their lawful server is described, and neither the emulator nor the server of another make can be it yet. */
const WITHOUT_SERVER = ['ETAG-CHANGES', 'EVENT-POLL-AGREES', 'SUBMIT-QUEUED'];

describe('the rules of the suite', () => {
  it('are failures, or name a lawful server that breaks them', () => {
    expect(derived.filter(({ counter }) => counter === null).map(({ id }) => id)).toEqual([]);
  });

  it('are warnings only where a lawful choice of the table is warned of, or where it is known to lack', () => {
    const warned = new Set((QUESTIONS as readonly Question[]).flatMap((one) => Object.values(one.warned ?? {}).flat()));
    const lacking = derived.map(({ id }) => id).filter((id) => !warned.has(id));
    expect(lacking.sort()).toEqual(WITHOUT_SERVER);
  });

  it('fail no lawful choice of the table', () => {
    const blamed = (QUESTIONS as readonly Question[]).filter((one) => one.blamed !== undefined).map(({ name }) => name);
    expect(blamed).toEqual([]);
  });

  it('that are failures tell at which moments they are checked, or why there is no other', () => {
    const silent = rules.filter(({ level, moments }) => (level === 'must' || level === 'should') && moments === null);
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});
