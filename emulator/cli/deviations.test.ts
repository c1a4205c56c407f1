import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';

describe('tryon-emulator deviations', () => {
  it('lists deviations that break a rule, in words and as JSON', async () => {
    const { out } = await runCli(['deviations', '--rule', 'UPLOAD-STATUS']);
    expect(out).toBe(
      [
        'upload-answers-303                       breaks UPLOAD-STATUS',
        '    An upload returns 303 with the asset, as if it were elsewhere.',
        'upload-again-answers-303                 breaks UPLOAD-STATUS',
        '    Uploading the same picture again returns 303.',
        '',
      ].join('\n'),
    );
    const { out: json } = await runCli(['deviations', '--rule', 'UPLOAD-STATUS', '--json']);
    expect(JSON.parse(json)[0]).toEqual({
      kind: 'deviation',
      id: 'upload-answers-303',
      rule: 'UPLOAD-STATUS',
      also: [],
      about: 'An upload returns 303 with the asset, as if it were elsewhere.',
      subtle: false,
    });
  });

  it('reports that nothing breaks a rule', async () => {
    const { code, err } = await runCli(['deviations', '--rule', 'NO-SUCH']);
    expect([code, err.includes('no deviation breaks NO-SUCH')]).toEqual([2, true]);
  });

  it('are refused by start, which suggests the nearest known one', async () => {
    const { code, err } = await runCli(['start', '--port', '0', '--deviate', 'upload-answer-303']);
    expect([code, err.includes('did you mean upload-answers-303?')]).toEqual([2, true]);
  });
});
