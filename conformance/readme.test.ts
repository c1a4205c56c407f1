import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPED } from '../emulator/testing/shipped-package.ts';
import { startEmulator, type TestServer } from './run/self-test.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const CLI = fileURLToPath(new URL('conformance-cli.js', SHIPPED));
/** Each line of the page for this command line, without its remark. */
const LINES = [...README.matchAll(/^\$ tryon-conformance (.*?)(?:\s+#.*)?$/gm)].map(([, words = '']) => words);
const [, SCENARIO = ''] =
  /^```yaml\n(# yaml-language-server: \S*scenario\.schema\.json\n[\s\S]*?)^```$/m.exec(README) ?? [];

describe('README.md, on the conformance kit', () => {
  let folder = '';
  let server: TestServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tryon-readme-'));
    writeFileSync(join(folder, 'mine.yaml'), SCENARIO);
    server = await startEmulator();
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (words: string) => {
    const args = words.replaceAll('http://127.0.0.1:4010', server.base_url).split(' ');
    return new Promise<{ code: number; text: string }>((resolve) => {
      execFile(process.execPath, [CLI, ...args], { cwd: folder }, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), text: stdout + stderr });
      });
    });
  };

  it('shows commands that work, in the order in which they are shown', async () => {
    expect(LINES.length).toBeGreaterThan(6);
    for (const words of LINES) {
      // The whole suite has a test of its own.
      const isWhole = words.includes('--drivers');
      const { code, text } = await run(isWhole ? `${words} --only idempotency/replay` : words);
      // A key alone leaves some things untested: that is told, and is no failure.
      const fine = words.startsWith('run http') && !isWhole ? [0, 3] : [0];
      expect(fine, `${words}\n${text}`).toContain(code);
    }
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('<html');
  });
});
