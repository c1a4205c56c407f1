import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { aboutField, FIELD_NAMES, LEVELS, rulesSchema } from './rule.ts';
import { SPEC_ANCHORS } from './spec-anchors.ts';

const validate = new Ajv2020({ allErrors: true }).compile(rulesSchema());
const isValid = (rules: unknown) => validate(rules);

const RULE = { clause: '4.2', level: 'must', group: 'core', says: 'it answers 200' };
const GAP = { clause: '4.2', level: 'gap', group: 'core', ask: 'is it so?' };

describe('The schema of a file of rules', () => {
  it('accepts every file of the registry', () => {
    const folder = new URL('../../../scenarios/rules/', import.meta.url);
    const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== SPEC_ANCHORS);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      validate(parse(readFileSync(new URL(file, folder), 'utf8')));
      expect([file, validate.errors]).toEqual([file, null]);
    }
  });

  it('accepts rules and gaps', () => {
    expect(isValid({ 'SOME-RULE': RULE, 'GAP-SO': GAP })).toBe(true);
    expect(isValid({ 'SOME-RULE': { ...RULE, anchor: ['abcdef01'], reading: 3 } })).toBe(true);
    expect(isValid({ 'SOME-RULE': { ...RULE, level: 'derived', from: ['A-B'], why: 'x' } })).toBe(true);
    expect(isValid({ 'SOME-RULE': { ...RULE, level: 'derived', counter: 'x', since: '0.2.0' } })).toBe(true);
    expect(isValid({ 'SOME-RULE': { ...RULE, moments: { on_repeat: 'a', in_a_race: ['b'] } } })).toBe(true);
  });

  it.each([
    { 'some-rule': RULE },
    { 'GAP-SO': RULE },
    { 'SOME-RULE': GAP },
    { 'SOME-RULE': { ...RULE, syas: 'x' } },
    { 'SOME-RULE': { ...RULE, says: undefined } },
    { 'SOME-RULE': { ...RULE, says: ' ' } },
    { 'SOME-RULE': { ...RULE, clause: 4.2 } },
    { 'SOME-RULE': { ...RULE, group: 'none' } },
    { 'SOME-RULE': { ...RULE, anchor: 12345678 } },
    { 'SOME-RULE': { ...RULE, anchor: ['xyz'] } },
    { 'SOME-RULE': { ...RULE, reading: 0 } },
    { 'SOME-RULE': { ...RULE, because: 'x' } },
    { 'SOME-RULE': { ...RULE, moments: { on_repaet: 'a' } } },
    { 'SOME-RULE': { ...RULE, level: 'derived' } },
    { 'SOME-RULE': { ...RULE, level: 'excluded' } },
    {},
  ])('rejects what the loader rejects: %j', (rules) => {
    expect(isValid(JSON.parse(JSON.stringify(rules)))).toBe(false);
  });

  it('describes every field, and knows every level', () => {
    const text = JSON.stringify(rulesSchema());
    for (const name of FIELD_NAMES) expect(text).toContain(JSON.stringify(aboutField(name)));
    for (const level of LEVELS) expect(text).toContain(`{"level":{"const":"${level}"}}`);
  });
});
