import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../emulator/testing/scratch-folder.ts';
import { runCli } from '../testing/launch.ts';

const { folder, path, write } = scratchFolder();
const inSuite = { cwd: path('acme') };
const RULES = `
ACME-NEW: {clause: "1", level: must, group: core, says: "x", since: "0.2.0"}
ACME-OLD: {clause: "1", level: must, group: core, says: "x", status: retired, retired_in: "0.2.0"}
ACME-DOUBT: {clause: "1", level: must, group: core, says: "x", status: disputed, thread: "https://example.org/7"}
`;

describe('tryon-conformance rules', () => {
  beforeAll(async () => {
    await runCli(['init', '--suite', 'acme'], { cwd: folder });
    write('acme/rules/more.yaml', RULES);
  });

  it.each([
    ['0.1.0', ['ACME-COUNTED-AT', 'ACME-DOUBT', 'ACME-OLD']],
    ['0.2.0', ['ACME-COUNTED-AT', 'ACME-DOUBT', 'ACME-NEW']],
  ])('lists the rules of version %s with --at', async (version, expected) => {
    const { code, out } = await runCli(['rules', '--at', version, '--json'], inSuite);
    const ids = (JSON.parse(out) as { id: string }[]).map(({ id }) => id).filter((id) => id.startsWith('ACME-'));
    expect([code, ids.sort()]).toEqual([0, expected]);
  });

  it('prints the state of a rule, and refuses a version that does not exist', async () => {
    const { out } = await runCli(['rules', 'ACME-DOUBT'], inSuite);
    expect(out).toMatch(/^ {2}status +disputed, https:\/\/example\.org\/7$/m);
    expect((await runCli(['rules'], inSuite)).out).toMatch(/^ACME-OLD .* x \(retired\)$/m);
    const { code, err } = await runCli(['rules', '--at', '99.0.0'], inSuite);
    expect([code, err]).toEqual([2, expect.stringContaining('--at 99.0.0: the suite has version')]);
  });
});
