import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';

describe('tryon-emulator deviations', () => {
  it('lists those that break a rule, in words and as JSON', async () => {
    const { out } = await runCli(['deviations', '--rule', 'UPLOAD-STATUS']);
    expect(out).toBe('upload-answers-202                       breaks UPLOAD-STATUS\n    An upload answers 202.\n');
    const { out: json } = await runCli(['deviations', '--rule', 'UPLOAD-STATUS', '--json']);
    expect(JSON.parse(json)).toEqual([
      {
        kind: 'deviation',
        id: 'upload-answers-202',
        rule: 'UPLOAD-STATUS',
        also: [],
        about: 'An upload answers 202.',
        subtle: false,
      },
    ]);
  });

  it('says so where nothing breaks a rule', async () => {
    const { code, err } = await runCli(['deviations', '--rule', 'NO-SUCH']);
    expect([code, err.includes('no deviation breaks NO-SUCH')]).toEqual([2, true]);
  });

  it('are refused by start with the nearest known one', async () => {
    const { code, err } = await runCli(['start', '--port', '0', '--deviate', 'upload-answer-202']);
    expect([code, err.includes('did you mean upload-answers-202?')]).toEqual([2, true]);
  });
});
