import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** The command line of the kit without a process. From the sources, each command would parse all YAML. */
const MAIN = { 'conformance-main': 'conformance/cli.ts' };

/**
 * What is shipped is tested as it is shipped: bundled, and started by Node without other tools. Bundling takes seconds,
 * so it happens once for all tests, when the first one needs it (`emulator/testing/shipped-package.ts`), while other
 * tests run.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  let bundled: Promise<void> | null = null;
  const server = createServer((_request, response) => {
    bundled ??= bundle();
    bundled.then(
      () => response.end(),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  project.provide('bundlerUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return () => server.close();
}

/**
 * Two test runs at the same time share the folder, so neither of them empties it. Files that are a day old are no
 * longer used.
 */
async function bundle(): Promise<void> {
  const { bundleInto } = await import('./bundle.mjs');
  await bundleInto('.test-dist', { keep: true, more: MAIN });
  removeOld('.test-dist/chunks');
}

const DAY = 24 * 60 * 60_000;

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > DAY) rmSync(path, { force: true });
  }
}
