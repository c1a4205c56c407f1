import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { readSession } from '../record/read-session.ts';
import { playSession } from '../replay/play-session.ts';
import { clientOf } from '../testing/client.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';
import { keyLines } from './files/replay.ts';

const { path, write } = scratchFolder();

const HEAD = '{"file":"tryon-kit session","format":1,"start":{"config":{"clock":"frozen"}}}\n';
const KEY = '"headers":{"x-api-key":"pk_test_demo"}';
const USAGE = `{"do":"request","n":1,"method":"GET","target":"/v1/usage",${KEY}}\n`;

/**
 * A session as a program might write it: one job, a control call that moves the clock, and webhooks that are answered
 * with 503 once.
 */
async function programmed(): Promise<string> {
  const emulator = await createEmulator({ listen: false, clock: 'frozen' });
  const recording = await emulator.record();
  const { body } = await clientOf(emulator).upload();
  await recording.stop();
  await emulator.close();
  const bytes =
    Buffer.from(await recording.read())
      .toString()
      .match(/.*"do":"bytes".*\n/)?.[0] ?? '';
  const { digest } = JSON.parse(bytes);
  const request = (n: number, method: string, target: string, body?: unknown, type = 'application/json') =>
    `${JSON.stringify({ do: 'request', n, method, target, headers: { 'x-api-key': 'pk_test_demo', 'content-type': type, 'idempotency-key': 'k' }, body })}\n`;
  const job = {
    inputs: [{ asset_id: body.id, role: 'source' }],
    products: [{ category: 'lipstick', color: '#a1304a' }],
  };
  const url = 'https://receiver.test/hooks';
  return [
    HEAD,
    bytes,
    request(1, 'POST', '/v1/assets', { bytes: digest }, 'image/png'),
    request(2, 'POST', '/_emulator/v1/endpoints', JSON.stringify({ url })),
    `${JSON.stringify({ do: 'replies', url, replies: [503] })}\n`,
    request(3, 'POST', '/v1/makeup/try-ons', JSON.stringify(job)),
    '{"do":"answer","n":3,"status":202}\n',
    request(4, 'POST', '/_emulator/v1/clock/advance', '{"by":"1h"}'),
    request(5, 'GET', '/v1/jobs?limit=1'),
    '{"do":"answer","n":5,"status":200}\n',
    request(6, 'POST', '/_emulator/v1/journal/verify', '{"request":{"status":202},"exactly":1}'),
    '{"do":"answer","n":6,"status":200,"body":"{\\"ok\\":true,\\"found\\":1,\\"wanted\\":\\"exactly 1\\",\\"near_misses\\":[]}"}\n',
  ].join('');
}

