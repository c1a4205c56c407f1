import { expect, it } from 'vitest';
import { knownAfter } from '../../sessions/known.ts';
import type { Operation, Session } from '../../sessions/operation.ts';
import { faultsOf } from './faults.ts';

const WORLD: Session['world'] = { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null };
const submit: Operation = {
  ...{ nth: 2, does: 'submit', product: 'skin.analyze', of: 0, body: { concerns: ['acne'] }, claim: 2 },
  plan: { hold_at: 'processing', outcome: 'succeeded' },
};
const BEFORE: Operation[] = [
  { nth: 0, does: 'upload', picture: 'face' },
  { nth: 1, does: 'upload', picture: 'face', key: 'other_account' },
  submit,
];

it.each<[string, number, Operation, Operation[]]>([
  ['a good request', 0, { nth: 9, does: 'cancel', of: 2 }, []],
  ['a stranger', 1, { nth: 9, does: 'cancel', of: 2, key: 'other_account' }, []],
  ['a key without the scope', 1, { nth: 9, does: 'cancel', of: 2, key: 'no_skin' }, []],
  [
    'the delete of a job under way without the scope',
    2,
    { nth: 9, does: 'delete', thing: 'job', of: 2, key: 'no_scope' },
    [],
  ],
  [
    'the cancel of a finished job by a revoked key',
    2,
    { nth: 9, does: 'cancel', of: 2, key: 'revoked' },
    [{ nth: 3, does: 'finish', of: 2 }],
  ],
  ['a mistake on a foreign asset', 2, { ...submit, nth: 9, claim: 9, of: 1, mistake: 'role is missing' }, []],
  ['a replay', 0, { ...submit, nth: 9, claim: 2 }, []],
  [
    'another request under the key of a deleted job',
    2,
    { ...submit, nth: 9, claim: 2, body: { concerns: ['pore'] } },
    [
      { nth: 3, does: 'finish', of: 2 },
      { nth: 4, does: 'delete', thing: 'job', of: 2 },
    ],
  ],
])('%s has %i faults', (_, faults, operation, more) => {
  const known = knownAfter({ world: WORLD, operations: [...BEFORE, ...more] });
  expect(faultsOf(operation, known)).toBe(faults);
});

it('If units may be missing, a mistake is the second fault', () => {
  const known = knownAfter({ world: { ...WORLD, credits: 3 }, operations: BEFORE });
  expect(faultsOf({ ...submit, nth: 9, claim: 9 }, known)).toBe(0);
  expect(faultsOf({ ...submit, nth: 9, claim: 9, of: 'unknown' }, known)).toBe(2);
});
