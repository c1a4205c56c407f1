import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRelay } from '../../conformance/observe/proxy/relay.ts';
import { median } from '../../shared/median.ts';

const REQUESTS = 2_000;
/** The first requests open connections and compile code. */
const WARM_UP = 200;

/** The median time of a request in milliseconds, direct and through the proxy, in turns. */
export async function latency(): Promise<{ straight: number; through: number }> {
  const body = JSON.stringify({ data: Array.from({ length: 20 }, (_, index) => ({ id: `job_${index}` })) });
  const server = createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const straight = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const relay = await openRelay({ server: new URL(straight), port: 0, onExchange: () => {}, onTrouble: () => {} });
  const agent = new Agent({ keepAlive: true });
  const times = { straight: [] as number[], through: [] as number[] };
  for (let count = 0; count < REQUESTS + WARM_UP; count += 1) {
    const [one, other] = [await timeOf(straight, agent), await timeOf(relay.url, agent)];
    if (count < WARM_UP) continue;
    times.straight.push(one);
    times.through.push(other);
  }
  agent.destroy();
  await relay.close();
  server.close();
  return { straight: median(times.straight), through: median(times.through) };
}

function timeOf(url: string, agent: Agent): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/jobs`, { agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(performance.now() - began));
    });
    sent.on('error', reject);
    sent.end();
  });
}
