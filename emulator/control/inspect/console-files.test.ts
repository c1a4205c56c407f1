import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { wallClock } from '../../adapters/wall-clock.ts';
import { answerFetch } from '../../adapters/wire-request.ts';
import { pathTable } from '../../domain/values/path-table.ts';
import { emulatorFor } from '../../testing/client.ts';
import { SHIPPED } from '../../testing/shipped-package.ts';
import type { Service } from '../../world/wire.ts';
import { errorReply } from '../reply.ts';
import { type ReadConsoleFile, servedConsole } from './console-files.ts';

/** Opens addresses of a console that reads its files in this way. */
function opening(read: ReadConsoleFile) {
  const unknown = () => errorReply(404, 'unknown');
  const { find } = pathTable(servedConsole('/_emulator', read, unknown));
  const service: Service = async (request) => {
    const { row, ids } = find(request.method, request.path) ?? { row: unknown, ids: [] };
    return row(request, ids);
  };
  const open = (path: string) => new Request(`http://emulator.localhost${path}`, { headers: BROWSER });
  return (path: string) => answerFetch({ service, beside: null, wall: wallClock }, open(path));
}

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const FILES = ['index.html', 'console.js', 'console.css', 'icon.svg'];
const LARGEST = 80_000;

describe('The printed address', () => {
  it('leads a browser to the console, and is an unknown path for a client', async () => {
    const { client } = await emulatorFor();
    const home = await client.get('/', { key: null, headers: BROWSER });
    expect([home.status, home.headers.get('location')]).toEqual([302, '/_emulator/']);
    const asked = await client.get('/', { headers: { Accept: '*/*' } });
    expect([asked.status, asked.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const posted = await client.call('POST', '/', { headers: BROWSER });
    expect(posted.body.error.code).toBe('NOT_FOUND');
  });

  it('answers JSON below /_emulator to a client that does not request a page', async () => {
    const { client } = await emulatorFor();
    for (const path of ['/_emulator', '/_emulator/'])
      expect((await client.get(path, { key: null })).body.error.message).toContain('unknown control call');
  });

  it.each(['/', '/_emulator/', '/_emulator/console/console.js'])(
    'leads nowhere without the control API: %s',
    async (path) => {
      const { client } = await emulatorFor({ control: false });
      expect((await client.get(path, { headers: BROWSER })).body.error.code).toBe('NOT_FOUND');
    },
  );
});

describe('The console', () => {
  const open = opening(async (name) => readFileSync(new URL(`console/${name}`, SHIPPED)));

  it('may only send requests to its own origin', async () => {
    for (const path of ['/_emulator', '/_emulator/', ...FILES.map((name) => `/_emulator/console/${name}`)]) {
      const answer = await open(path);
      expect(answer.status).toBe(200);
      const policy = answer.headers.get('content-security-policy');
      for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('has no inline script or style, and refers to nothing on other hosts', async () => {
    const page = await (await open('/_emulator/')).text();
    expect(page).not.toMatch(/<style|style=|\son\w+=|https?:/);
    expect(page.match(/<script[^>]*>/g)).toEqual([expect.stringContaining('src="/_emulator/console/console.js"')]);
  });

  it('serves only its own files', async () => {
    for (const name of ['..%2fcli.js', '%2e%2e%2fcli.js', 'cli.js', 'constructor', 'index.html%00'])
      expect((await open(`/_emulator/console/${name}`)).status).toBe(404);
  });

  it(`is at most ${LARGEST} bytes gzipped`, () => {
    const sizes = FILES.map((name) => gzipSync(readFileSync(new URL(`console/${name}`, SHIPPED))).byteLength);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LARGEST);
  });

  it('explains how to build it if it is not built', async () => {
    const answer = await opening(async () => null)('/_emulator/');
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('npm run build')]);
  });
});
