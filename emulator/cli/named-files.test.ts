import { expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';

/** A device that ends at once, because this test would never end with another one if it fails. */
const DEVICE = '/dev/null';

it.each([
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
])('a file that is not a regular file is refused by %j', async (args) => {
  const { code, err } = await runCli(args);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`${DEVICE}`) });
  expect(err).toContain('it is not a regular file');
});
