import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** The kit's command line without a process around it: from its sources it would read all YAML with each command. */
const MAIN = { 'conformance-main': 'conformance/cli.ts' };

/**
 * What is shipped is tested as it is shipped: bundled, and started by Node alone. That takes seconds, so it is made when the
 * first test asks for it (`emulator/testing/shipped-package.ts`), once for all, while others go on.
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

/** Two runs of the tests at once share the folder, so neither empties it; what is a day old is of no more use to either. */
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
