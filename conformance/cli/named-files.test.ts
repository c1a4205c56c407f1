import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { runCli } from './testing/launch.ts';

const { path, write } = scratchFolder();
const CLOSED = 'http://127.0.0.1:1';
/** A device that ends immediately: one that never ends would be read forever if this test failed. */
const DEVICE = '/dev/null';

const COMMANDS = [
  [['run', '--target', DEVICE]],
  [['run', CLOSED, '--baseline', DEVICE]],
  [['run', CLOSED, '--scenarios', DEVICE]],
  [['report', DEVICE]],
  [['verify', DEVICE]],
  [['merge', DEVICE]],
  [['lint', DEVICE]],
  [['trace', '--spec', DEVICE]],
  [['trace', '--deviations', DEVICE]],
  [['calibrate', CLOSED, '--check', DEVICE]],
  [['explore', CLOSED, '--twin', DEVICE]],
  [['observe', DEVICE]],
  [['explain', DEVICE, '1']],
];

it.each(COMMANDS)('a path that is not a regular file is refused by %j', async (args) => {
  const { code, err } = await runCli(args);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(DEVICE) });
  expect(err).toContain('is not a regular file');
});

it.each(COMMANDS.filter(([args = []]) => !args.includes('--spec')))(
  'a file that is nested without end is refused with its place by %j',
  async (args) => {
    const file = write('nested', `\n${'['.repeat(20_000)}`);
    const { code, err, out } = await runCli(args.map((arg) => (arg === DEVICE ? file : arg)));
    expect(err + out).toMatch(/nested:2:\d+: (?:it|this) is nested deeper than \d+ levels/);
    expect(code).toBe(args[0] === 'lint' ? 1 : 2);
  },
);

it('a device in a folder of scenarios is refused by name', async () => {
  const device = path('suite/zero.yaml');
  mkdirSync(dirname(device));
  symlinkSync(DEVICE, device);
  const { code, err } = await runCli(['lint', dirname(device)]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('zero.yaml: it is not a regular file') });
});

it('a body that is not a regular file is a mistake in its scenario', async () => {
  symlinkSync(DEVICE, path('body.json'));
  const file = write(
    'mine.yaml',
    'scenario: mine/a\nabout: b\ncovers: [JOB-404]\nsteps:\n  - {call: POST /v1/assets, body: {file: body.json}, expect: {JOB-404: {status: 404}}}\n',
  );
  const { code, err, out } = await runCli(['lint', file]);
  expect(code).not.toBe(0);
  expect(out + err).toContain('body.json is not a regular file');
});
