import { describe, expect, it } from 'vitest';
import { compareVersions, gradedRules, isVersion, suiteVersion } from './graded-rules.ts';
import { isGraded } from './rule.ts';
import { rulesOf } from './testing/sample-rules.ts';

const RULES = rulesOf(`
OLD-RULE: {clause: "4.2", level: must, group: core, says: "it holds"}
NEW-RULE: {clause: "4.2", level: must, group: cancel, since: "0.10.0", says: "it holds too"}
`);
const levels = (on: Parameters<typeof gradedRules>[1]) =>
  [...gradedRules(RULES, on).values()].map(({ level }) => level);

describe('The rules of a run', () => {
  it('are those of its groups', () => {
    expect([...gradedRules(RULES, { groups: ['cancel'] }).keys()]).toEqual(['NEW-RULE']);
    expect(gradedRules(RULES, { groups: [] }).size).toBe(2);
  });

  it('only warn if they are newer than the version it is graded as of', () => {
    expect(levels({ as_of: '0.9.9' })).toEqual(['must', 'derived']);
    expect(levels({ as_of: '0.10.0' })).toEqual(['must', 'must']);
    expect(levels({})).toEqual(['must', 'must']);
  });
});

describe('A derived rule whose spares are newer than the version a run is graded as of', () => {
  const rules = rulesOf(
    `SOME-RULE: {clause: "1", level: derived, group: core, since: "0.2.0", says: "x", counter: "y", spares: []}`,
  );

  it('only warns', () => {
    expect(gradedRules(rules, { as_of: '0.1.0' }).get('SOME-RULE')?.spares).toBeNull();
    expect(gradedRules(rules, { as_of: '0.2.0' }).get('SOME-RULE')?.spares).not.toBeNull();
  });
});

describe('A rule that is not stable', () => {
  const rules = rulesOf(`
BY-DAY: {clause: "1", level: must, group: core, says: "x", status: provisional, until: "2026-12-01"}
BY-VERSION: {clause: "1", level: derived, group: core, says: "x", why: "y", spares: [], status: provisional, until: "0.10.0"}
IN-DOUBT: {clause: "1", level: must, group: core, says: "x", status: disputed, thread: "https://example.org/1"}
`);
  const failing = (at?: Parameters<typeof gradedRules>[2]) =>
    [...gradedRules(rules, {}, at).values()]
      .filter(({ level, spares, status }) => status === null && (level === 'must' || spares !== null))
      .map(({ id }) => id);

  it('only warns: a provisional rule until its day or its version, a disputed rule always', () => {
    expect(failing()).toEqual([]);
    expect(failing({ day: '2026-11-30', version: '0.9.0' })).toEqual([]);
    expect(failing({ day: '2026-12-01', version: '0.9.0' })).toEqual(['BY-DAY']);
    expect(failing({ day: '2026-11-30', version: '0.10.0' })).toEqual(['BY-VERSION']);
    expect([...gradedRules(rules, {}).values()].map(({ level }) => level)).toEqual(['derived', 'derived', 'derived']);
  });

  it('is not graded when it is retired', () => {
    const text = 'clause: "1", level: must, group: core, says: "x"';
    const all = rulesOf(`OLD-ONE: {${text}, status: retired, retired_in: "0.3.0"}\nNEW-ONE: {${text}}`);
    expect([...all.values()].filter(isGraded).map(({ id }) => id)).toEqual(['NEW-ONE']);
  });
});

describe('The version of a suite', () => {
  it('is that of the package, or of its newest rule', () => {
    expect([suiteVersion(RULES, '0.9.0'), suiteVersion(RULES, '1.0.0')]).toEqual(['0.10.0', '1.0.0']);
  });

  it('is compared by number', () => {
    expect([compareVersions('0.10.0', '0.9.0') > 0, compareVersions('1.0.0', '1.0.0')]).toEqual([true, 0]);
    expect(['0.1.0', '0.1', 'v0.1.0', 'soon'].map(isVersion)).toEqual([true, false, false, false]);
  });
});
