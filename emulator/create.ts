import { getRequestListener } from '@hono/node-server';
import { createMemoryBlobs } from './adapters/memory-blobs.ts';
import { type ListeningServer, listen } from './adapters/node-server.ts';
import { createSharpImages } from './adapters/sharp-images.ts';
import { wallClock } from './adapters/wall-clock.ts';
import { type Config, type ConfigInput, parseConfig } from './config.ts';
import { type ClockControl, controlClock } from './control/clock-control.ts';
import { type CreditControl, controlCredits } from './control/credit-control.ts';
import { controlPlans, type PlanControl } from './control/plan-control.ts';
import { createDefaultWorld } from './default-world.ts';
import { ApiError } from './domain/errors.ts';
import { mintId } from './domain/ids.ts';
import { createApp, errorAnswer } from './http/app.ts';
import { hostWorld } from './runtime/world-host.ts';

export type EmulatorOptions = ConfigInput & {
  /** Where to listen; 127.0.0.1 unless told otherwise. */
  host?: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** `false` opens no socket: use `fetch`. */
  listen?: boolean;
  /** Told of errors that are the emulator's own; they reach the caller as a bare 500. */
  onUnexpected?: (error: unknown) => void;
};

export type Emulator = {
  /** Base address, without a slash at its end. */
  readonly url: string;
  /** The first live and the first test key of the configuration; null where it has none. */
  readonly keys: { readonly live: string | null; readonly test: string | null };
  readonly clock: ClockControl;
  readonly plans: PlanControl;
  readonly credits: CreditControl;
  /** A request without a socket; the address may be a path alone. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const NO_SOCKET_URL = 'http://emulator.localhost';
const LOOPBACK = '127.0.0.1';

/** Starts an emulator of its own: nothing is shared with another in the same process. */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = LOOPBACK, port = 0, listen: shouldListen = true, onUnexpected = reportUnexpected, ...input } = options;
  const config = parseConfig(input);
  const blobs = createMemoryBlobs();
  const images = createSharpImages();
  const { world, clock } = createDefaultWorld(config, wallClock);
  const worldHost = hostWorld(world, clock, {
    blobs,
    images,
    wall: wallClock,
    isBlobUsed: (digest) => world.state.blobUses.has(digest),
  });
  const ring = { hostOf: () => worldHost, defaultHost: () => worldHost };
  const app = createApp({ ring, images, blobs, onUnexpected });
  const server = shouldListen ? await startServer(config, app.fetch, host, port) : null;
  const url = server === null ? NO_SOCKET_URL : `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`;
  const close = async () => {
    await server?.close();
    await worldHost.close();
  };
  return {
    url,
    keys: firstKeys(config),
    clock: controlClock(worldHost),
    plans: controlPlans(worldHost),
    credits: controlCredits(worldHost),
    fetch: async (target, init) =>
      app.fetch(target instanceof Request ? target : new Request(new URL(target, url), init)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function startServer(
  config: Config,
  fetch: Parameters<typeof getRequestListener>[0],
  host: string,
  port: number,
): Promise<ListeningServer> {
  const badRequests = {
    malformed: 'invalid_request',
    headers_too_large: 'headers_too_large',
    timeout: 'request_timeout',
  } as const;
  let refused = 0;
  const refuse = (problem: keyof typeof badRequests) => {
    refused += 1;
    const requestId = mintId('req', `${config.seed} unparsed`, refused);
    const { status, body } = errorAnswer(new ApiError(badRequests[problem]), requestId, config.readings);
    return { status, body: String(body) };
  };
  // Hono's server would replace the Request and Response of the whole process; an embedded emulator must not.
  const listener = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    errorHandler: () => {
      const { status, body } = refuse('malformed');
      return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
    },
  });
  return listen(
    {
      listener,
      requestTimeout: config.server.request_timeout,
      maxHeaderBytes: config.server.max_header_bytes,
      onBadRequest: refuse,
    },
    host,
    port,
  );
}

function firstKeys(config: Config): Emulator['keys'] {
  const secrets = config.accounts.flatMap(({ keys }) => keys.map(({ secret }) => secret));
  return {
    live: secrets.find((secret) => secret.startsWith('pk_live_')) ?? null,
    test: secrets.find((secret) => secret.startsWith('pk_test_')) ?? null,
  };
}

function reportUnexpected(error: unknown): void {
  console.error('tryon-emulator: an error of its own, answered as a 500. Please report it:', error);
}
