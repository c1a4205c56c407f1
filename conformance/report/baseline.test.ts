import { describe, expect, it } from 'vitest';
import type { Verdict } from '../judge/verdicts.ts';
import { rulesOf, sampleRegistry } from '../suite/rules/testing/sample-rules.ts';
import { BadSource } from '../suite/yaml/problem.ts';
import { applyBaseline, readBaseline } from './baseline.ts';

const NOON = Date.parse('2026-01-31T12:00:00Z');
const read = (text: string) => readBaseline('baseline.yaml', text, sampleRegistry());
const one = (entry: string) => read(`known_failures: [${entry}]`);

/** Applies a baseline to a run in which the only must rule of the sample has this verdict. */
function apply(entry: string, verdict: Verdict, now = NOON) {
  const { known, stale } = applyBaseline(one(entry), [{ id: 'REPLAY-200', verdict }], now);
  return { known: [...known], stale };
}
const ENTRY = '{rule: REPLAY-200, because: "ticket 12"}';
const UNTIL = '{rule: REPLAY-200, because: "ticket 12", until: 2026-01-31}';

describe('A baseline', () => {
  it('accepts the failures that it names', () => {
    expect(apply(ENTRY, 'fail')).toEqual({ known: ['REPLAY-200'], stale: [] });
    expect(applyBaseline([], [{ id: 'REPLAY-200', verdict: 'fail' }], NOON).known.size).toBe(0);
  });

  it('is stale for a rule that passes now, but not for one that was not tested', () => {
    expect(apply(ENTRY, 'pass')).toEqual({ known: [], stale: ['REPLAY-200 passes now; take it out of the baseline'] });
    for (const verdict of ['inconclusive', 'not_applicable', 'error'] as const)
      expect(apply(ENTRY, verdict)).toEqual({ known: [], stale: [] });
    expect(applyBaseline(one(ENTRY), [], NOON).stale).toEqual([]);
  });

  it('accepts a failure until the end of its last day', () => {
    expect(apply(UNTIL, 'fail')).toEqual({ known: ['REPLAY-200'], stale: [] });
    expect(apply(UNTIL, 'fail', Date.parse('2026-01-31T23:59:59Z')).known).toEqual(['REPLAY-200']);
    const stale = ['REPLAY-200 was accepted only until 2026-01-31; fix it, or set a later date'];
    expect(apply(UNTIL, 'fail', Date.parse('2026-02-01T00:00:00Z'))).toEqual({ known: [], stale });
  });

  it.each([
    ['REPLAY-201', 'REPLAY-201 is not a rule of this suite; did you mean REPLAY-200?'],
    ['GAP-KEY-LENGTH', 'GAP-KEY-LENGTH is of level gap and is never graded; take it out of the baseline'],
    ['KEY-DAYS', 'KEY-DAYS is of level should and can only warn; take it out of the baseline'],
  ])('is stale for %s, which cannot fail in any run', (rule, message) => {
    expect(apply(`{rule: ${rule}, because: "x"}`, 'fail')).toEqual({ known: [], stale: [message] });
  });

  it('is stale for a retired rule', () => {
    const rules = 'OLD-ONE: {clause: "1", level: must, group: core, says: "x", status: retired, retired_in: "0.3.0"}';
    const old = readBaseline('b.yaml', 'known_failures: [{rule: OLD-ONE, because: x}]', rulesOf(rules));
    expect(applyBaseline(old, [], NOON).stale).toEqual(['OLD-ONE was retired in 0.3.0; take it out of the baseline']);
  });

  it('may name a derived rule that can fail', () => {
    const listed = `SOME-RULE: {clause: "1", level: derived, group: core, says: "x", counter: "y", spares: []}`;
    const failure = readBaseline('b.yaml', 'known_failures: [{rule: SOME-RULE, because: x}]', rulesOf(listed));
    const { known, stale } = applyBaseline(failure, [{ id: 'SOME-RULE', verdict: 'fail' }], NOON);
    expect([[...known], stale]).toEqual([['SOME-RULE'], []]);
    const untested = readBaseline('b.yaml', 'known_untested: [{rule: SOME-RULE, because: x}]', rulesOf(listed));
    const message = 'SOME-RULE is of level derived and can only warn; take it out of the baseline';
    expect(applyBaseline(untested, [], NOON).stale).toEqual([message]);
  });

  it('may be empty', () => {
    expect(read('known_failures: []')).toEqual([]);
  });

  it.each([
    ['', 'baseline.yaml:1:1: write known_failures: [{rule: RULE-ID, because: "…"}]'],
    ['known_failurs: []', 'a baseline has no field known_failurs; did you mean known_failures?'],
    ['known_failures: [REPLAY-200]', 'baseline.yaml:1:18: a known failure must be a map of rule, because, until'],
    ['known_failures: [{rule: REPLAY-200}]', 'a known failure needs because: why it is let pass'],
    ['known_failures: [{rule: REPLAY-200, because: " "}]', 'because must be why it is let pass'],
    ['known_failures: [{rule: REPLAY-200, because: x, untill: 2026-01-31}]', 'did you mean until?'],
    [
      'known_failures: [{rule: REPLAY-200, because: x, until: 31.1.2026}]',
      '31.1.2026 is not a date; write it as 2026-',
    ],
    ['known_failures: [{rule: REPLAY-200, because: x, until: 2026-02-30}]', '2026-02-30 is not a date'],
    [`known_failures: [${ENTRY}, ${ENTRY}]`, 'REPLAY-200 is in the baseline already'],
  ])('refuses %j', (text, message) => {
    expect(() => read(text)).toThrow(BadSource);
    expect(() => read(text)).toThrow(message);
  });
});

describe('The list of rules that are known to be untested', () => {
  const MUST = { id: 'REPLAY-200', group: 'core', standing: 'untested', verdict: 'inconclusive' } as const;
  const applied = (entry: string, rule: object, now = NOON) => {
    const { known, stale } = applyBaseline(read(`known_untested: [${entry}]`), [{ ...MUST, ...rule }], now);
    return [[...known], stale];
  };
  const RULE = '{rule: REPLAY-200, because: "no clock", until: 2026-01-31}';
  const GROUP = '{group: core, because: "no clock"}';

  it.each([RULE, GROUP])('accepts untested musts of %s, but no failure', (entry) => {
    expect(applied(entry, {})).toEqual([['REPLAY-200'], []]);
    expect(applied(entry, { verdict: 'fail', standing: 'failed' })).toEqual([[], []]);
  });

  it('is stale after its last day, and for what passes now', () => {
    expect(applied(RULE, {}, Date.parse('2026-02-01T00:00:00Z'))[1]).toEqual([
      expect.stringContaining('accepted only until'),
    ]);
    expect(applied(RULE, { verdict: 'pass', standing: 'met' })[1]).toEqual([expect.stringContaining('passes now')]);
    expect(applied(GROUP, { verdict: 'pass', standing: 'met' })[1]).toEqual([expect.stringContaining('passes now')]);
  });

  it.each([
    ['{because: x}', 'names either a rule or a group'],
    ['{rule: REPLAY-200, group: core, because: x}', 'names either a rule or a group'],
    ['{group: cancl, because: x}', 'did you mean cancel?'],
    ['{rule: REPLAY-200}', 'needs because: why it is not tested'],
  ])('must name either a rule or a group, and give a reason: %s', (entry, message) => {
    expect(() => read(`known_untested: [${entry}]`)).toThrow(message);
  });
});
