import { describe, expect, it } from 'vitest';
import { BadSource } from '../yaml/problem.ts';
import { newRule } from './new-rule.ts';
import { LEVELS } from './rule.ts';
import { rulesOf, SAMPLE_SPEC, sampleRegistry } from './testing/sample-rules.ts';

const registry = sampleRegistry();
const spec = SAMPLE_SPEC;

describe('A new rule', () => {
  it('has the section and the anchor of the statement that contains the given words', () => {
    expect(newRule({ registry, id: 'KEY-WEEK', spec, sentence: 'kept for 7 DAYS' })).toBe(
      'KEY-WEEK: {clause: "4.2", level: must, group: core, anchor: "31cc8f78", says: "…"}\n',
    );
  });

  it('is also found by the whole statement, however it is wrapped', () => {
    expect(newRule({ registry, id: 'KEY-SAFE', spec, sentence: 'Keep the\n  key secret.' })).toContain(
      'clause: "5", level: must, group: core, anchor: "9745e4d9"',
    );
  });

  it('is found by a whole statement even if others contain it, or if it occurs twice', () => {
    const twice = `${SAMPLE_SPEC}\nKeep the key secret.\n\nDo not boast that you keep the key secret.\n`;
    expect(newRule({ registry, id: 'KEY-SAFE', spec: twice, sentence: 'Keep the key secret.' })).toContain('9745e4d9');
  });

  it('has the anchor of the given statement if the spec is not available', () => {
    expect(newRule({ registry, id: 'KEY-WEEK', section: '4.2', sentence: 'A key is kept for 7 days.' })).toContain(
      'clause: "4.2", level: must, group: core, anchor: "31cc8f78"',
    );
  });

  it.each(LEVELS)('of level %s has all fields required at the level, and can be read', (level) => {
    const id = level === 'gap' ? 'GAP-NEW' : 'NEW-RULE';
    const text = newRule({ registry, id, level, group: 'credits', spec, sentence: 'kept for' });
    expect(rulesOf(text).get(id)).toMatchObject({ level, group: 'credits', anchors: ['31cc8f78'] });
  });

  it('without a section cannot be read until a person has filled it in', () => {
    expect(() => rulesOf(newRule({ registry, id: 'NEW-RULE' }))).toThrow(BadSource);
  });

  it('has clause 0 for a statement before the first section', () => {
    const text = newRule({ registry, id: 'NEW-RULE', spec: 'All is fine.\n', sentence: 'fine' });
    expect(rulesOf(text).get('NEW-RULE')?.clause).toBe('0');
  });

  it.each([
    [{ id: 'KEY-DAYS' }, 'the rule KEY-DAYS already exists, at rules/sample.yaml:4; choose another id'],
    [{ id: 'key' }, 'key is not a rule id'],
    [{ id: 'GAP-X' }, 'only ids of gaps start with GAP-, and all of them do'],
    [{ id: 'NEW-RULE', level: 'gap' as const }, 'only ids of gaps start with GAP-, and all of them do'],
    [{ id: 'NEW-RULE', spec, sentence: 'the' }, '2 statements have “the” (L5, L9); give more words, or the section'],
    [
      { id: 'NEW-RULE', spec, sentence: 'keys are secret' },
      'no statement with “keys are secret”; the closest is at L9',
    ],
    [{ id: 'NEW-RULE', spec, sentence: 'watermark' }, 'no statement with “watermark”; give some words of it'],
    [{ id: 'NEW-RULE', spec, sentence: 'key', section: '4.3' }, 'the spec has no section 4.3'],
  ])('is rejected: %j', (wanted, message) => {
    expect(() => newRule({ registry, ...wanted })).toThrow(message);
  });
});
