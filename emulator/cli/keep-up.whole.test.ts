import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { facePng } from '../testing/client.ts';
import { launch } from '../testing/launch.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';
import { configChanges } from './keep-up.ts';

const { path, write } = scratchFolder();

describe('start', () => {
  it('reloads a watched configuration when it is saved and at SIGHUP, and continues if it contains a mistake', async () => {
    const file = write('emulator.yaml', 'clock: frozen\nreadings: {upload_status: 201}\n');
    const { child, ended, lines } = launch(['start', '--port', '0', '--config', file, '--watch', '--json']);
    const { url } = JSON.parse((await lines(1))[0] ?? '');
    const status = async () => {
      const body = new Uint8Array([1]);
      const headers = { 'X-API-Key': 'pk_test_demo', 'Content-Type': 'image/png' };
      return (await fetch(`${url}/v1/nothing`, { method: 'POST', headers, body })).status;
    };
    // Like an editor that replaces the old file with a new one.
    write('new.yaml', 'clock: frozen\nreadings: {upload_status: 200}\nseed: other\n');
    renameSync(path('new.yaml'), file);
    expect((await lines(4)).slice(1).sort()).toEqual([
      '  readings.upload_status: 201 -> 200',
      '  seed: the default -> other',
      'the configuration has changed; the emulator has restarted:',
    ]);
    expect(await status()).toBe(404);
    child.kill('SIGHUP');
    expect((await lines(5))[4]).toBe('the configuration has not changed');
    const message = new Promise((resolve) => child.stderr?.once('data', (data) => resolve(String(data))));
    write('emulator.yaml', 'clokc: frozen\n');
    expect(await message).toContain(`${file}:1:1: clokc is not a known field; did you mean clock?`);
    expect(await status()).toBe(404);
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });

  it('continues with its stored worlds, whatever is reloaded', async () => {
    const file = write('kept.yaml', 'clock: frozen\n');
    const flags = ['--port', '0', '--config', file, '--watch', '--json', '--data-dir', path('data')];
    const { child, ended, lines } = launch(['start', ...flags]);
    const { url } = JSON.parse((await lines(1))[0] ?? '');
    const key = { 'X-API-Key': 'pk_test_demo' };
    const body = new Uint8Array(await facePng());
    await fetch(`${url}/v1/assets`, { method: 'POST', headers: { ...key, 'Content-Type': 'image/png' }, body });
    write('kept.yaml', 'clock: frozen\nseed: other\n');
    expect((await lines(2))[1]).toBe(
      'the configuration has changed; worlds in the data directory keep their settings:',
    );
    const { data } = (await (await fetch(`${url}/v1/assets`, { headers: key })).json()) as { data: unknown[] };
    expect(data).toHaveLength(1);
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });

  it('watches nothing without a file', async () => {
    const { code, err } = await runCli(['start', '--watch']);
    expect(code).toBe(2);
    expect(err).toContain('--watch needs --config FILE');
  });
});

describe('configChanges', () => {
  it('names each place, with both values if they are short', () => {
    const before = { seed: 'a', readings: { upload_status: 201 }, plans: [{ nth: 1 }], clock: 'auto' };
    const after = { readings: { upload_status: 200 }, plans: [{ nth: 2 }], clock: 'auto', stages: { queued: '1s' } };
    expect(configChanges(before, after)).toEqual([
      'seed: a -> the default',
      'readings.upload_status: 201 -> 200',
      'plans',
      'stages',
    ]);
  });
});
