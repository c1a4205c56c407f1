import { describe, expect, it } from 'vitest';
import { openReceiver } from '../../testing/receivers/node-receivers.ts';
import { closedPort } from '../../testing/receiving-server.ts';
import { runCli } from '../../testing/run-cli.ts';
import { scratchFolder } from '../../testing/scratch-folder.ts';

const { path, read, write } = scratchFolder();

const SECRET = 'whsec_abcdefghijklmnopqrstuvwxyz0123456';
const QUICK = ['--only', 'body-altered,twice,unknown-type'];

describe('probe-webhook', () => {
  it('prints a table of requests and answers, and exits with 0 for a careful receiver', async () => {
    await using receiver = await openReceiver(SECRET);
    const { code, out, err } = await runCli(['probe-webhook', receiver.url, '--secret', SECRET, ...QUICK]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(
      [
        'Signatures',
        '  pass  signed-well   §6.4  must accept  200',
        '  pass  body-altered  §6.4  must refuse  401',
        '',
        'Events',
        '  pass      twice         §6.5  must accept  200, 200, 200',
        '  recorded  unknown-type  §6.1  its choice   200',
        '',
        'Not visible from outside',
        '  twice: whether it was acted upon once is not seen from outside',
      ].join('\n'),
    );
    expect(out).toMatch(/\/hooks\?…: 4 probes, 3 pass, 1 recorded\nCONFORMANT \(exit code 0\)\n$/);
  });

  it('explains how to fix the mistakes of a careless receiver, and exits with 1', async () => {
    await using receiver = await openReceiver(SECRET, ['duplicate-409']);
    const { code, out } = await runCli(['probe-webhook', receiver.url, ...QUICK], { TRYON_WEBHOOK_SECRET: SECRET });
    expect(code).toBe(1);
    expect(out).toContain('fail      twice         §6.5  must accept  200, 409, 409');
    expect(out).toContain('answer a duplicate like the first');
    expect(out).toContain('NON-CONFORMANT (exit code 1)');
  });

  it('exits with 3 if nothing answers', async () => {
    const url = `http://127.0.0.1:${await closedPort()}/hooks`;
    const { code, out } = await runCli(['probe-webhook', url, '--secret', SECRET, ...QUICK]);
    expect(code).toBe(3);
    expect(out).toContain('inconclusive  signed-well   §6.4  must accept  nothing answers there (ECONNREFUSED)');
    expect(out).toContain('INCOMPLETE (exit code 3)');
  });

  it('reads the secret from a variable or a file, and never prints it in any report format', async () => {
    await using receiver = await openReceiver(SECRET, ['first-v1']);
    const file = write('secret', `${SECRET}\n`);
    for (const flags of [
      ['--secret-env', 'HOOK_SECRET'],
      ['--secret-file', file],
    ]) {
      const junit = path('junit.xml');
      const words = ['probe-webhook', receiver.url, ...flags, '--only', 'several-v1', '--junit', junit];
      const { code, out, err } = await runCli(words, { HOOK_SECRET: SECRET });
      const json = await runCli([...words, '--json'], { HOOK_SECRET: SECRET });
      expect([code, json.code]).toEqual([1, 1]);
      expect([out, err, json.out, json.err, read('junit.xml')].join('\n')).not.toContain(SECRET.slice(6));
    }
  });

  it('writes JSON and JUnit, with a test for each probe', async () => {
    await using receiver = await openReceiver(SECRET, ['duplicate-409']);
    const junit = path('probes.xml');
    const words = ['probe-webhook', receiver.url, '--secret', SECRET, ...QUICK, '--json', '--junit', junit];
    const report = JSON.parse((await runCli(words)).out);
    expect(report).toMatchObject({ version: 1, conclusion: 'non-conformant', exit_code: 1 });
    expect(report.probes[2]).toMatchObject({ id: 'twice', expected: 'accept', verdict: 'fail', section: '6.5' });
    const xml = read('probes.xml');
    expect(xml).toContain('<testsuites name="tryon webhook receiver" tests="4" failures="1" errors="0"');
    expect(xml).toMatch(/<testcase name="twice" [^>]*>\n\s+<failure type="must" message="§6.5 /);
  });

  it.each<[string[], string]>([
    [[], 'probe-webhook needs the URL of a receiver, such as http://127.0.0.1:3000/hooks'],
    [['http://127.0.0.1:1/'], 'the secret of the receiver is missing: set --secret whsec_…, --secret-env NAME'],
    [['nowhere', '--secret', SECRET], 'the address of the receiver must be an address, such as'],
    [['http://127.0.0.1:1/', '--secret', ' '], '--secret is empty; the secret is shown once'],
    [['http://127.0.0.1:1/', '--secret-env', 'NO_SUCH'], '--secret-env NO_SUCH: the variable is not set'],
    [['http://127.0.0.1:1/', '--secret-file', 'no-such'], '--secret-file no-such: there is no such file'],
    [['http://127.0.0.1:1/', '--secret', SECRET, '--secret-env', 'X'], '--secret and --secret-env are alternatives'],
    [
      ['http://203.0.113.7/', '--secret', SECRET],
      '203.0.113.7 is not a loopback or private address: forged deliveries are sent',
    ],
    [['http://127.0.0.1:1/', '--secret', SECRET, '--only', 'twise'], '--only must be one of signed-well'],
    [
      ['http://127.0.0.1:1/', '--secret', SECRET, '--timeout', '2h'],
      '--timeout must be a duration of at most a minute',
    ],
    [['http://127.0.0.1:1/', '--secret', SECRET, '--junit', '/no/such/x'], '--junit /no/such/x: it cannot be written'],
  ])('%j exits with 2 and reports what is wrong', async (words, message) => {
    const { code, out, err } = await runCli(['probe-webhook', ...words]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).not.toContain(SECRET);
  });
});
