// The Node versions that the package supports, each as its own binary, cached between runs.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npm } from './npm.mjs';

/** The oldest supported version (`engines`), and the newest of each maintained line. */
const VERSIONS = ['20.19.0', '22', '24'];

/** Installs the missing versions, and returns the name and the binary of each. */
export function installNodes() {
  return Promise.all(VERSIONS.map(async (version) => ({ name: `Node ${version}`, node: await installNode(version) })));
}

async function installNode(version) {
  const folder = resolve('node_modules/.cache/nodes', version);
  const binary = join(folder, 'node_modules/node/bin/node');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  await npm(['install', '--no-audit', '--no-fund', `node@${version}`], { cwd: folder });
  if (!existsSync(binary)) throw new Error(`npm installed node@${version}, but there is no ${binary}`);
  return binary;
}
