import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../emulator/testing/scratch-folder.ts';
import { har, KEY } from '../../observe/testing/har.ts';
import { listen, served } from '../../testing/one-request.ts';
import { launch, runCli } from '../testing/launch.ts';

const { path, read, write } = scratchFolder();

const BALANCE = { as_of: '2026-01-01T00:00:00.000Z' };
const traffic = () =>
  write('traffic.har', har(['GET /v1/usage', { body: {} }], ['GET /v1/credits/balance', { body: BALANCE }]));

describe('tryon-conformance observe', () => {
  it('judges a HAR, and ends with 1 if a rule is violated', async () => {
    const { code, out } = await runCli(['observe', traffic()]);
    expect(out).toMatch(
      /^VIOLATED {2}127\.0\.0\.1:8080: \d+ rules held, \d+ violated.*; 2 of 2 exchanges judged, exit code 1$/m,
    );
    expect(out).toContain(`again: tryon-conformance explain ${path('traffic.har')} 2`);
    expect(code).toBe(1);
  });

  it('ends with 0 if nothing is violated, and with 3 if nothing could be judged', async () => {
    const fine = write('fine.har', har(['GET /v1/usage', { body: {} }]));
    const none = write('none.har', har(['GET /v1/usage', { content: { size: 5 } }]));
    expect(await runCli(['observe', fine])).toMatchObject({ code: 0 });
    expect(await runCli(['observe', none])).toMatchObject({ code: 3 });
  });

  it('writes reports, a configuration, and what changed since an earlier report', async () => {
    const [report, page, config] = [path('r.json'), path('r.html'), path('emulator.yaml')];
    await runCli(['observe', traffic(), '--json', report, '--html', page, '--calibrate', config]);
    expect(read('r.html')).toContain('CREDIT-');
    expect(read('emulator.yaml')).toContain('# An emulator that does what 127.0.0.1:8080 was seen to do');
    expect(read('r.json')).not.toContain(KEY);
    const { out } = await runCli(['observe', traffic(), '--since', report]);
    expect(out).toContain('nothing changed since the earlier report');
    const uploads = (status: number) =>
      write(`${status}.har`, har(['POST /v1/assets', { status, body: { id: 'asset_1' } }]));
    await runCli(['observe', uploads(200), '--json', report]);
    const changed = await runCli(['observe', uploads(201), '--since', report]);
    expect(changed.out).toContain('changed since the earlier report\n  upload_status: 200 before, 201 now');
    expect(await runCli(['verify', report])).toMatchObject({
      code: 2,
      err: expect.stringContaining('it is a report of observed traffic'),
    });
  });

  it('passes on the requests of a command and the deliveries meanwhile, and then judges them', async () => {
    const base = await served((_, response) => response.setHeader('content-type', 'application/json').end('{}'));
    const delivered: string[] = [];
    const receiver = await listen(
      createServer((request, response) => {
        delivered.push(request.url ?? '');
        response.end();
      }),
    );
    const script = `const send = (url, options) => fetch(url, options).then((answer) => answer.text());
      await send(process.env.TRYON_URL + '/v1/usage', { headers: { 'x-api-key': '${KEY}' } });
      await send(process.env.TRYON_WEBHOOK_URL + '/hook', { method: 'POST', body: '{}' });`;
    const command = ['--', process.execPath, '--input-type=module', '-e', script];
    const flags = ['--proxy', base, '--webhooks', receiver, '--har', path('passed.har'), '--verbose'];
    const { ended } = launch(['observe', ...flags, ...command]);
    const { code, out, err } = await ended;
    expect(err).toMatch(/^passing on http:\/\/127\.0\.0\.1:\d+ to http:\/\/127\.0\.0\.1:\d+, and /m);
    expect(out).toContain('1 of 1 exchange judged');
    expect(delivered).toEqual(['/hook']);
    expect(code).toBe(0);
    expect(read('passed.har')).not.toContain(KEY);
    expect(await runCli(['observe', path('passed.har')])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 of 1 exchange judged'),
    });
  });

  it('ends at a signal, and prints its report', async () => {
    const base = await served((_, response) => response.end('{}'));
    const { child, said, ended } = launch(['observe', '--proxy', base]);
    const [, url] = /passing on (\S+) to/.exec(await said(/press Ctrl-C/)) ?? [];
    await (await fetch(`${url}/v1/usage`, { headers: { 'x-api-key': KEY } })).text();
    child.kill('SIGTERM');
    const { code, out } = await ended;
    expect(out).toContain('1 of 1 exchange judged');
    expect(code).toBe(0);
  });

  it('ends with the exit code of its command if that fails', async () => {
    const { ended } = launch([
      'observe',
      '--proxy',
      'http://127.0.0.1:9',
      '--',
      process.execPath,
      '-e',
      'process.exit(7)',
    ]);
    expect(await ended).toMatchObject({ code: 7 });
  });

  it.each([
    [[], 'observe needs a file of traffic, or --proxy URL'],
    [['no.har'], 'no.har: there is no such file'],
    [['--proxy', 'ftp://x'], '--proxy must be an address such as http://127.0.0.1:8080'],
    [['a.har', 'b.har'], 'unexpected argument "b.har"'],
    [['a.har', '--har', 'c.har'], '--har needs --proxy URL'],
    [['--proxy', 'http://127.0.0.1:1', '--keep-bodies'], '--keep-bodies needs --har FILE'],
  ])('refuses %j', async (args, problem) => {
    expect(await runCli(['observe', ...args])).toMatchObject({ code: 2, err: expect.stringContaining(problem) });
  });
});

describe('tryon-conformance explain', () => {
  it('names the side that must act in an exchange of a HAR', async () => {
    const { code, out } = await runCli(['explain', traffic(), '2']);
    expect(out).toMatch(
      /^the server: it violates a rule of the specification\nexchange 2: GET \/v1\/credits\/balance: 200\n/,
    );
    expect(code).toBe(0);
  });

  it('prints the same for an exchange of a report, which keeps the exchanges that are evidence', async () => {
    const report = path('explained.json');
    await runCli(['observe', traffic(), '--json', report]);
    const { out } = await runCli(['explain', traffic(), '2']);
    expect(await runCli(['explain', report, '2'])).toMatchObject({ code: 0, out });
  });

  it.each([
    [[], 'explain needs a file and the number of an exchange'],
    [['0'], 'the number of an exchange is an integer from 1, not 0'],
    [['9'], '9: there is no such exchange; it has 2'],
  ])('refuses %j', async (words, problem) => {
    const args = words.length === 0 ? [] : [traffic(), ...words];
    expect(await runCli(['explain', ...args])).toMatchObject({ code: 2, err: expect.stringContaining(problem) });
  });
});
