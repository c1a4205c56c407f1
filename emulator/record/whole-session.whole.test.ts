import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROUTES } from '../domain/routes.ts';
import { launch } from '../testing/launch.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';
import { liveWholeSession } from '../testing/whole-session.ts';
import { readSession } from './read-session.ts';

const { path } = scratchFolder();

it.each(['running', 'auto', 'frozen'])(
  'a session of every operation, with webhooks and pictures, replays byte for byte in another process and folder: %s',
  async (clock) => {
    const file = path(`${clock}.session`);
    const running = launch(['start', '--port', '0', '--json', '--clock', clock, '--record', file]);
    const [line = ''] = await running.lines(1);
    await liveWholeSession(JSON.parse(line).url);
    running.child.kill('SIGKILL');
    await running.ended;

    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { entries } = readSession(file, readFileSync(file));
    const answered = new Map(entries.flatMap((entry) => (entry.do === 'answer' ? [[entry.n, entry.status ?? 0]] : [])));
    const done = entries.flatMap((entry) =>
      entry.do === 'request' && (answered.get(entry.n) ?? 500) < 300 ? [`${entry.method} ${entry.target}`] : [],
    );
    for (const { method, path: of } of Object.values(ROUTES)) {
      const pattern = new RegExp(`^${method} ${of.replace(':id', '[^/?]+')}(?:\\?.*)?$`);
      expect(done.some((request) => pattern.test(request))).toBe(true);
    }

    mkdirSync(path(`elsewhere-${clock}`));
    const { code, out, err } = await launch(['replay', file], {}, path(`elsewhere-${clock}`)).ended;
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d\d exchanges and \d+ deliveries are the same\n$/)]);
    expect(err).toContain('the recording is incomplete');
  },
);
