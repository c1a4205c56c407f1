import { describe, expect, it } from 'vitest';
import { NO_VARIATION } from '../domain/test-control/variation.ts';
import type { Variation } from './facts.ts';
import { formsIn } from './forms.ts';
import { seenOf, underKey } from './testing/seen-of.ts';
import { judgeBeside, judgePlain, judgeRun, type Ran } from './verdict.ts';

const LAWFUL: Variation = {
  name: 'upload_status=200',
  kind: 'lawful',
  section: '4.1',
  says: 'an upload answers 200',
  assumes: 'an upload answers 201',
  needs: ['upload'],
  sets: NO_VARIATION,
};
const { assumes: _, ...parts } = LAWFUL;
const MISFORTUNE: Variation = {
  ...parts,
  name: 'submit-answer-lost',
  kind: 'misfortune',
  section: '4.2',
  says: 'an answer is lost',
};
const PLAIN = { seen: seenOf({}), forms: [formsIn(seenOf({}))], flaky: ['rolls dice'] };
const FINE: Ran = { exit: 0, results: null, tail: 'the end', took: 1, seen: seenOf({}) };
const failing = (...failed: string[]): Ran => ({ ...FINE, exit: 1, results: { of: 'junit.xml', total: 3, failed } });
const judge = (variation: Variation, ran: Ran) => judgeRun(variation, ran, PLAIN, []);
const TWICE = { ...FINE, seen: seenOf({ fault: 'fault_1' }, underKey('two')) };

describe('the verdict', () => {
  it('of a lawful choice is a finding if a test fails that is not flaky', () => {
    expect(judge(LAWFUL, FINE)).toMatchObject({ verdict: 'fine', finding: null, tail: '' });
    expect(judge(LAWFUL, failing('adds', 'rolls dice'))).toMatchObject({
      verdict: 'finding',
      finding: '1 test fails unless an upload answers 201 (section 4.1)',
      failed: ['adds'],
      flaky: ['rolls dice'],
      tail: '',
    });
    expect(judge(LAWFUL, failing('rolls dice'))).toMatchObject({ verdict: 'flaky', finding: null });
    expect(judge(LAWFUL, { ...FINE, exit: 3 })).toMatchObject({
      finding: expect.stringMatching(/^the command ends with 3 unless /),
      tail: 'the end',
    });
  });

  it('of a misfortune is a finding only by what the exchanges prove', () => {
    expect(judge(MISFORTUNE, failing('adds'))).toMatchObject({ verdict: 'shown', finding: null, failed: ['adds'] });
    expect(judge(MISFORTUNE, TWICE)).toMatchObject({
      verdict: 'finding',
      finding: expect.stringMatching(
        /^where an answer is lost, your client is wrong: it paid for a second job.*\(section 4\.2\)$/,
      ),
    });
  });

  it('ignores what follows from a fault of the suite itself', () => {
    const lost = { ...FINE, seen: seenOf({ fault: 'fault_1' }, underKey('two')) };
    const plain = { ...PLAIN, seen: seenOf({ fault: 'fault_9' }) };
    expect(judgeRun(MISFORTUNE, lost, plain, []).verdict).toBe('fine');
    expect(judge(LAWFUL, lost).verdict).toBe('fine');
  });

  it('is a finding if the command hangs, unless a failed test may be the cause', () => {
    const hanging = { ...FINE, exit: null };
    expect(judge(LAWFUL, hanging)).toMatchObject({
      hung: true,
      finding: expect.stringMatching(/^the command hangs unless /),
    });
    expect(judge(MISFORTUNE, hanging)).toMatchObject({
      verdict: 'finding',
      finding: expect.stringContaining('it hangs'),
    });
    expect(judge(MISFORTUNE, { ...failing('adds'), exit: null })).toMatchObject({ verdict: 'shown', hung: false });
    expect(judge(LAWFUL, { ...failing('adds'), exit: null })).toMatchObject({
      finding: expect.stringMatching(/^1 test fails unless /),
    });
  });
});

describe('a variation with a control', () => {
  const beside = (control: Ran, ran: Ran) => judgeBeside(control, LAWFUL, ran, PLAIN, []);
  const excused = { verdict: 'not_met', finding: null, failed: [], because: expect.stringMatching(/count the events/) };

  it('is a finding if tests pass with the control', () => {
    expect(beside(FINE, failing('adds'))).toMatchObject({ verdict: 'finding', failed: ['adds'] });
    expect(beside(failing('counts'), failing('adds', 'counts'))).toMatchObject({
      verdict: 'finding',
      failed: ['adds'],
    });
  });

  it('was not met if the same tests fail with the control', () => {
    expect(beside(failing('adds', 'more'), failing('adds'))).toMatchObject(excused);
    expect(beside({ ...FINE, exit: 1 }, { ...FINE, exit: 1 })).toMatchObject(excused);
    expect(beside({ ...FINE, exit: null }, { ...FINE, exit: null })).toMatchObject(excused);
  });

  it('is a finding if a webhook was not acknowledged, and every one was with the control', () => {
    const answered = (status: number | null) => ({
      ...failing('adds'),
      seen: { ...FINE.seen, answers: [{ url: 'http://r/', event: 'evt_1', forged: null, status }] },
    });
    expect(beside(answered(204), answered(null))).toMatchObject({
      verdict: 'finding',
      finding: 'a webhook is not acknowledged unless an upload answers 201 (section 4.1)',
    });
    expect(beside(answered(null), answered(null))).toMatchObject(excused);
  });

  it('is a finding if the exchanges prove a mistake', () => {
    const misfortune = judgeBeside({ ...FINE, exit: 1 }, MISFORTUNE, { ...TWICE, exit: 1 }, PLAIN, []);
    expect(misfortune).toMatchObject({ verdict: 'finding', proofs: [{ kind: 'second-job' }] });
  });
});

describe('the plain run', () => {
  it('reports what the audit finds, except what tests do on purpose', () => {
    const findings = [
      {
        rule: 'key-in-url' as const,
        says: 'Spec 5.2: a key is never put in a URL.',
        did: 'put a key in the query string',
        exchange: 1,
        at: '',
        world: 'default',
      },
    ];
    expect(judgePlain(FINE, [])).toBeNull();
    expect(judgePlain(TWICE, [])).toBeNull();
    const seen = { ...FINE.seen, findings };
    expect(judgePlain({ ...FINE, seen }, [])).toMatchObject({
      variation: 'plain',
      verdict: 'finding',
      proofs: [{ kind: 'key-in-url' }],
    });
    expect(judgePlain({ ...FINE, seen }, ['key-in-url'])).toBeNull();
  });
});
