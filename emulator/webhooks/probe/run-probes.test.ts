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
  it('is conformant: it is blamed for nothing, and what is its choice is recorded', async () => {
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

  it('handles the event that came three times once, as the tester is asked to look', async () => {
    await using receiver = await openReceiver(SECRET);
    const report = await probe(receiver.url, { only: ['twice'] });
    expect(receiver.handled).toHaveLength(2);
    expect(report.probes[1]).toMatchObject({ verdict: 'pass', reason: '200, 200, 200' });
    expect(report.probes[1]?.unseen).toContain('one event was handled, not three');
  });

  it('may hold either secret of a rotation, or both', async () => {
    const next = 'whsec_next_next_next_next';
    for (const held of [[SECRET], [SECRET, next]]) {
      await using receiver = await openReceiver(held);
      const report = await probe(receiver.url, { next, only: ['next-alone', 'rotation-next', 'rotation-of-another'] });
      expect(report.conclusion).toBe('conformant');
      expect(idsOf(report, 'recorded')).toEqual(['next-alone']);
    }
  });
});

describe('of a receiver', () => {
  it('that refuses a correct signature, nothing else is judged', async () => {
    await using receiver = await openReceiver('whsec_quite_another_one');
    const report = await probe(receiver.url);
    expect(idsOf(report, 'fail')).toEqual(['signed-well']);
    expect(idsOf(report, 'pass')).toEqual([]);
    expect(report.probes[1]?.reason).toBe('signed-well was not accepted (401), so its other answers show nothing');
    expect(report.exit_code).toBe(1);
  });

  it('that is down, nothing is known', async () => {
    const report = await probe(`http://127.0.0.1:${await closedPort()}/`);
    expect(new Set(report.probes.map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']));
    expect(report).toMatchObject({ conclusion: 'incomplete', exit_code: 3 });
    expect(report.probes.at(-1)?.reason).toBe('nothing answers there (ECONNREFUSED)');
  });

  it('that never answers is waited for in at most two deliveries', async () => {
    let came = 0;
    await using receiver = await openPlainServer(() => {
      came += 1;
    });
    const report = await probe(receiver.url, { timeout: 30 });
    expect(came).toBeLessThanOrEqual(2);
    expect(report.exit_code).toBe(3);
  });

  it('that ends connections in place of answers, what it refuses is a warning', async () => {
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

  it('that breaks at a body that it cannot read, the report says that it has gone, and since when', async () => {
    await using receiver = await openReceiver(SECRET, ['breaks-at-no-json']);
    const report = await probe(receiver.url, { only: ['ping', 'no-json-unsigned', 'still-there'] });
    expect(report.probes.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'warn', 'fail']);
    expect(report.probes.at(-1)?.reason).toBe('nothing answers there (ECONNREFUSED) since no-json-unsigned');
    expect(report.exit_code).toBe(1);
  });

  it('that redirects, the delivery has failed, and nothing is sent to where it points', async () => {
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

  it('neither its secret nor the query of its address is in the report, though it answers with them', async () => {
    await using receiver = await openReceiver([SECRET, 'whsec_other'], ['first-v1']);
    const text = JSON.stringify(await probe(receiver.url, { previous: 'whsec_other' }));
    expect(text).toContain('no: the secret is …');
    expect(text).not.toContain(SECRET.slice(6));
    expect(text).not.toMatch(/whsec_other|only-for-me/);
  });

  it('elsewhere than at an address of the user, nothing is sent', async () => {
    const report = await probe('http://203.0.113.7/hooks', { timeout: 30 });
    expect(report.probes[0]?.reason).toBe('203.0.113.7 is not a loopback or private address');
    expect(report.exit_code).toBe(3);
  });
});