describe('replay', () => {
  it('exits with 0 and a count if everything is the same', async () => {
    const file = path('same.session');
    const emulator = await createEmulator({ listen: false, clock: 'running', record: file });
    await clientOf(emulator).get('/v1/usage');
    await emulator.close();
    const { code, out, err } = await runCli(['replay', file]);
    expect([code, out, err]).toEqual([0, '1 exchange and 0 deliveries are the same\n', '']);
    const json = await runCli(['replay', file, '--json']);
    expect(JSON.parse(json.out)).toEqual({
      file,
      redacted: false,
      torn: false,
      exchanges: 1,
      deliveries: 0,
      difference: null,
    });
  });

  it('shows the first difference as a diff and exits with 1', async () => {
    const answer = '{"do":"answer","n":1,"status":201,"body":"{\\"object\\":\\"list\\"}"}\n';
    const file = write('other.session', HEAD + USAGE + answer);
    const { code, out } = await runCli(['replay', file]);
    expect(code).toBe(1);
    expect(out).toContain(
      `${file}:3, exchange 1: GET /v1/usage is answered otherwise\n  - status 201\n  + status 200\n`,
    );
    expect(out).toContain('0 exchanges and 0 deliveries before it are the same');
  });

  it('plays a session written by a program, and compares what it states', async () => {
    const file = write('programmed.session', await programmed());
    const { code, out, err } = await runCli(['replay', file]);
    expect([code, out, err]).toEqual([0, '6 exchanges and 0 deliveries are the same\n', '']);
  });

  it('prints the keys of the recorded world, and not those of others', async () => {
    const emulator = await createEmulator({ listen: false });
    const world = await emulator.worlds.create({ name: 'side' });
    const recording = await world.record();
    await recording.stop();
    await emulator.close();
    const session = readSession('a.session', await recording.read());
    const played = await playSession(session);
    const worlds = played.assembled.emulator.worlds.list();
    await played.close();
    expect(worlds.map(({ name }) => name)).toContain('default');
    expect(keyLines(session, worlds)).toEqual([`test key  ${world.keys.test}  of the world side`]);
    expect(keyLines({ entries: [] }, worlds)).toContain('test key  pk_test_demo');
  });

  it('starts an emulator in the state before an exchange, whose clock continues from there', async () => {
    const bytes = Buffer.from(await programmed());
    const played = await playSession(readSession('a.session', bytes), { until: 4 });
    played.leave(false);
    const servers = await played.assembled.listen(0);
    const answer = await fetch(`http://127.0.0.1:${servers[0]?.port}/v1/jobs`, {
      headers: { 'X-API-Key': 'pk_test_demo' },
    });
    expect(await answer.json()).toMatchObject({ data: [{ status: 'queued' }] });
    const { emulator } = played.assembled;
    await emulator.clock.advance('4s');
    expect(emulator.webhooks.deliveries()).toMatchObject([{ attempts: [{ failure: 'connection' }] }]);
    await Promise.all(servers.map((server) => server.close()));
    await played.close();
  });

  it.each([
    [['replay'], 'replay needs a file: tryon-emulator replay FILE'],
    [['replay', 'nowhere.session'], 'nowhere.session cannot be read: there is no such file or folder'],
    [['replay', write('no.session', 'seed: one\n')], 'no.session:1: this is no recorded session'],
    [['replay', write('bad.session', `${HEAD}{"do":"request","n":1}\n`)], 'bad.session:2 is not valid:\n  method: '],
    [['replay', write('cut.session', `${HEAD}{"do"\n${USAGE}`)], 'cut.session:2: the line is not JSON'],
    [['replay', 'a.session', '--until', 'soon'], '--until must be an integer'],
    [['replay', 'a.session', '--send'], '--send needs --serve'],
    [['start', '--redact'], '--redact needs --record FILE'],
    [['start', '--port', '0', '--record', path('no/such/folder.session')], 'cannot be written'],
  ])('%j exits with 2 and reports what is wrong', async (args, problem) => {
    const { code, err } = await runCli(args);
    expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('reports that the last line was cut off, and plays the lines before it', async () => {
    const file = write('torn.session', `${HEAD}${USAGE}{"do":"answer","n":1,"sta`);
    const { code, out, err } = await runCli(['replay', file]);
    expect([code, out]).toEqual([0, '1 exchange and 0 deliveries are the same\n']);
    expect(err).toContain('torn.session: the last line is cut off; the lines before it are played');
  });

  it('uses files that a configuration names, and the content of a data directory, from the recording', async () => {
    const [image, file] = [path('face.png'), path('kept.session')];
    write('face.png', '');
    const { facePng } = await import('../testing/client.ts');
    const { writeFileSync, rmSync } = await import('node:fs');
    writeFileSync(image, await facePng());
    const options = {
      listen: false,
      clock: 'frozen' as const,
      dataDir: path('data'),
      assets: [{ key: 'pk_test_demo', file: image }],
    };
    await (await createEmulator(options)).close();
    const emulator = await createEmulator({ ...options, record: file });
    await clientOf(emulator).submitOn('makeup.apply');
    await clientOf(emulator).get('/v1/assets');
    await emulator.close();
    rmSync(image);
    expect(readFileSync(file, 'utf8')).toContain('"do":"world"');
    expect(await runCli(['replay', file])).toMatchObject({ code: 0, err: '' });
  });
});
