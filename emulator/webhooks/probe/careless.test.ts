import { describe, expect, it } from 'vitest';
import { type Mistake, openReceiver } from '../../testing/receivers/node-receivers.ts';
import { openPythonReceiver } from '../../testing/receivers/python-receivers.ts';
import type { ProbeReport } from './probe-report.ts';
import { runProbes } from './run-probes.ts';

const SECRET = 'whsec_abcdefghijklmnopqrstuvwxyz0123456';

function probe(url: string): Promise<ProbeReport> {
  return runProbes({ url, secret: SECRET, pause: 1 });
}

function idsOf({ probes }: ProbeReport, verdict: string): string[] {
  return probes.filter((one) => one.verdict === verdict).map(({ id }) => id);
}

describe('a careless receiver', () => {
  it.each<[Mistake, string[]]>([
    [
      'verifies-nothing',
      [
        ...['body-altered', 'wrong-secret', 'no-signature', 'no-v1', 'empty-v1', 'part-of-v1', 'body-alone-signed'],
        ...['stale', 'future', 'time-altered', 'two-times', 'time-no-number', 'rotation-of-another'],
      ],
    ],
    ['no-time', ['stale', 'future']],
    ['past-only', ['future']],
    ['no-number', ['time-no-number']],
    ['last-time', ['two-times']],
    ['first-v1', ['several-v1', 'rotation-previous', 'rotation-next']],
    ['last-v1', ['several-v1', 'rotation-previous', 'rotation-next']],
    ['part-of-v1', ['empty-v1', 'part-of-v1']],
    ['signs-parsed', ['odd-spelling', 'largest']],
    ['signs-text-of-chunks', ['other-scripts']],
    ['parses-first', ['no-json-unsigned']],
    ['duplicate-409', ['twice']],
    ['in-order', ['out-of-order', 'late-attempt']],
    ['knows-types', ['ping']],
    ['reads-output', ['deleted-job']],
    ['strict-fields', ['unknown-fields', 'livemode']],
    ['small-bodies', ['unknown-fields', 'largest']],
    ['breaks-at-16-kb', ['largest']],
  ])('that %s is non-conformant for exactly this reason', async (mistake, failing) => {
    await using receiver = await openReceiver(SECRET, [mistake]);
    const report = await probe(receiver.url);
    expect(idsOf(report, 'fail')).toEqual(failing);
    expect(report).toMatchObject({ conclusion: 'non-conformant', exit_code: 1 });
  });
});

describe('a receiver in Python', () => {
  it('that is careful is conformant', async () => {
    await using receiver = await openPythonReceiver('careful', SECRET);
    const report = await probe(receiver.url);
    expect([...idsOf(report, 'fail'), ...idsOf(report, 'warn')]).toEqual([]);
    expect(report.exit_code).toBe(0);
  });

  it.each([
    ['trusts-json', ['odd-spelling', 'other-scripts', 'largest']],
    ['no-clock', ['stale', 'future']],
    ['first-pair', ['several-v1', 'other-schemes', 'rotation-previous', 'rotation-next']],
    ['refuses-known', ['twice']],
  ])('that %s is non-conformant for exactly this reason', async (mistake, failing) => {
    await using receiver = await openPythonReceiver(mistake, SECRET);
    const report = await probe(receiver.url);
    expect(idsOf(report, 'fail')).toEqual(failing);
    expect(report.exit_code).toBe(1);
  });
});
