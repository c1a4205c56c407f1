import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestServer } from '../../conformance/run/self-test.ts';
import type { Role } from '../../conformance/suite/vocabulary.ts';

const FOLDER = new URL('../../examples/partial-server/', import.meta.url);

/** The keys by role, as in `keys.sh`. */
const ROLES: readonly Role[] = [
  ...(['primary', 'second', 'no_scope', 'no_skin', 'no_makeup'] as const),
  ...(['outside', 'other_account', 'revoked', 'expired', 'disabled'] as const),
];
export const KEYS = Object.fromEntries(ROLES.map((role) => [role, `pk_live_example_${role}`]));

/** The bugs that the Python example can be started with, and the rule that each breaks, from its README. */
export function bugsOfExample(): { bug: string; rule: string }[] {
  const page = readFileSync(new URL('README.md', FOLDER), 'utf8');
  return [...page.matchAll(/^\| `(.+?)` \| (.+?) \|$/gm)].map(([, bug = '', rule = '']) => ({ bug, rule }));
}

/** The server prints its address as the first line. */
export async function startExample(bug: string | null): Promise<TestServer> {
  const flags = bug === null ? [] : ['--bug', bug];
  const server = spawn('python3', [fileURLToPath(new URL('server.py', FOLDER)), '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const [line] = await once(server.stdout, 'data');
  const base_url = String(line).trim();
  return {
    base_url,
    driver_url: `${base_url}/drivers`,
    close: async () => {
      server.kill();
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
  };
}
