import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ports that systems assign to outgoing connections and to `listen(0)`: such a port could be taken before the
// server listens on it.
const FIRST = 20_000;
const COUNT = 12_000;

/** Each process starts at a random port, so that two processes find different ones at the same time. */
let next = randomInt(COUNT);

/** Finds a port of the loopback interface that nothing listens on. This process does not return the same port again. */
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
