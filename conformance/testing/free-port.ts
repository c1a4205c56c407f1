import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ports that systems give to outgoing connections and to `listen(0)`: one of those can be taken again before
// the server that it was found for listens.
const FIRST = 20_000;
const COUNT = 12_000;

/** Each process starts elsewhere, so that two of them, at once, find different ports. */
let next = randomInt(COUNT);

/** A port of the loopback interface that nothing listens on. It is not found again by this process. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST} to ${FIRST + COUNT - 1} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
