import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { VaryReport } from '../../emulator/vary/report/report.ts';
import { fixtures } from '../../fixtures/index.ts';
import { type Figure, figure } from './figure.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const SUITE = fileURLToPath(new URL('servers/twenty-tests.mjs', import.meta.url));
/** How long it may take, of the time that the runs themselves take one after the other. */
const [ALONE, TWO_AT_ONCE] = [1.1, 0.7];

/** What `vary` adds to the runs of a suite of twenty tests, and what two at once save. */
export async function varyFigures(variations: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-bench-vary-'));
  try {
    writeFileSync(join(folder, 'face.png'), fixtures.face('afro').bytes());
    const alone = await vary(folder, variations, 1);
    const two = await vary(folder, variations, 2);
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
    const beside = { runs: seconds(alone.runs_took), variations: String(alone.rows.length) };
    return [
      figure(
        'vary, one at a time',
        [alone.took / alone.runs_took, 'of'],
        { atMost: ALONE },
        { ...beside, all: seconds(alone.took) },
      ),
      figure(
        'vary, --jobs 2',
        [two.took / alone.runs_took, 'of'],
        { atMost: TWO_AT_ONCE },
        { ...beside, all: seconds(two.took) },
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function vary(cwd: string, variations: number, jobs: number): Promise<VaryReport> {
  const file = join(cwd, `report-${jobs}.json`);
  const flags = ['--only', 'lawful', '--sample', String(variations), '--jobs', String(jobs), '--json', file];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [CLI, 'vary', ...flags, '--', process.execPath, SUITE],
      { cwd },
      (error, stdout, stderr) => {
        if (error === null) resolve(JSON.parse(readFileSync(file, 'utf8')));
        else reject(new Error(`vary failed: ${stdout}${stderr}`));
      },
    );
  });
}
