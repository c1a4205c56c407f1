import { expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';

const { write } = scratchFolder();
/** A device that ends at once, because this test would never end with another one if it fails. */
const DEVICE = '/dev/null';

/** The first read YAML. */
const COMMANDS = [
  [['validate', DEVICE]],
  [['exec', '--config', DEVICE, '--', 'true']],
  [['openapi', '--config', DEVICE]],
  [['plan', 'add', DEVICE]],
  [['fault', 'add', DEVICE]],
  [['account', 'change', 'demo', DEVICE]],
  [['import', DEVICE]],
  [['replay', DEVICE]],
  [['probe-webhook', 'http://127.0.0.1:1/', '--secret-file', DEVICE]],
  [['vary', '--resume', DEVICE, '--', 'true']],
];

it.each(COMMANDS)('a file that is not a regular file is refused by %j', async (args) => {
  const { code, err } = await runCli(args);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`${DEVICE}`) });
  expect(err).toContain('it is not a regular file');
});

it.each(COMMANDS.slice(0, 6))('a file that is nested without end is refused with its place by %j', async (args) => {
  const file = write('nested', `seed:\n  ${'? '.repeat(900)}`);
  const { code, err } = await runCli(args.map((arg) => (arg === DEVICE ? file : arg)));
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining(`${file}:2:204: this is nested deeper than 100 levels`),
  });
});
