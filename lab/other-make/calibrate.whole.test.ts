import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../conformance/cli/testing/launch.ts';
import { startEmulator, type TestServer } from '../../conformance/run/self-test.ts';
import { createEmulator } from '../../emulator/index.ts';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { type OtherServer, startOtherServer } from './start.ts';

const { path, read, write } = scratchFolder();
/** Questions with fast probes, of several kinds: a status, a code, a number and a word. */
const ONLY = ['--only', 'upload_status,codes.not_found,unknown_path_without_key'];
const CHOICES = { upload_status: 200 };
const SCENARIOS = ['--only', 'auth/not-shown,assets/upload-kinds'];

let other: OtherServer;
let usual: TestServer;
beforeAll(async () => {
  other = await startOtherServer({ choices: CHOICES });
  usual = await startEmulator();
});
afterAll(async () => {
  await Promise.all([other.close(), usual.close()]);
});

const drivenBy = ({ base_url, driver_url }: Pick<TestServer, 'base_url' | 'driver_url'>) => [
  base_url,
  '--drivers',
  driver_url,
];

describe('tryon-conformance calibrate', () => {
  it('writes a configuration with which the emulator behaves like the other server', async () => {
    const file = path('emulator.yaml');
    const { code, out } = await runCli(['calibrate', ...drivenBy(other), ...ONLY, '--out', file]);
    expect(out).toContain(`upload_status = 200  saw 200 (status of `);
    expect(code).toBe(0);
    expect(read('emulator.yaml')).not.toMatch(/pk_(test|live)_/);
    const twin = await createEmulator({ config: file });
    const chosen = Object.fromEntries(twin.readings.read().map(({ name, choice }) => [name, choice]));
    await twin.close();
    expect(chosen).toMatchObject({ ...CHOICES, 'codes.not_found': 'NO_SUCH_ROUTE' });
  });

  it('overwrites no file without --force', async () => {
    const file = write('kept.yaml', 'mine');
    const { code, err } = await runCli(['calibrate', 'http://127.0.0.1:9', '--out', file]);
    expect(err).toContain('it is there already; name another file, or write over it with --force');
    expect([code, read('kept.yaml')]).toEqual([2, 'mine']);
  });

  it('shows the differences between a server and the file, with what was seen then and now', async () => {
    const file = write('old.yaml', 'readings:\n  # seen: 200 (then)\n  upload_status: 200\n');
    const { code, out } = await runCli(['calibrate', ...drivenBy(usual), '--check', file]);
    expect(out).toMatch(/^upload_status: 200 in the file, 201 now\n {2}then 200 \(then\)\n {2}now {2}201 \(status of/);
    expect(code).toBe(1);
  });

  it('is inconclusive, with the reason, if the server cannot be reached', async () => {
    const { code, out } = await runCli(['calibrate', 'http://127.0.0.1:9', ...ONLY, '--out', path('none.yaml')]);
    expect(out).toMatch(/^nothing could be seen of http:\/\/127.0.0.1:9: .*ECONNREFUSED/);
    expect(code).toBe(3);
  });
});

describe('tryon-conformance compare', () => {
  it('takes keys for each side; --key does not replace the keys of a target file', async () => {
    const [one, two] = await Promise.all([startOtherServer({ stage: 20 }), startOtherServer({ stage: 20 })]);
    const file = write('one.yaml', `target: {base_url: ${one.base_url}}\nkeys: {primary: ${one.keys.test}}\n`);
    const only = ['--only', 'assets/upload-kinds'];
    const both = await runCli(['compare', file, two.base_url, '--key', two.keys.test, ...only]);
    const apart = await runCli([
      ...`compare ${file} ${two.base_url} --key-b ${two.keys.test} --key-a ${one.keys.other_env}`.split(' '),
      ...only,
    ]);
    const wrong = await runCli(['compare', file, two.base_url, '--key-b', one.keys.test, ...only]);
    await Promise.all([one.close(), two.close()]);
    expect([both.code, apart.code]).toEqual([0, 0]);
    expect(wrong.out).toContain(`${two.base_url}: the primary key was refused: 401 INVALID_API_KEY`);
    expect(wrong.out).toMatch(/inconclusive: nothing was comparable\n$/);
    expect(wrong.code).toBe(3);
  });

  const against = (b: TestServer, ...words: string[]) =>
    runCli([
      ...`compare ${usual.base_url} ${b.base_url} --drivers-a /_emulator/v1 --drivers-b /_emulator/v1`.split(' '),
      ...words,
    ]);

  it('finds no difference between the rules of a server and itself', async () => {
    const { code, out } = await against(usual, ...SCENARIOS);
    expect(out).toMatch(/parity (\d+) of \1 rules\n$/);
    expect(code).toBe(0);
  });

  it('reports only the choices in which the servers differ', async () => {
    const names = ['upload_status', 'unknown_path_without_key'];
    const server = await startEmulator({ readings: { upload_status: 200, unknown_path_without_key: 401 } });
    const outputs = ['--json', path('compared.json'), '--html', path('compared.html')];
    const { code, out } = await against(server, '--facts', ...outputs);
    await server.close();
    const { questions, rules, facts } = JSON.parse(read('compared.json'));
    const namesOf = (differ: { question: string }[]) => differ.map(({ question }) => question);
    expect(namesOf(questions.differ).sort()).toEqual([...names].sort());
    expect(rules).toEqual({ same: 0, compared: 0, differ: [] });
    expect(namesOf(facts.differ)).toEqual(expect.arrayContaining(names));
    for (const name of names) {
      expect(read('compared.html')).toContain(`<strong>${name}</strong>`);
      expect(out).toContain(`${name}: `);
    }
    expect(code).toBe(1);
  });
});
