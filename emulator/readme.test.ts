import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readYamlFile } from './adapters/config-file.ts';
import { configSchema } from './config.ts';
import { createEmulator } from './index.ts';
import { facePng } from './testing/client.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The code blocks of a language, in the order of the page. */
function snippets(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );
}

describe('README.md', () => {
  let folder = '';

  beforeAll(() => {
    // Below the package, so that snippets find its dependencies.
    mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
    folder = mkdtempSync(join(ROOT, 'node_modules/.cache/readme-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(snippets('ts').map((code, index) => ({ index, code })))('ts snippet $index runs', async ({ index, code }) => {
    const file = join(folder, `snippet-${index}.mts`);
    const sources = {
      "'tryon-kit'": 'emulator/index.ts',
      "'tryon-kit/fixtures'": 'fixtures/index.ts',
      "'tryon-kit/conformance'": 'conformance/index.ts',
    };
    const rewritten = Object.entries(sources).reduce(
      (text, [name, at]) => text.replace(name, `'${join(ROOT, at)}'`),
      code,
    );
    writeFileSync(file, rewritten);
    const { stderr } = await run(process.execPath, ['--import', 'tsx', file], { cwd: ROOT });
    expect(stderr).toBe('');
  });

  it('the story in curl leads to a picture', async () => {
    await using emulator = await createEmulator({ clock: 'auto' });
    writeFileSync(join(folder, 'face.png'), await facePng());
    const story = snippets('sh')
      .join('\n')
      .replaceAll('http://127.0.0.1:4010', emulator.url)
      .replace('sleep 1', 'sleep 0');
    await run('bash', ['-euo', 'pipefail', '-c', story], { cwd: folder });
    expect(readFileSync(join(folder, 'result.png')).subarray(1, 4).toString()).toBe('PNG');
  });

  // Scenarios are YAML too; they are for the kit to try.
  const configurations = snippets('yaml').filter((text) => !text.includes('\nscenario: '));

  it.each(configurations.map((text, index) => ({ index, text })))(
    'configuration $index is accepted',
    async ({ index, text }) => {
      const file = join(folder, `config-${index}.yaml`);
      writeFileSync(file, text);
      await using emulator = await createEmulator({ listen: false, ...(await readYamlFile(file, configSchema)) });
      expect(emulator.keys.live).not.toBeNull();
    },
  );

  it('every line for the command line works against a running emulator', async () => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const lines = snippets('console').flatMap((block) => [...block.matchAll(/^\$ tryon-emulator (.*?)(?:\s+#.*)?$/gm)]);
    expect(lines.length).toBeGreaterThan(3);
    const env = { ...process.env, TRYON_URL: emulator.url };
    for (const [, words = ''] of lines) {
      const command = `"$0" --import tsx "${join(ROOT, 'emulator/cli.ts')}" ${words.replace('npm test', 'node --version')}`;
      await run('bash', ['-euo', 'pipefail', '-c', command, process.execPath], { cwd: folder, env });
    }
    expect(emulator.clock.now()).toBe('2026-01-01T08:00:00.000Z');
    expect(emulator.plans.list()).toHaveLength(1);
    expect(emulator.snapshots.list().map(({ name }) => name)).toEqual(['paid']);
  });

  it('has at least one snippet of each kind', () => {
    expect([snippets('ts').length, snippets('sh').length, snippets('yaml').length].every((count) => count > 0)).toBe(
      true,
    );
  });
});
