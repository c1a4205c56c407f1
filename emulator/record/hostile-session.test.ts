import { existsSync, readdirSync } from 'node:fs';
import net from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';

const { folder, path, write } = scratchFolder();

const begun = (config: object = {}) => ({
  file: 'tryon-kit session',
  format: 1,
  pace: 'free',
  start: { config: { clock: 'frozen', ...config } },
});
const call = (n: number, name: string, given: unknown[] = [], more: object = {}) => ({
  do: 'call',
  n,
  world: 'default',
  name,
  with: given,
  ...more,
});
const picture = (digest: string) => ({ do: 'bytes', digest, base64: 'bWluZQ==' });
const BYTES = 'P9MFQv4_YbFL1KSy3Atvsw-m9j685S3Rd4qqjE3ALP8';

async function replayed(...lines: unknown[]) {
  const file = write('a.session', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const connect = vi.spyOn(net.Socket.prototype, 'connect');
  const ended = await runCli(['replay', file]);
  expect(connect).not.toHaveBeenCalled();
  connect.mockRestore();
  return { ...ended, err: ended.err.replaceAll(folder, '') };
}

describe('a hostile session', () => {
  const made = path('made');
  const world = { do: 'world', name: 'default', config: {}, saved: [], pictures: [] };
  const none = { clock: { mode: 'frozen', rate: 1 }, requests: 0, rows: [] };

  it.each<[what: string, lines: unknown[], says: RegExp]>([
    [
      'a call that no control has',
      [begun(), call(1, 'constructor.constructor', ['return 1'], { world: null }), call(2, 'call', [], { on: 1 })],
      /a\.session:2: no session has a call "constructor\.constructor"/,
    ],
    [
      'a call of a part of one',
      [begun(), call(1, 'jobs.list.call', [])],
      /:2: no session has a call "jobs\.list\.call"/,
    ],
    ['a call that writes a file', [begun(), call(1, 'record', [{ file: made }])], /:2: no session has a call "record"/],
    ['the same, on all worlds', [begun(), call(1, 'record', [{ file: made }], { world: null })], /:2: no session/],
    [
      'a call that ends the emulator',
      [begun(), call(1, 'close', [], { world: null })],
      /:2: no session has a call "close"/,
    ],
    [
      'a call on something other than a receiver',
      [begun(), call(1, 'worlds.create', [{}], { world: null }), call(2, 'record', [{ file: made }], { on: 1 })],
      /:3: no session has a call "record"/,
    ],
    [
      'a place for its data',
      [begun({ dataDir: made })],
      /:1: start\.config is not valid:\n\s+dataDir: is not a known field/,
    ],
    ['a place for another recording', [begun({ record: made })], /:1: start\.config is not valid:\n\s+record: /],
    [
      'a file to begin with',
      [begun({ from: '/etc/hostname' })],
      /:1: start\.config names a file: a replay reads no file/,
    ],
    [
      'other bytes under a digest',
      [begun(), picture('A'.repeat(43))],
      /:2: the digest A{43} is not that of these bytes/,
    ],
    ['a path for a digest', [begun(), picture('../../mine')], /:2 is not valid:\n\s+digest: must be a SHA-256/],
    [
      'an instant that is no date',
      [begun(), call(1, 'jobs.list', [], { at: 1e300 })],
      /:2 is not valid:\n\s+at: must be/,
    ],
    [
      'a world without rows',
      [begun(), { ...world, now: none, ready: none, journal: { last: 0, exchanges: [], findings: [] } }],
      /a\.session:[12]: /,
    ],
  ])('exits with 2 and its line, and writes nothing, if it has %s', async (_, lines, says) => {
    const { code, err, out } = await replayed(...lines);
    expect({ code, err, out }).toEqual({ code: 2, err: expect.stringMatching(says), out: '' });
    expect(err).not.toMatch(/\n\s+at /);
    expect([existsSync(made), readdirSync(folder)]).toEqual([false, ['a.session']]);
  });

  it('reads no file that a call names', async () => {
    const created = [call(1, 'worlds.create', [{ from: '/etc/hostname' }], { world: null }), { do: 'result', n: 1 }];
    const { code, out } = await replayed(begun(), ...created, { do: 'result', n: 1, error: 'none' });
    expect([code, out]).toEqual([1, expect.stringContaining('a replay reads no file')]);
  });

  it('sends nothing to the addresses in it, and does not wait for what never comes', async () => {
    const register = call(1, 'webhooks.register', [{ url: 'http://203.0.113.1/hooks' }]);
    const wait = call(3, 'journal.wait', [{ request: { status: 418 } }]);
    const { code, out } = await replayed(begun(), register, call(2, 'webhooks.ping', ['we_none']), wait);
    expect([code, out]).toEqual([1, expect.stringContaining('the call journal.wait was answered here')]);
  });

  it('may contain bytes under their digest', async () => {
    expect(await replayed(begun(), picture(BYTES))).toMatchObject({ code: 0 });
  });
});
