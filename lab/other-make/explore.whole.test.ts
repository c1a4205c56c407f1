import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../../conformance/cli/testing/launch.ts';
import { startEmulator, type TestServer } from '../../conformance/run/self-test.ts';
import { listening } from '../../conformance/testing/listening.ts';
import { tamperingProxy } from '../../conformance/testing/tampering-proxy.ts';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { KEYS, startExample } from '../explore-proof/python.ts';
import { WAYS_TO_DRIVE } from '../explore-proof/servers.ts';
import type { Breach } from './breaches/breaches.ts';
import { startOtherServer } from './start.ts';

const { path, read, write } = scratchFolder();
const started: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(started.map(({ close }) => close()));
});

async function start<Server extends { close(): Promise<void> }>(server: Promise<Server>): Promise<Server> {
  const one = await server;
  started.push(one);
  return one;
}

const drivenBy = ({ base_url, driver_url }: Pick<TestServer, 'base_url' | 'driver_url'>) => [
  base_url,
  '--drivers',
  driver_url,
];

/** A server that answers each request with a given status and body. */
async function serverThat(answer: (nth: number) => { status: number; body: unknown }) {
  let nth = 0;
  const server = createServer((_, response) => {
    nth += 1;
    const { status, body } = answer(nth);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return (await start(listening(server))).base_url;
}

/** Forwards every request, but answers the tenth one for a known path with 404. */
async function proxyThatFailsOnce(server: TestServer, path: string) {
  let nth = 0;
  const proxy = await start(tamperingProxy(server));
  proxy.before = async (_, url) => {
    if (url === path) nth += 1;
    const json = { error: { code: 'NOT_FOUND', message: 'no', request_id: 'r' } };
    return nth === 10 && url === path ? { status: 404, json } : null;
  };
  return proxy.base_url;
}

describe('tryon-conformance explore', () => {
  it('finds no difference between the emulator and itself, and prints what was covered', async () => {
    const usual = await start(startEmulator());
    const { code, out } = await runCli(['explore', ...drivenBy(usual), '--seed', 'one', '--steps', '120']);
    expect(out).toMatch(/^covered: \d+ operations, \d+ of their answers, \d+ pairs/);
    expect(out).toMatch(/no difference in \d+ sessions, \d+ requests \(seed one\)\n$/);
    expect(code).toBe(0);
  });

  it('finds no difference between the emulator and the other server, with drivers and without', async () => {
    const other = await start(startOtherServer({ clock: 'stands' }));
    const driven = await runCli(['explore', ...drivenBy(other), '--seed', 'one', '--steps', '120']);
    expect(driven).toMatchObject({ code: 0 });
    const plain = await start(startOtherServer({ stage: 20 }));
    const keys = Object.entries(plain.keys).flatMap(([role, key]) => ['--key', `${role}=${key}`]);
    const followed = await runCli(['explore', plain.base_url, ...keys, '--seed', 'one', '--steps', '120']);
    expect(followed).toMatchObject({ code: 0 });
    expect(`${driven.out}${followed.out}`).not.toMatch(/pk_(test|live)_\w{6}/);
  });

  /** Between them, each option of `WAYS_TO_DRIVE`; `npm run explore-proof` searches every way. */
  it.each(['one clock for all accounts, drivers by account', 'a clock for each account, plans by key'])(
    'finds no difference in a lawful server with %s',
    async (way) => {
      const other = await start(startOtherServer({ clock: 'stands', ...WAYS_TO_DRIVE[way] }));
      const asked = ['--seed', 'proof', '--requests', '300', '--json'];
      const { code, out } = await runCli(['explore', ...drivenBy(other), ...asked]);
      expect(JSON.parse(out)).toMatchObject({ difference: null, unsure: [] });
      expect(code).toBe(0);
    },
  );

  it('reports a difference that did not occur again on replay, but exits with 0', async () => {
    const usual = await start(startEmulator());
    const base_url = await proxyThatFailsOnce(usual, '/v1/usage');
    const asked = ['--seed', 'one', '--steps', '60', '--only', 'usage,upload'];
    const plain = await runCli(['explore', ...drivenBy({ ...usual, base_url }), ...asked]);
    expect(plain.out).toMatch(
      /1 difference seen once and not on a second play:\n {2}.*usage.*: status was 404 on the server and (?:200|401|403) on the emulator\n/,
    );
    expect(plain.code).toBe(0);
    const again = await proxyThatFailsOnce(usual, '/v1/usage');
    const { out } = await runCli(['explore', ...drivenBy({ ...usual, base_url: again }), ...asked, '--json']);
    expect(JSON.parse(out)).toMatchObject({ difference: null, unsure: [{ what: 'status', target: 404 }] });
  });

  it('reports the shortest session with a difference, and writes it as a scenario', async () => {
    const broken = await start(startEmulator({ deviate: ['cancel-queued-deferred'] }));
    const file = path('found.yaml');
    const asked = ['--seed', 's', '--only', 'submit,cancel', '--out', file];
    const { code, out } = await runCli(['explore', ...drivenBy(broken), ...asked, '--script']);
    expect(out).toMatch(/ {2}3\. cancel job \d+.*\n +the target +202, queued\n +the emulator +200, cancelled\n/);
    expect(out).toContain('rules that it may touch: CANCEL-QUEUED-200');
    expect(out).toMatch(/call 3 -X POST "\$BASE_URL\/v1\/jobs\/\$\{job_1\}\/cancel"/);
    expect(code).toBe(1);
    const verdict = async (server: TestServer) =>
      (await runCli(['run', ...drivenBy(server), '--scenarios', file])).code;
    expect([await verdict(broken), await verdict(await start(startEmulator()))]).toEqual([1, 0]);
    expect(read('found.yaml')).toContain('CANCEL-QUEUED-200:');
    expect((await runCli(['explore', ...drivenBy(broken), '--out', file])).err).toContain('write over it with --force');
    const unasked = await runCli(['explore', ...drivenBy(broken), ...asked.slice(0, -2)]);
    expect(unasked.out).toContain('rules that it may touch');
    expect(unasked.out).not.toContain('BASE_URL');
  });

  it.each(['the location is of the input', 'a late cancel answers 200'] as Breach[])(
    'finds that %s',
    async (breach) => {
      const other = await start(startOtherServer({ clock: 'stands', broken: breach }));
      const { code, out } = await runCli([
        'explore',
        ...drivenBy(other),
        ...`--seed proof --requests 600 --json`.split(' '),
      ]);
      expect(code).toBe(1);
      expect(JSON.parse(out).session.operations.length).toBeLessThanOrEqual(8);
    },
  );

  const AT_ONCE = ['--seed', 'race', '--only', 'submit,at-once', '--json'];

  it('finds a race with concurrent requests', async () => {
    const racing = await start(startOtherServer({ clock: 'stands', broken: 'a key is claimed a moment later' }));
    const { code, out } = await runCli(['explore', ...drivenBy(racing), ...AT_ONCE, '--requests', '300']);
    const { difference, session } = JSON.parse(out);
    expect([code, difference.operation.does, difference.what]).toEqual([1, 'submit', 'status']);
    // Two submissions in quick succession also race. The shorter session is reported.
    expect([
      ['upload', 'at once'],
      ['upload', 'submit', 'submit'],
    ]).toContainEqual(session.operations.map(({ does }: { does: string }) => does));
  });

  it('accepts concurrent requests to a server without a race', async () => {
    const lawful = await start(startOtherServer({ clock: 'stands' }));
    const { out } = await runCli(['explore', ...drivenBy(lawful), ...AT_ONCE, '--requests', '150']);
    const spared = JSON.parse(out);
    expect(spared).toMatchObject({ difference: null, unsure: [] });
  });

  it('finds a bug of the Python example, and nothing in the example without a bug', async () => {
    const keys = Object.entries(KEYS).flatMap(([role, key]) => ['--key', `${role}=${key}`]);
    const asked = [...keys, '--live', 'allow', '--seed', 'proof', '--requests', '200', '--json'];
    const codes = [];
    for (const bug of [null, 'replay-makes-another-job'])
      codes.push((await runCli(['explore', ...drivenBy(await start(startExample(bug))), ...asked])).code);
    expect(codes).toEqual([0, 1]);
  });

  it('is inconclusive, with the reason, if the server is down, knows no key or answers at random', async () => {
    const down = await runCli(['explore', 'http://127.0.0.1:9', '--key', 'pk_test_one']);
    expect(down.out).toMatch(/^inconclusive: nothing could be compared: .*ECONNREFUSED/);
    const error = (code: string) => ({ error: { code, message: 'no', request_id: 'r' } });
    const forgets = await serverThat(() => ({ status: 401, body: error('INVALID_API_KEY') }));
    const unknown = await runCli(['explore', forgets, '--key', 'pk_test_one']);
    expect(unknown.out).toContain('401');
    const dice = [200, 404, 503, 201, 400, 429, 500, 202];
    const random = await serverThat((nth) => ({ status: dice[(nth * nth + 3) % dice.length] ?? 200, body: {} }));
    const thrown = await runCli(['explore', random, '--key', 'pk_test_one', '--requests', '150', '--time', '20s']);
    expect([down.code, unknown.code, thrown.code]).toEqual([3, 3, 3]);
  });

  it('reports the line of a mistake in the configuration of the twin', async () => {
    const file = write('twin.yaml', 'readings:\n  upload_statuss: 200\n');
    const { code, err } = await runCli(['explore', 'http://127.0.0.1:9', '--twin', file]);
    expect(err).toMatch(/twin\.yaml:2:3: there is no open question upload_statuss; did you mean upload_status\?/);
    expect(code).toBe(2);
  });
});
