import { expect, it } from 'vitest';
import type { Facts } from '../plan/facts.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import { scopesOf } from './scope.ts';
import { NOTHING_YET } from './state.ts';

function unknownId(id: string): string {
  const facts = { seed: 's', nonce: 'n', keys: {} } as Facts;
  const state = { ...NOTHING_YET, jobs: new Map([[id, 'primary']]) };
  const { functions } = scopesOf({ instance: { id: 'i', row: {} } as Instance, facts })({
    names: {},
    state,
    prefix: 'x/',
  });
  return String(functions['unknown_id']?.(id));
}

it.each([
  ['job_k7f3q9x2m4~z8', /^job_[a-f]\d[a-f]\d[a-f]\d[a-f]\d[a-f]\d~[a-f]\d$/],
  ['job_01234567', /^job_\d{8}$/],
  ['job_7', /^job_\d{15}$/],
  ['job_a', /^job_[a-f]{24}$/],
  ['job_~-~-~-~-~-~-', /^job_[a-f]{24}$/],
  ['asset_1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', /^asset_[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}$/],
])('an unknown id like %s is another one', (id, form) => {
  const unknown = unknownId(id);
  expect(unknown).not.toBe(id);
  expect(unknown).toMatch(form);
});
