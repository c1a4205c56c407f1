import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../../conformance/cli/testing/launch.ts';
import type { Report } from '../../conformance/report/report.ts';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const README = readFileSync(here('README.md'), 'utf8');
/** The command of the page, with the address of a free port. */
const COMMAND = /^npx tryon-conformance (run .*)$/m.exec(README)?.[1]?.split(' ') ?? [];
const BUGS = [...README.matchAll(/^\| `(.+?)` \| (.+?) \|$/gm)].map(([, bug = '', rule = '']) => ({ bug, rule }));
const { path } = scratchFolder();

const started: ChildProcess[] = [];
afterAll(() => {
  for (const server of started) server.kill();
});

/** The server prints its address as the first line. */
async function start(...flags: string[]): Promise<string> {
  const server = spawn('python3', [here('server.py'), '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  started.push(server);
  const [line] = await once(server.stdout, 'data');
  return String(line).trim();
}

/** The keys of keys.sh, as a shell sets them. */
function keys(): Record<string, string> {
  const { stdout } = spawnSync('bash', ['-c', `. '${here('keys.sh')}'; env`], { encoding: 'utf8' });
  return Object.fromEntries(
    [...stdout.matchAll(/^(\w+_KEY)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

async function grade(url: string, ...more: string[]): Promise<{ code: number | null; out: string; report: Report }> {
  const words = COMMAND.map((word) => (word.endsWith('.yaml') ? here(word) : word));
  const file = path('report.json');
  Object.assign(process.env, keys());
  const { code, out } = await runCli([...words, url, '--drivers', `${url}/drivers`, '--json', file, ...more]);
  return { code, out, report: JSON.parse(readFileSync(file, 'utf8')) as Report };
}

describe('The partial server in Python', { timeout: 300_000 }, () => {
  it('is certified for its features, and the verdict names its scope', async () => {
    const { code, out, report } = await grade(await start());
    expect(report.rules.flatMap(({ id, standing }) => (standing === 'failed' ? id : []))).toEqual([]);
    expect([code, report.conclusion]).toEqual([0, 'conformant']);
    expect(out).toMatch(/^CONFORMANT in core, cancel; test-mode declared off .*; \d+ without occasion/m);
  });

  it.each(BUGS)('with $bug fails $rule', async ({ bug, rule }) => {
    const { code, report } = await grade(await start('--bug', bug), '--only', rule);
    expect(code).toBe(1);
    expect(report.rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? id : []))).toContain(rule);
  });

  it('has every bug that it can be started with on its page', () => {
    const { stdout } = spawnSync('python3', [here('server.py'), '--help'], { encoding: 'utf8' });
    const [, names = ''] = /--bug \{(.*?)\}/s.exec(stdout.replaceAll(/\s+/g, '')) ?? /\{(.*?)\}/s.exec(stdout) ?? [];
    expect(names.split(',').map((name) => name.trim())).toEqual(BUGS.map(({ bug }) => bug));
  });

  it('has at most 400 lines', () => {
    expect(readFileSync(here('server.py'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(400);
  });
});
