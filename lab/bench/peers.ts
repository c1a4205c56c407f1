import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, type Command, startChild } from './children.ts';

/** Servers of others, which answer what they are told to: nothing of it is kept or counted. */
export const PEERS = ['WireMock', 'Prism'] as const;
export type Peer = (typeof PEERS)[number];

/** One answer to one request. */
export type Stub = { path: string; status: number; headers: Record<string, string>; body: Buffer };

/** What any server is asked first. */
export const USAGE: Stub = {
  path: '/v1/usage',
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
};

export const REFERENCES = fileURLToPath(new URL('references', import.meta.url));
const MODULES = join(REFERENCES, 'node_modules');
const PRISM = join(MODULES, '@stoplight/prism-cli/dist/index.js');

/** Installs them the first time; why they cannot be, else null. */
export function installReferences(): string | null {
  if (existsSync(PRISM)) return null;
  console.error('  installing what it is measured beside…');
  try {
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', args, { cwd: REFERENCES, stdio: ['ignore', 'ignore', 'inherit'] });
    return null;
  } catch (error) {
    return `they could not be installed: ${error instanceof Error ? error.message : error}`;
  }
}

/** How a peer is started for a stub; null where it cannot run here, or cannot answer so. */
export async function peerCommand(peer: Peer, stub: Stub): Promise<Command | null> {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return peer === 'WireMock' ? wireMock(folder, stub) : prism(folder, stub);
}

export async function startPeer(peer: Peer, stub: Stub): Promise<{ url: string; child: Child } | null> {
  const command = await peerCommand(peer, stub);
  if (command === null) return null;
  const child = startChild(command, ['ignore', 'pipe', 'ignore']);
  const url = await child.address;
  child.process.stdout?.resume();
  return { url, child };
}

/** The jar itself, without the Node process that its package puts before it; null where there is no Java. */
function wireMock(folder: string, { path, status, headers, body }: Stub): Command | null {
  if (spawnSync('java', ['-version']).status !== 0) return null;
  const build = join(MODULES, 'wiremock/build');
  const jar = readdirSync(build).find((name) => name.endsWith('.jar'));
  if (jar === undefined) throw new Error(`there is no jar in ${build}`);
  mkdirSync(join(folder, 'mappings'), { recursive: true });
  const response = { status, headers, base64Body: body.toString('base64') };
  const mapping = { request: { method: 'GET', url: path }, response };
  writeFileSync(join(folder, 'mappings/stub.json'), JSON.stringify(mapping));
  const args = ['--port', '0', '--bind-address', '127.0.0.1', '--root-dir', folder, '--use-chunked-encoding', 'never'];
  return { program: 'java', nodeArgs: ['-jar'], file: join(build, jar), args };
}

/** It answers with the example of a document, which is JSON. */
async function prism(folder: string, { path, status, headers, body }: Stub): Promise<Command | null> {
  if (headers['content-type'] !== 'application/json') return null;
  const content = { 'application/json': { schema: {}, example: JSON.parse(body.toString()) } };
  const responses = { [status]: { description: '', content } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'stub', version: '1' },
    paths: { [path]: { get: { responses } } },
  };
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  return {
    file: PRISM,
    args: ['mock', '--host', '127.0.0.1', '--port', `${await freePort()}`, join(folder, 'openapi.json')],
  };
}

/** Prism takes none of its own choice. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = Object(server.address()) as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}
