import { describe, expect, it } from 'vitest';
import { type Mistake, openReceiver } from '../../testing/receivers/node-receivers.ts';
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
