import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { certifyWith } from '../../conformance/certify.ts';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { createEmulator } from '../../emulator/index.ts';

/** What is wrong with the answers to one route: it is not there, or one status stands for another. */
export type Fault = { method: string; path: RegExp; lacks?: boolean; from?: number; to?: number };

/** The rules that fail, and those that warn, on an emulator with one fault, in some scenarios. */
export async function blamedFor(fault: Fault, only: readonly string[]): Promise<{ fails: string[]; warns: string[] }> {
  await using emulator = await createEmulator({ port: 0 });
  const server = await proxyWith(fault, new URL(emulator.url));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const drivers = { url: `${base_url}/_emulator/v1` };
  const { rules } = await certifyWith(shippedSuite(), { base_url, drivers }, { only });
  server.closeAllConnections();
  server.close();
  const of = (verdict: string) => rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
  return { fails: of('fail'), warns: of('warn') };
}

/** An operation that is not there answers as an unknown path does. */
async function proxyWith({ method, path, lacks = false, from, to }: Fault, { hostname, port }: URL): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { url = '/', headers } = incoming;
    const sent = incoming.method === 'HEAD' ? 'GET' : incoming.method;
    const isMeant = sent === method && path.test(url.replace(/\?.*$/s, ''));
    const to_path = isMeant && lacks ? '/v1/no-such-operation' : url;
    const passed = request({ hostname, port, method: incoming.method, path: to_path, headers }, (answer) => {
      const { statusCode = 502, rawHeaders } = answer;
      outgoing.writeHead(isMeant && statusCode === from ? (to ?? statusCode) : statusCode, rawHeaders);
      answer.pipe(outgoing);
    });
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
