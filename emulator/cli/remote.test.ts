import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from '../index.ts';
import { clientOf } from '../testing/client.ts';
import { openPlainServer } from '../testing/receiving-server.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';

const { write } = scratchFolder();

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ clock: 'frozen', token: 'my-own' });
});
afterAll(() => emulator.close());

/** Runs commands against the emulator one after the other, and returns their outputs. */
async function say(...lines: string[][]): Promise<string[]> {
  const printed: string[] = [];
  for (const args of lines) {
    const { code, out, err } = await runCli(args, { TRYON_URL: emulator.url, TRYON_TOKEN: 'my-own' });
    expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
    printed.push(out.trimEnd());
  }
  return printed;
}

describe('tryon-emulator clock', () => {
  it('reads, moves and changes the clock', async () => {
    const { body: job } = await clientOf(emulator).submitOn('makeup.apply');
    expect(
      await say(
        ['clock'],
        ['clock', 'advance', '1500ms'],
        ['clock', 'advance', '--to', '2026-01-01T00:00:03Z'],
        ['clock', 'advance', '--idle'],
        ['clock', 'set', 'auto', '--rate', '2', '--json'],
        ['clock', 'set', 'frozen', '--rate', '1'],
      ),
    ).toEqual([
      '2026-01-01T00:00:00.000Z  frozen',
      `  2026-01-01T00:00:01.000Z  stage  ${job.id}\n  2026-01-01T00:00:01.500Z  stage  ${job.id}\n2026-01-01T00:00:01.500Z  reached; next due 2026-01-01T00:00:02.000Z`,
      `  2026-01-01T00:00:02.000Z  stage  ${job.id}\n2026-01-01T00:00:03.000Z  reached; next due 2026-01-01T00:00:04.000Z`,
      expect.stringMatching(
        /^ {2}2026-01-01T00:00:04.000Z {2}stage .*\n2026-01-01T00:00:04.000Z {2}reached; next due /,
      ),
      '{"now":"2026-01-01T00:00:04.000Z","mode":"auto","rate":2}',
      '2026-01-01T00:00:04.000Z  frozen',
    ]);
  });
});

describe('tryon-emulator plan', () => {
  it('adds, lists and clears plans', async () => {
    const file = write('plan.yaml', 'outcome: {status: failed, code: PROCESSING_FAILED}\n');
    const [fromFile, written, listed, json, cleared, none] = await say(
      ['plan', 'add', file],
      ['plan', 'add', '{"hold_at":"queued"}', '--json'],
      ['plan'],
      ['plan', 'list', '--json'],
      ['plan', 'clear'],
      ['plan', 'list'],
    );
    const { id } = JSON.parse(written ?? '');
    expect([fromFile, id]).toEqual([expect.stringMatching(/^plan_\w+$/), expect.stringMatching(/^plan_\w+$/)]);
    expect(listed?.split('\n').map((line) => line.split('  ').slice(0, 2))).toEqual([
      [fromFile, 'matched 0, used 0'],
      [id, 'matched 0, used 0'],
    ]);
    expect(JSON.parse(json ?? '')).toMatchObject([{ id: fromFile }, { id, plan: { holdAt: 'queued' } }]);
    expect([cleared, none]).toEqual(['no plans are left', 'there are no plans']);
  });

  it('adds a plan before all others', async () => {
    const file = write('plan.yaml', 'hold_at: queued\n');
    const [once, fromFile, written, listed] = await say(
      ['plan', 'add', '{}'],
      ['plan', 'add', '--prepend', file],
      ['plan', 'add', '{}', '--prepend'],
      ['plan'],
    );
    const ids = listed?.split('\n').map((line) => line.split('  ')[0]);
    expect(ids).toEqual([written, fromFile, once]);
    await say(['plan', 'clear']);
  });
});

describe('tryon-emulator snapshot', () => {
  it('saves, lists and loads in the named world', async () => {
    await emulator.worlds.create({ name: 'side', clock: 'frozen' });
    const one = 'one  2026-01-01T00:00:00.000Z  0 jobs, 0 assets';
    const inSide = ['--world', 'side'];
    expect(
      await say(
        ['snapshot', ...inSide],
        ['snapshot', 'save', 'one', ...inSide],
        ['snapshot', 'list', '--json', ...inSide],
        ['clock', 'advance', '1h', ...inSide],
        ['snapshot', 'load', 'one', ...inSide],
        ['clock', 'read', ...inSide],
      ),
    ).toEqual([
      'there are no snapshots',
      one,
      '[{"name":"one","at":"2026-01-01T00:00:00.000Z","jobs":0,"assets":0}]',
      '2026-01-01T01:00:00.000Z  reached; nothing is due',
      one,
      '2026-01-01T00:00:00.000Z  frozen',
    ]);
  });
});

describe('tryon-emulator ready', () => {
  it('exits with 0 as soon as an emulator answers, and with 1 if none does in time', async () => {
    expect(await say(['ready'], ['ready', '--json'])).toEqual([
      `${emulator.url} is ready`,
      expect.stringMatching(/^\{"url":"http:\/\/127\.0\.0\.1:\d+","status":"ok","version":"\d/),
    ]);
    const url = 'http://127.0.0.1:1';
    expect(await runCli(['ready', '--url', url, '--timeout', '0s'])).toEqual({
      ...{ code: 1, out: '' },
      err: `tryon-emulator: no emulator answered at ${url} in time\n`,
    });
  });

  it('recognizes an emulator without control calls, and does not mistake another server for one', async () => {
    await using closed = await createEmulator({ control: false });
    const { url } = closed;
    expect(await runCli(['ready', '--url', url])).toMatchObject({
      code: 0,
      out: `${url} is ready, without control calls\n`,
    });
    const refused = await runCli(['clock', '--url', url]);
    expect(refused.err).toContain(`the emulator at ${url} takes no control calls: it runs with --no-control`);
    const { out } = await runCli(['ready', '--url', url, '--json']);
    expect(JSON.parse(out)).toEqual({ url, status: 'ok', control: false });
    await using other = await openPlainServer((_, response) => response.writeHead(404).end('{"error": "not here"}'));
    expect((await runCli(['ready', '--url', other.url, '--timeout', '0s'])).code).toBe(1);
  });

  it('checks a server that never answers only as often as the timeout allows', async () => {
    let looks = 0;
    await using mute = await openPlainServer(() => {
      looks += 1;
    });
    const { code } = await runCli(['ready', '--url', mute.url, '--timeout', '200ms']);
    expect({ code, looks }).toEqual({ code: 1, looks: 1 });
  });
});

describe('a command for a server that is not an emulator', () => {
  it('reports it, and does not mistake a web page for an answer', async () => {
    await using page = await openPlainServer((_, response) => response.end('<!doctype html>'));
    const { code, err } = await runCli(['clock', '--url', page.url]);
    expect(code).toBe(2);
    expect(err).toContain(`tryon-emulator: what answers at ${page.url} is not an emulator`);
  });

  it('reports that an added plan has no id', async () => {
    await using other = await openPlainServer((_, response) =>
      response.setHeader('Content-Type', 'application/json').end('{}'),
    );
    const { code, out, err } = await runCli(['plan', 'add', '{}', '--url', other.url]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('is not an emulator: its answer has no id');
  });
});
