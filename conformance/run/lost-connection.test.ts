import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { targetAt, verdictsIn } from '../testing/graded.ts';
import { listening } from '../testing/listening.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { verifiedReport } from '../testing/verified.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

const SUITE = suiteOf(`scenario: a/b
covers: [FIRST-RULE]
steps: [{call: POST /v1/one}, {call: POST /v1/two, expect: {FIRST-RULE: {status: 200}}}]
`);

/**
 * Grades a server that promises to keep each connection. Returns the verdicts, and the requests that change something.
 */
async function verdicts(ends: (path: string, isUsed: boolean) => boolean) {
  const used = new WeakSet<Socket>();
  const asked: string[] = [];
  server = createServer((request, response) => {
    const { socket, url = '', method } = request;
    if (method === 'POST') asked.push(url);
    if (ends(url, used.has(socket))) return void socket.resetAndDestroy();
    used.add(socket);
    response.end('{}');
  });
  const target = targetAt((await listening(server)).base_url);
  const report = await verifiedReport(SUITE, target, { seed: 'test' });
  return { verdicts: verdictsIn(report), asked: asked.filter((path) => /one|two/.test(path)) };
}

it.each([
  ['any', ''],
  ['one that is asked for', '/v1/two'],
])(
  'A server that ends %s of the connections which it promised to keep breaks no rule: the requests are repeated',
  async (_, where) => {
    const found = await verdicts((path, isUsed) => isUsed && path.startsWith(where));
    expect(found.verdicts).toEqual(['FIRST-RULE pass']);
    expect(found.asked.slice(-2)).toEqual(['/v1/one', '/v1/two']);
  },
);

it('A server that ends each connection on the same request breaks the rule', async () => {
  expect((await verdicts((path) => path === '/v1/two')).verdicts).toEqual(['FIRST-RULE fail']);
});
