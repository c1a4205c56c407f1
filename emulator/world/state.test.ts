import { describe, expect, it } from 'vitest';
import { copyState, emptyState, recordsIn, STATE_FIELDS, TABLE_NAMES } from './state.ts';

const SWITCHES = {
  keyStoreUnreadable: false,
  ledgerUnreadable: false,
  admissionPerMinute: null,
  dailyQuota: null,
  webhookTimeout: null,
};

describe('a state', () => {
  it('has exactly the fields of the list', () => {
    expect(Object.keys(emptyState(0, SWITCHES)).toSorted()).toEqual(Object.keys(STATE_FIELDS).toSorted());
  });

  it.each(TABLE_NAMES)('counts the rows of %s as the list says, and copies them independently', (name) => {
    const state = emptyState(0, SWITCHES);
    const copy = copyState(state);
    const table: Map<unknown, unknown> = state[name];
    table.set('row', {});
    expect(recordsIn(state)).toBe(STATE_FIELDS[name] === 'records' ? 1 : 0);
    expect([copy[name].size, copyState(state)[name].size]).toEqual([0, 1]);
  });
});
