import { describe, expect, it } from 'vitest';
import { formatTrace } from './format-trace.ts';
import { anchorsOfText } from './spec-anchors.ts';
import { rulesOf, SAMPLE_SPEC, sampleRegistry } from './testing/sample-rules.ts';
import { trace } from './trace.ts';

const registry = sampleRegistry();
const place = { file: 'scenarios/keys.yaml', line: 3, column: 1 };
const all = ['REPLAY-200', 'REPLAY-SAME-JOB', 'KEY-DAYS', 'GAP-KEY-LENGTH'];
const whole = [{ id: 'keys', place, covers: all, checks: all.map((rule) => ({ rule, place })) }];

describe('A formatted trace', () => {
  it('is one line if nothing is missing', () => {
    expect(formatTrace(trace({ registry, scenarios: whole, spec: SAMPLE_SPEC }))).toBe(
      '3 graded rules, 1 gap and 1 excluded in 1 scenario; the draft was compared: nothing is missing\n',
    );
  });

  it('has a paragraph for each kind of gap, with places to jump to', () => {
    const scenarios = [{ id: 'keys', place, covers: ['KEY-DAYS'], checks: [{ rule: 'KEY-DAY', place }] }];
    const text = formatTrace(trace({ registry, scenarios, deviations: [{ id: 'odd', breaks: ['KEY-DAZE'] }] }));
    expect(text).toContain(
      'No scenario covers these rules (2)\n  rules/sample.yaml:2  REPLAY-200\n  rules/sample.yaml:3  REPLAY-SAME-JOB\n',
    );
    expect(text).toContain('No scenario observes these gaps (1)\n  rules/sample.yaml:5  GAP-KEY-LENGTH\n');
    expect(text).toContain('  scenarios/keys.yaml:3  KEY-DAY in keys; did you mean KEY-DAYS?\n');
    expect(text).toContain('  (deviation)            KEY-DAZE in odd; did you mean KEY-DAYS?\n');
    expect(text).toContain('In covers, and checked by no step (1)\n  scenarios/keys.yaml:3  KEY-DAYS in keys\n');
    expect(text).toContain('No deviation proves that these rules catch anything (3)\n');
    expect(text).toMatch(/\n\n3 graded rules, 1 gap and 1 excluded in 1 scenario\n$/);
  });

  it('lists what a draft changed, removed and added, with the rules and scenarios that it touches', () => {
    const draft = SAMPLE_SPEC.replace('with 200', 'with 208')
      .replace('1. Keep the key secret.', '')
      .concat('\n## 6. Manners\n\nStay polite.\n');
    const text = formatTrace(trace({ registry, scenarios: whole, spec: draft }));
    expect(text).toMatch(
      /Changed in the draft \(1\)\n {2}L5 {2}The same request .* with 208 and the first job\.\n {6}touches REPLAY-200 in keys\n/,
    );
    expect(text).toMatch(/\n {6}anchor d539cd36 -> [0-9a-f]{8}\n/);
    expect(text).toContain(
      'Gone from the draft (1)\n  §5.1  what KEY-SECRET stood on\n        touches KEY-SECRET, which no scenario covers\n        anchor 9745e4d9\n',
    );
    expect(text).toContain('New in the draft, and named by no rule (1)\n  L13  Stay polite.\n');
  });

  it('lists what moved between two texts, and whether a rule names the new sentences', () => {
    const older = anchorsOfText(SAMPLE_SPEC.replace('A key is kept for 7 days.', ''));
    const draft = SAMPLE_SPEC.replace('1. Keep the key secret.', 'Be kind.').concat(
      '\n## 6. More\n\nKeep the key secret.\n',
    );
    const text = formatTrace(trace({ registry, scenarios: whole, spec: draft, anchors: older }));
    expect(text).toContain(
      'Moved in the draft (1)\n  L13  Keep the key secret.\n       from §5 to §6\n       touches KEY-SECRET, which no scenario covers\n',
    );
    expect(text).toContain('New in the draft, and named by no rule (1)\n  L9  Be kind.\n');
    expect(text).toContain(
      'New in the draft, and named by a rule (1)\n  L5  A key is kept for 7 days.\n      touches KEY-DAYS in keys\n',
    );
  });

  it('quotes the old sentence, without a hash, if the rule contains it', () => {
    const own = rulesOf(
      'KEY-DAYS: {clause: "9", level: must, group: core, says: "it is kept", sentence: ["A key is kept for 7 days.", "Keep it all."]}',
    );
    const draft = SAMPLE_SPEC.replace('for 7 days', 'for 30 days');
    const text = formatTrace(trace({ registry: own, scenarios: [], spec: draft }));
    expect(text).toContain(
      '  L5  A key is kept for 30 days.\n      was: A key is kept for 7 days.\n      touches KEY-DAYS',
    );
    expect(text).toContain('Gone from the draft (1)\n  §9  Keep it all.\n      touches KEY-DAYS');
    expect(text).not.toMatch(/[0-9a-f]{8}/);
  });

  it('has colors only on request', () => {
    const found = trace({ registry, scenarios: [] });
    expect(formatTrace(found)).not.toContain('\x1b[');
    expect(formatTrace(found, { color: true })).toContain('\x1b[1mNo scenario covers these rules (3)\x1b[0m');
  });
});
