import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../emulator/testing/scratch-folder.ts';
import { startEmulator } from '../../run/self-test.ts';
import { readTarget } from '../../target/read-target.ts';
import { runCli } from '../testing/launch.ts';

const { folder, read, write } = scratchFolder();

const usage = write(
  'usage.yaml',
  'scenario: usage\ncovers: [USAGE-200]\nsteps: [{call: GET /v1/usage, expect: {USAGE-200: {status: 200}}}]\n',
);

describe('tryon-conformance init', () => {
  it('writes a target file that a run can use, and that does not contain the key', async () => {
    const { base_url, close } = await startEmulator();
    const init = ['init', base_url, 'mine/target.yaml', '--key', 'env:MY_KEY'];
    const { code, out } = await runCli(init, { cwd: folder, env: { MY_KEY: 'pk_test_demo' } });
    expect({ code, out }).toEqual({
      code: 0,
      out: 'wrote mine/target.yaml; run: TRYON_KEY_PRIMARY=… tryon-conformance run --target mine/target.yaml\nfor an emulator that behaves like it: TRYON_KEY_PRIMARY=… tryon-conformance calibrate --target mine/target.yaml --out emulator.yaml\nto search for differences: TRYON_KEY_PRIMARY=… tryon-conformance explore --target mine/target.yaml --twin emulator.yaml\n',
    });
    const text = read('mine/target.yaml');
    expect(text).not.toContain('pk_test_demo');
    expect(text).toMatch(
      /^# yaml-language-server: \$schema=\.\/node_modules\/tryon-kit\/scenarios\/schema\/target\.schema\.json\n/,
    );
    const target = readTarget('target.yaml', text, { TRYON_KEY_PRIMARY: 'pk_test_demo' });
    expect(target).toMatchObject({ base_url, features: { lists: 'on', 'job.cancel': 'on' } });
    const args = ['run', '--target', 'mine/target.yaml', '--scenarios', usage];
    const run = await runCli(args, { cwd: folder, env: { TRYON_KEY_PRIMARY: 'pk_test_demo' } });
    await close();
    expect({ code: run.code, err: run.err }).toEqual({ code: 0, err: expect.not.stringContaining('warning') });
  });
});
