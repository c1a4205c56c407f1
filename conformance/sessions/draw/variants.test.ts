import { describe, expect, it } from 'vitest';
import { MISTAKES, ruleOfQuery } from '../../../shared/sessions/mistakes.ts';
import { randomOf } from '../../../shared/sessions/random.ts';
import type { Deed } from '../operation.ts';
import { byCaller, ofNothing, withMistake } from './variants.ts';

const SUBMIT: Deed = {
  ...{ does: 'submit', product: 'skin.analyze', of: 0, body: { concerns: ['acne'] }, claim: -1 },
  plan: { hold_at: 'queued', outcome: 'succeeded' },
};
const { plan: _, ...PLAIN } = SUBMIT;
const INPUT = { nth: 7, owner: 'own', isDeleted: false } as const;
const PAGE: Deed = { does: 'next page', of: 3, thing: 'assets', query: { limit: 2 }, job: 1, since: 0 };

describe('A request varied', () => {
  it('by its caller has another key, and no plan of another account', () => {
    expect(byCaller({ does: 'cancel', of: 1, key: 'second' }, 'other_env')).toEqual({
      ...{ does: 'cancel', of: 1, key: 'other_env' },
    });
    expect(byCaller(SUBMIT, 'other_account')).toEqual({ ...PLAIN, key: 'other_account' });
    expect(byCaller({ does: 'wait', for: '3m' }, 'second')).toBeNull();
  });

  it.each<[string, Deed, Deed | null]>([
    [
      'a read',
      { does: 'read', thing: 'job', of: 1, tag: 2, isLonger: true },
      { does: 'read', thing: 'job', of: 'unknown' },
    ],
    ['a picture', { does: 'read', thing: 'picture', of: 1 }, { does: 'read', thing: 'content', of: 'unknown' }],
    ['a result', { does: 'delete', thing: 'result', of: 1 }, { does: 'delete', thing: 'asset', of: 'unknown' }],
    ['a cancel', { does: 'cancel', of: 1, key: 'second' }, { does: 'cancel', of: 'unknown', key: 'second' }],
    ['a submission', SUBMIT, { ...PLAIN, of: 'unknown' } as Deed],
    ['a replay', { ...SUBMIT, claim: 4 } as Deed, null],
    ['a balance', { does: 'balance' }, null],
  ])('by its id names nothing: %s', (__, deed, expected) => expect(ofNothing(deed)).toEqual(expected));

  it('by a mistake keeps its other parameters, and no reference replaces the mistake', () => {
    const random = randomOf('mistakes');
    for (let draw = 0; draw < 100; draw += 1) {
      const wrong = withMistake(PAGE, random);
      if (wrong?.does !== 'next page') throw new Error('there is a mistake for each page');
      expect(ruleOfQuery(wrong.query)).not.toBeNull();
      expect(Object.keys(wrong.query)).not.toEqual(expect.arrayContaining(['job_id']));
      expect(Object.keys(wrong.query)).toContain('limit');
      for (const name of ['cursor', 'job_id', 'created_gte']) expect(wrong.query).not.toHaveProperty(name);
    }
  });

  it('by a mistake is of the product of a submission', () => {
    const random = randomOf('mistakes');
    const names = Array.from({ length: 200 }, () => withMistake(SUBMIT, random, INPUT)).map((deed) =>
      deed?.does === 'submit' ? (deed.mistake ?? '') : '',
    );
    expect(names.every((name) => [undefined, 'skin.analyze'].includes(MISTAKES[name]?.of))).toBe(true);
    expect(new Set(names).size).toBeGreaterThan(30);
    expect(withMistake({ ...SUBMIT, product: 'hair.try_on' } as Deed, random, INPUT)).toBeNull();
    expect(withMistake({ ...SUBMIT, key: 'second' } as Deed, random, INPUT)).toMatchObject({ of: 7 });
  });
});

describe('A member that must be a list', () => {
  it('is sent as an object with numbers as names', () => {
    const inputs = [{ asset_id: 'asset_1', role: 'source' }];
    expect(MISTAKES['inputs is a map']?.json?.({ inputs })).toEqual({ inputs: { 0: inputs[0] } });
  });
});
