import { type IncomingMessage, Agent as PlainAgent, type RequestOptions } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/** Connections of one kind, to whatever servers. */
export type Connections = {
  agentFor(request: RequestOptions): PlainAgent;
  /** Whether a connection may be used again, after this answer. */
  keeps(answer: IncomingMessage): boolean;
  destroy(): void;
};

const AT_ONCE = 64;
/** Many servers close an idle connection after five seconds: ours goes first, so that they do not meet. */
const IDLE = 4_000;
/** What may change something meets the end of a connection in no case: no server says that it keeps one for less. */
const PROMISED_IDLE = 500;

/**
 * `kept` are for what may be sent again. Nobody can tell whether a request was taken that met the end of a kept connection, so
 * what may change something has one of its own, or one of those `promised`: the server has said of it, a moment ago, that it
 * keeps it.
 */
export function createConnections(): Record<'kept' | 'promised' | 'fresh', Connections> {
  const promised = agents({ keepAlive: true, timeout: PROMISED_IDLE });
  const freed = new WeakMap<Duplex, number>();
  for (const agent of promised.all) agent.on('free', (socket) => freed.set(socket, performance.now()));
  return {
    kept: { ...agents({ keepAlive: true, maxSockets: AT_ONCE, timeout: IDLE }), keeps: () => true },
    promised: {
      ...promised,
      agentFor: (request) => {
        const agent = promised.agentFor(request);
        dropOld(agent, freed);
        return agent;
      },
      keeps: ({ headers }) => /\bkeep-alive\b/i.test(headers.connection ?? ''),
    },
    fresh: { ...agents({}), keeps: () => false },
  };
}

function agents(options: { keepAlive?: boolean; maxSockets?: number; timeout?: number }) {
  const [plain, secure] = [new PlainAgent(options), new SecureAgent(options)];
  return {
    all: [plain, secure],
    agentFor: ({ protocol }: RequestOptions): PlainAgent => (protocol === 'https:' ? secure : plain),
    destroy: () => {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** A timer does so too, but too late for what is sent at once after long work. Those that were freed last are used first. */
function dropOld({ freeSockets }: PlainAgent, freed: WeakMap<Duplex, number>): void {
  const oldest = performance.now() - PROMISED_IDLE;
  for (const sockets of Object.values(freeSockets))
    for (const socket of sockets ?? []) if ((freed.get(socket) ?? 0) < oldest) socket.destroy();
}
