import { describe, expect, it } from 'vitest';
import { BadSource } from '../yaml/problem.ts';
import { loadRules } from './load-rules.ts';
import { rulesOf } from './testing/sample-rules.ts';

const RULE = '{clause: "4.2", level: must, group: core, says: "it answers 200"}';

/** Writes a rule with some fields changed, or omitted if they are undefined. */
function row(changes: Record<string, string | undefined>, id = 'SOME-RULE'): string {
  const fields = { clause: '"4.2"', level: 'must', group: 'core', says: '"it answers 200"', ...changes };
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `${id}: {${present.map(([name, value]) => `${name}: ${value}`).join(', ')}}`;
}

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof BadSource) return error.message;
    throw error;
  }
  return 'was read';
}

describe('Reading the rules', () => {
  it('returns each rule with all its fields', () => {
    const changes = { level: 'derived', from: '[FIRST-RULE]', why: '"not said"', anchor: '[abcdef01, "12345678"]' };
    const registry = rulesOf(`FIRST-RULE: ${RULE}\n${row({ ...changes, reading: '7' }, 'SECOND-RULE')}`);
    expect([...registry.keys()]).toEqual(['FIRST-RULE', 'SECOND-RULE']);
    expect(registry.get('SECOND-RULE')).toEqual({
      id: 'SECOND-RULE',
      clause: '4.2',
      level: 'derived',
      group: 'core',
      anchors: ['abcdef01', '12345678'],
      sentences: [],
      says: 'it answers 200',
      ask: null,
      from: ['FIRST-RULE'],
      presumes: [],
      counter: null,
      why: 'not said',
      spares: null,
      open: null,
      because: null,
      reading: 7,
      since: null,
      status: null,
      until: null,
      thread: null,
      retired_in: null,
      moments: null,
      disprovesOff: {},
      place: { file: 'rules/sample.yaml', line: 2, column: 1 },
    });
  });

  it('accepts a counterexample instead of another reason, a version, and the moments of a rule', () => {
    const derived = { level: 'derived', from: '[]', counter: '"it keeps none"', since: '"0.2.0"' };
    const rule = row({ ...derived, moments: '{on_repeat: a/b, in_a_race: [a/b, c/d]}' });
    const moments = { on_repeat: ['a/b'], in_a_race: ['a/b', 'c/d'] };
    const loaded = { counter: 'it keeps none', why: null, since: '0.2.0', moments };
    expect(rulesOf(rule).get('SOME-RULE')).toMatchObject(loaded);
  });

  it('treats a single anchor as a list of one, and uses the question of a gap as its statement', () => {
    const gap = row({ level: 'gap', says: undefined, ask: '"is it so?"', anchor: 'abcdef01' }, 'GAP-SO');
    expect(rulesOf(gap).get('GAP-SO')).toMatchObject({ anchors: ['abcdef01'], says: 'is it so?', ask: 'is it so?' });
  });

  it('keeps the spares of a derived rule as nodes, and allows rules without spares', () => {
    const listed = rulesOf(row({ level: 'derived', counter: '"x"', spares: '[{status: 403}]' })).get('SOME-RULE');
    expect(listed?.spares).toMatchObject({ kind: 'list', items: [{ kind: 'map' }] });
    const open = rulesOf(row({ level: 'derived', counter: '"x"', open: '"not said"' })).get('SOME-RULE');
    expect(open).toMatchObject({ spares: null, open: 'not said' });
  });

  it('ignores the list of anchors in the folder of the rules', () => {
    const anchors = { file: 'scenarios/rules/spec-anchors.yaml', text: 'spec: 1\nanchors: {}' };
    expect(loadRules([anchors, { file: 'a.yaml', text: `SOME-RULE: ${RULE}` }]).size).toBe(1);
  });

  it('reports all mistakes of all files at once, each with its place', () => {
    const lacking = `SOME-RULE: ${RULE}\n${row({ says: undefined }, 'OTHER-RULE')}`;
    const texts = { a: lacking, b: `SOME-RULE: ${RULE}`, c: '[', d: '- one', e: '' };
    const files = Object.entries(texts).map(([name, text]) => ({ file: `${name}.yaml`, text }));
    const message = refusal(() => loadRules(files));
    expect(message).toContain('a.yaml:2:1: OTHER-RULE lacks says: what can be tested');
    expect(message).toContain('b.yaml:1:1: there is a rule SOME-RULE already, at a.yaml:1');
    expect(message).toContain('c.yaml:1');
    expect(message).toContain('d.yaml:1:1: a file of rules is a map; write RULE-ID:');
    expect(message).toContain('e.yaml:1:1: there are no rules in it');
  });

  it.each([
    [row({ syas: '"x"' }), ':1:78: SOME-RULE: a rule has no field syas; did you mean says?'],
    [row({ level: 'musst' }), ':1:35: level must be one of must, should, derived, gap, excluded; did you mean must?'],
    [row({ group: 'credit' }), 'group must be one of core, lists'],
    [row({ clause: '4.2' }), 'clause must be a section number in quotes, such as "4.2"'],
    [row({ anchor: '12345678' }), 'anchor must be 8 hex digits; in quotes where YAML would read a number'],
    [row({ anchor: '[abcdef01, 1e512345]' }), 'anchor must be 8 hex digits'],
    [row({ anchor: 'ABCDEF01' }), 'anchor must be 8 hex digits'],
    [row({ says: '""' }), 'says must be a text'],
    [row({ says: '[a]' }), 'says must be a text'],
    [row({ reading: '0' }), 'reading must be an integer from 1'],
    [row({ since: '1' }), 'since must be a version in quotes, such as "0.2.0"'],
    [row({ status: 'disputd', thread: '"x"' }), 'status must be one of provisional, disputed, retired'],
    [row({ status: 'provisional' }), 'SOME-RULE is provisional and lacks until: of a provisional rule: the day'],
    [row({ status: 'provisional', until: 'soon' }), 'until must be a day or a version in quotes, such as "2026-12-31"'],
    [row({ status: 'disputed' }), 'SOME-RULE is disputed and lacks thread: of a disputed rule: where it is discussed'],
    [row({ status: 'retired' }), 'SOME-RULE is retired and lacks retired_in: of a retired rule: the version'],
    [row({ status: 'retired', retired_in: '1' }), 'retired_in must be a version in quotes, such as "0.2.0"'],
    [row({ thread: '"x"' }), 'SOME-RULE has thread; add status: disputed, or remove it'],
    [row({ status: 'disputed', thread: '"x"', until: '"0.4.0"' }), 'SOME-RULE has until; add status: provisional'],
    [row({ moments: '[a]' }), 'moments must be a text, or the scenarios by moment'],
    [row({ moments: '{on_repaet: a}' }), 'moments has no field on_repaet; did you mean on_repeat?'],
    [row({ because: '"x"' }), 'SOME-RULE is of level must, and because belongs to level excluded; remove it'],
    [row({ from: '[SOME-RULE]' }), 'SOME-RULE is of level must, and from belongs to level derived; remove it'],
    [row({ level: 'derived', why: '"x"', spares: '[]', open: '"y"' }), 'SOME-RULE has spares and open; remove open'],
    [row({ level: 'derived', why: '"x"', spares: '[a]' }), 'spares must be an expectation, such as {status: 403}'],
    [row({ level: 'derived', why: '"x"', spares: '{status: 403}' }), 'spares must be a list of expectations'],
    [row({ spares: '[]' }), 'SOME-RULE is of level must, and spares belongs to level derived; remove it'],
    [row({ level: 'derived' }), 'SOME-RULE lacks counter: a server that keeps every sentence'],
    [row({ level: 'excluded' }), 'SOME-RULE lacks because: why it cannot be graded'],
    [row({ level: 'gap' }, 'GAP-SO'), 'GAP-SO lacks ask: what a target is observed for'],
    [row({ level: 'gap', ask: '"so?"' }), 'only ids of gaps start with GAP-, and all of them do'],
    [row({}, 'GAP-SO'), 'only ids of gaps start with GAP-, and all of them do'],
    [row({ level: undefined, clause: undefined }), 'SOME-RULE lacks clause'],
    [row({ level: undefined }), 'SOME-RULE lacks level'],
    [row({ level: 'derived', why: '"x"', from: '[SOME-RULE]' }), 'SOME-RULE cannot follow from itself'],
    [row({ presumes: 'SOME-RULE' }), 'SOME-RULE cannot presume itself; name other rules under presumes'],
    [row({}, 'some-rule'), 'some-rule is not a rule id; use 3 to 32 capitals'],
    [row({}, 'RULE'), 'RULE is not a rule id'],
    [row({}, `LONG-${'X'.repeat(28)}`), 'is not a rule id'],
    ['SOME-RULE: must', 'SOME-RULE must be a map'],
  ])('rejects %s', (text, message) => {
    expect(refusal(() => rulesOf(text))).toContain(message);
  });

  it.each([
    ['from', { level: 'derived', why: '"x"', from: '[FIRST-RUEL]' }],
    ['presumes', { presumes: 'FIRST-RUEL' }],
  ])('suggests the nearest rule if there is no rule that a rule names under %s', (field, changes) => {
    expect(refusal(() => rulesOf(`FIRST-RULE: ${RULE}\n${row(changes, 'NEXT-RULE')}`))).toBe(
      `rules/sample.yaml:2:1: NEXT-RULE names FIRST-RUEL under ${field}, which does not exist; did you mean FIRST-RULE?`,
    );
  });
});
