import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { VaryReport } from '../../emulator/vary/report/report.ts';

/** What the three ways to judge a client said of it: each finding in a line, and what its tests leave open. */
export type Judged = { findings: string[]; open: string[]; looked: number };

const TSX = ['--import', import.meta.resolve('tsx')];
const EMULATOR = fileURLToPath(new URL('../../emulator/bin.ts', import.meta.url));
const KIT = fileURLToPath(new URL('../../conformance/bin.ts', import.meta.url));

/** `tryon-emulator vary`: its tests under every variation. */
export async function varied(command: readonly string[], seed: string | null): Promise<Judged> {
  const drawn = seed === null ? [] : ['--sample', '40', '--seed', seed];
  const { rows } = await reportOf<VaryReport>([EMULATOR, 'vary', ...drawn, '--json', REPORT, '--', ...command]);
  const of = (verdict: string) =>
    rows.filter((row) => row.verdict === verdict).map(({ variation, finding }) => `${variation}: ${finding}`);
  return { findings: of('finding'), open: of('cannot_tell'), looked: rows.length };
}

/** The errors that the tests of the strangers cause on purpose. */
const EXPECTED = '400,401,402,403,404,409,410';

/** `tryon-emulator exec --audit`: the exchanges of its tests, without any variation. */
export async function audited(command: readonly string[]): Promise<Judged> {
  const { output, code } = await ran([EMULATOR, 'exec', '--audit', '--expect', EXPECTED, '--', ...command]);
  return { findings: code === 0 ? [] : [output.slice(-2_000)], open: [], looked: 1 };
}

/** `tryon-conformance observe`: the emulator by the traffic of its tests, of which nothing is violated. */
export async function observed(command: readonly string[]): Promise<Judged> {
  const port = `${20_000 + (process.pid % 10_000)}`;
  const emulator = spawn(process.execPath, [...TSX, EMULATOR, 'start', '--port', port, '--clock', 'auto'], {
    stdio: 'ignore',
  });
  const ended = once(emulator, 'exit');
  try {
    const url = `http://127.0.0.1:${port}`;
    await ran([EMULATOR, 'ready', '--url', url]);
    const { output, code } = await ran([KIT, 'observe', '--proxy', url, '--', ...command], {
      TRYON_TEST_KEY: 'pk_test_demo',
      TRYON_LIVE_KEY: 'pk_live_demo',
    });
    return { findings: code === 0 ? [] : [output.slice(-2_000)], open: [], looked: 1 };
  } finally {
    emulator.kill('SIGTERM');
    await ended;
  }
}

const REPORT = '{report}';

/** Runs a command that writes a report as JSON, and returns the report. */
async function reportOf<Document>(words: readonly string[]): Promise<Document> {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-stranger-'));
  const file = join(folder, 'report.json');
  try {
    const { output } = await ran(words.map((word) => (word === REPORT ? file : word)));
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      throw new Error(`no report was written:\n${output.slice(-2_000)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ran(
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<{ output: string; code: unknown }> {
  const child = spawn(process.execPath, [...TSX, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { output, code };
}
