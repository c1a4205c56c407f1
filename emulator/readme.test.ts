import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readYamlFile } from './adapters/config-file.ts';
import { configSchema } from './config.ts';
import { createEmulator } from './index.ts';
import { facePng } from './testing/client.ts';
import { SHIPPED } from './testing/shipped-package.ts';

const run = promisify(execFile);
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const DIST = fileURLToPath(SHIPPED);
const ENTRIES = { 'tryon-kit': 'index', 'tryon-kit/fixtures': 'fixtures', 'tryon-kit/conformance': 'conformance' };

/** What the page starts, and where it is; the kit's lines have a test of their own. */
const PROGRAMS: Record<string, string> = {
  'tryon-emulator': join(DIST, 'cli.js'),
  'openapi-typescript': fileURLToPath(new URL('clients/node_modules/openapi-typescript/bin/cli.js', import.meta.url)),
};

/** What stands for the tests of a user: with nothing sent, nothing would be audited. */
const CLIENT = `const { TRYON_URL: url, TRYON_TEST_KEY: key } = process.env;
  await fetch(url + '/v1/usage', { headers: { 'X-API-Key': key } });`;

/** The code blocks of a language, in the order of the page. */
function snippets(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );
}

/** Writes TypeScript as what every Node runs, with nothing but types and new syntax taken out of it. */
async function compile(folder: string, names: readonly string[]): Promise<void> {
  const input = Object.fromEntries(names.map((name) => [name, join(folder, `${name}.ts`)]));
  const external = (id: string) => /^[@\w]/.test(id) && !id.startsWith('@oxc-project/');
  const bundle = await rolldown({ input, external, treeshake: false, transform: { target: 'node20' } });
  await bundle.write({
    dir: folder,
    paths: (id) => (id in ENTRIES ? join(DIST, `${ENTRIES[id as keyof typeof ENTRIES]}.js`) : id),
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  await bundle.close();
}

describe('README.md', () => {
  let folder = '';
  const codes = snippets('ts').map((code, index) => ({ name: `snippet-${index}`, code }));

  beforeAll(async () => {
    // Below the package, so that snippets find its dependencies.
    folder = mkdtempSync(join(DIST, 'readme-'));
    for (const { name, code } of codes) writeFileSync(join(folder, `${name}.ts`), code);
    await compile(
      folder,
      codes.map(({ name }) => name),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(codes)('ts $name runs', async ({ name }) => {
    const { stderr } = await run(process.execPath, [join(folder, `${name}.mjs`)], { cwd: folder });
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
    const lines = snippets('console').flatMap((block) => [...block.matchAll(/^\$ (?:npx )?(\S+) (.*?)(?:\s+#.*)?$/gm)]);
    const known = lines.filter(([, name = '']) => name in PROGRAMS);
    expect(known.length).toBeGreaterThan(5);
    const env = { ...process.env, TRYON_URL: emulator.url };
    writeFileSync(join(folder, 'client.mjs'), CLIENT);
    for (const [, name = '', words = ''] of known) {
      const command = `"$0" "${PROGRAMS[name]}" ${words.replace('npm test', 'node client.mjs')}`;
      await run('bash', ['-euo', 'pipefail', '-c', command, process.execPath], { cwd: folder, env });
    }
    expect(readFileSync(join(folder, 'service.ts'), 'utf8')).toContain('"/v1/makeup/try-ons"');
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
