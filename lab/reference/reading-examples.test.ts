import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual, promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createEmulator, type Emulator } from '../../emulator/index.ts';
import { runCli } from '../../emulator/testing/run-cli.ts';
import { SHIPPED } from '../../emulator/testing/shipped-package.ts';

const run = promisify(execFile);
const page = readFileSync(new URL('../../docs/reference/readings.md', import.meta.url), 'utf8');

/** The snippets of the page in a language. All languages show the same choices. */
function snippets(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text);
}
const [started = '', curled = ''] = snippets('sh');
const CHOSEN = ['codes.rate_limited=TOO_MANY_REQUESTS', 'stages.processing=10000', 'upload_status=200'];

function chosenIn({ readings }: Pick<Emulator, 'readings'>): string[] {
  const other = readings.read().filter((one) => !isDeepStrictEqual(one.choice, one.default));
  return other.map(({ name, choice }) => `${name}=${choice}`);
}

describe('The page about readings sets the same', () => {
  it('in a configuration', async () => {
    await using emulator = await createEmulator({ listen: false, ...parse(snippets('yaml')[0] ?? '') });
    expect(chosenIn(emulator)).toEqual(CHOSEN);
  });

  it('on a command line', async () => {
    const words = started.trim().split(/\s+/).slice(3);
    const program = `const { TRYON_URL: url } = process.env;
      const list = await (await fetch(url + '/_emulator/v1/readings')).json();
      const chosen = list.map(({ name, choice }) => name + '=' + choice);
      process.exit(${JSON.stringify(CHOSEN)}.every((one) => chosen.includes(one)) ? 0 : 5);`;
    const command = [process.execPath, '--input-type=module', '-e', program];
    expect(started).toMatch(/^npx tryon-emulator start --reading/);
    expect(await runCli(['exec', ...words, '--', ...command])).toMatchObject({ code: 0 });
  });

  it('in a call', async () => {
    await using emulator = await createEmulator();
    const env = { ...process.env, CONTROL: `${emulator.url}/_emulator/v1` };
    await run('bash', ['-euo', 'pipefail', '-c', curled.replace('curl -s', 'curl -sf')], { env });
    expect(chosenIn(emulator)).toEqual(CHOSEN);
  });

  it('in code', async () => {
    const [code = ''] = snippets('js');
    const program = code.replace("'tryon-kit'", JSON.stringify(new URL('index.js', SHIPPED).href));
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout).toBe('which status does a successful upload return? 200\n');
  });
});
