import { describe, expect, it } from 'vitest';
import { openReceiver } from '../../testing/receivers/node-receivers.ts';
import { closedPort, openPlainServer } from '../../testing/receiving-server.ts';
import type { ProbeReport } from './probe-report.ts';
import { type ProbeOptions, runProbes } from './run-probes.ts';

const SECRET = 'whsec_abcdefghijklmnopqrstuvwxyz0123456';

function probe(url: string, options: Partial<ProbeOptions> = {}): Promise<ProbeReport> {
  return runProbes({ url, secret: SECRET, pause: 1, ...options });
}

function idsOf({ probes }: ProbeReport, verdict: string): string[] {
  return probes.filter((one) => one.verdict === verdict).map(({ id }) => id);
}

describe('a careful receiver', () => {
  it('is conformant: no probe fails, and its choices are recorded', async () => {
    await using receiver = await openReceiver(SECRET);
    const report = await probe(receiver.url);
    expect({ ...report, probes: report.probes.filter(({ verdict }) => verdict === 'fail') }).toMatchObject({
      conclusion: 'conformant',
      exit_code: 0,
      probes: [],
    });
    expect(idsOf(report, 'recorded')).toEqual(['upper-case-hex', 'twice-at-once', 'unknown-type', 'big', 'slow']);
    expect([...idsOf(report, 'warn'), ...idsOf(report, 'inconclusive')]).toEqual([]);
  });

  it('handles an event that was sent three times once, which the report asks the tester to check', async () => {
    await using receiver = await openReceiver(SECRET);
    const report = await probe(receiver.url, { only: ['twice'] });
    expect(receiver.handled).toHaveLength(2);
    expect(report.probes[1]).toMatchObject({ verdict: 'pass', reason: '200, 200, 200' });
    expect(report.probes[1]?.unseen).toContain('one event was handled, not three');
  });

  it('may accept either secret of a rotation, or both', async () => {
    const next = 'whsec_next_next_next_next';
    for (const held of [[SECRET], [SECRET, next]]) {
      await using receiver = await openReceiver(held);
      const report = await probe(receiver.url, { next, only: ['next-alone', 'rotation-next', 'rotation-of-another'] });
      expect(report.conclusion).toBe('conformant');
      expect(idsOf(report, 'recorded')).toEqual(['next-alone']);
    }
  });
});

describe('the probes of a receiver', () => {
  it('that refuses a correct signature judge nothing else', async () => {
    await using receiver = await openReceiver('whsec_quite_another_one');
    const report = await probe(receiver.url);
    expect(idsOf(report, 'fail')).toEqual(['signed-well']);
    expect(idsOf(report, 'pass')).toEqual([]);
    expect(report.probes[1]?.reason).toBe('signed-well was not accepted (401), so its other answers show nothing');
    expect(report.exit_code).toBe(1);
  });

  it('that is down are inconclusive', async () => {
    const report = await probe(`http://127.0.0.1:${await closedPort()}/`);
    expect(new Set(report.probes.map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']));
    expect(report).toMatchObject({ conclusion: 'incomplete', exit_code: 3 });
    expect(report.probes.at(-1)?.reason).toBe('nothing answers there (ECONNREFUSED)');
  });

  it('that never answers wait for at most two deliveries', async () => {
    let came = 0;
    await using receiver = await openPlainServer(() => {
      came += 1;
    });
    const report = await probe(receiver.url, { timeout: 30 });
    expect(came).toBeLessThanOrEqual(2);
    expect(report.exit_code).toBe(3);
  });

  it('that closes connections without an answer warn about refusals', async () => {
    let came = 0;
    await using receiver = await openPlainServer((incoming, outgoing) => {
      incoming.resume();
      came += 1;
      if (came === 1) outgoing.writeHead(204).end();
      else incoming.socket.destroy();
    });
    const report = await probe(receiver.url, { only: ['body-altered', 'ping'] });
    expect(report.probes.map(({ verdict }) => verdict)).toEqual(['pass', 'warn', 'fail']);
  });

  it('that crashes on a body that it cannot read report that it has gone, and since when', async () => {
    await using receiver = await openReceiver(SECRET, ['breaks-at-no-json']);
    const report = await probe(receiver.url, { only: ['ping', 'no-json-unsigned', 'still-there'] });
    expect(report.probes.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'warn', 'fail']);
    expect(report.probes.at(-1)?.reason).toBe('nothing answers there (ECONNREFUSED) since no-json-unsigned');
    expect(report.exit_code).toBe(1);
  });

  it('that redirects fail, and do not follow the redirect', async () => {
    let came = 0;
    await using receiver = await openPlainServer((incoming, outgoing) => {
      incoming.resume();
      came += 1;
      outgoing.writeHead(came === 1 ? 200 : 302, { Location: '/elsewhere' }).end();
    });
    const report = await probe(receiver.url, { only: ['ping'] });
    expect(report.probes[1]).toMatchObject({ verdict: 'fail', reason: '302' });
    expect(came).toBe(2);
  });

  it('never report its secret or the query of its address, even if its answers contain them', async () => {
    await using receiver = await openReceiver([SECRET, 'whsec_other'], ['first-v1']);
    const text = JSON.stringify(await probe(receiver.url, { previous: 'whsec_other' }));
    expect(text).toContain('no: the secret is …');
    expect(text).not.toContain(SECRET.slice(6));
    expect(text).not.toMatch(/whsec_other|only-for-me/);
  });

  it('at a public address are not sent', async () => {
    const report = await probe('http://203.0.113.7/hooks', { timeout: 30 });
    expect(report.probes[0]?.reason).toBe('203.0.113.7 is not a loopback or private address');
    expect(report.exit_code).toBe(3);
  });
});
