import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { CoverageReport } from '../../index.ts';
import { launch } from '../../testing/launch.ts';
import { SHIPPED } from '../../testing/shipped-package.ts';

/** Suites as users write them: nothing in them refers to coverage. */

const folderOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
const VITEST = join(folderOf('vitest'), 'vitest.mjs');
/** Next to the bundle, so that its packages are found. */
const folder = mkdtempSync(join(fileURLToPath(SHIPPED), 'suites-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function covered(command: string[]): Promise<{ code: number | null; met: string[]; report: CoverageReport }> {
  const { code, out } = await launch(['exec', '--coverage', '--json', '--', ...command]).ended;
  const report = JSON.parse(out.trim().split('\n').at(-1) ?? '') as CoverageReport;
  return { code, report, met: report.behaviours.filter(({ state }) => state === 'met').map(({ id }) => id) };
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('exec --coverage', () => {
  it('combines what the workers of a Vitest suite have encountered, each in its own worlds', async () => {
    const suite = (path: string) => `
      import { expect, test } from '../vitest.js';
      test('asks', async ({ world }) => {
        const answer = await fetch(world.url + '${path}', { headers: { 'X-API-Key': world.keys.test } });
        expect(answer.status).toBe(200);
      });`;
    write('usage.test.mjs', suite('/v1/usage'));
    write('jobs.test.mjs', suite('/v1/jobs'));
    write('vitest.config.mjs', 'export default { test: { include: ["*.test.mjs"] } };');
    const { code, met } = await covered([process.execPath, VITEST, 'run', '--root', folder]);
    expect({ code, met }).toEqual({ code: 0, met: ['GET /v1/jobs 200', 'GET /v1/usage 200'] });
  });

  it('includes a node:test suite, with the emulator of exec and those that the suite creates and never closes', async () => {
    const file = write(
      'suite.node.mjs',
      `import assert from 'node:assert';
      import { test } from 'node:test';
      import { createEmulator } from '../index.js';
      const { TRYON_URL: url, TRYON_TEST_KEY: key } = process.env;
      test('beside', async () => {
        const answer = await fetch(url + '/v1/jobs/job_none', { headers: { 'X-API-Key': key } });
        assert.strictEqual(answer.status, 404);
      });
      test('its own', async () => {
        const emulator = await createEmulator({ listen: false });
        const answer = await emulator.fetch('/v1/usage', { headers: { 'X-API-Key': emulator.keys.test } });
        assert.strictEqual(answer.status, 200);
      });`,
    );
    const { code, met } = await covered([process.execPath, '--test', file]);
    expect({ code, met }).toEqual({ code: 0, met: ['GET /v1/jobs/:id 404 JOB_NOT_FOUND', 'GET /v1/usage 200'] });
  });

  it('fails below --min, prints how to close each gap, and keeps the exit code of the command', async () => {
    const ask = `fetch(process.env.TRYON_URL + '/v1/usage', { headers: { 'X-API-Key': process.env.TRYON_TEST_KEY } })`;
    const program = [process.execPath, '-e', ask];
    const low = await launch(['exec', '--coverage', '--min', '50%', '--', ...program]).ended;
    expect(low.code).toBe(1);
    expect(low.err).toContain('% is less than --min 50%');
    expect(low.err).toContain(`emulator.faults.add({ match: { route: 'GET /v1/usage' }, effect: { kind: 'error'`);
    const enough = await launch(['exec', '--coverage', '--min', '0.5', '--', ...program]).ended;
    expect(enough.code).toBe(0);
    const failed = await launch(['exec', '--coverage', '--min', '50', '--', process.execPath, '-e', 'process.exit(7)'])
      .ended;
    expect(failed.code).toBe(7);
  });
});
