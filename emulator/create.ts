import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { visible } from '../shared/visible.ts';
import { answerFetch } from './adapters/answer-fetch.ts';
import type { Answerers, App } from './adapters/answerers.ts';
import { auditOfRun } from './adapters/audit-folder.ts';
import { borrowImages } from './adapters/images/shared-images.ts';
import { createMemoryBlobs } from './adapters/memory-blobs.ts';
import { type ListeningServer, listen, type NodeServerOptions } from './adapters/node-server.ts';
import type { PictureFolder } from './adapters/picture-file.ts';
import { requestListener } from './adapters/request-listener.ts';
import { mintToken } from './adapters/token.ts';
import { wallClock } from './adapters/wall-clock.ts';
import { createWebhookSender } from './adapters/webhook-sender.ts';
import { type Config, type ConfigInput, parseConfig } from './config.ts';
import type { Safety } from './control/safety.ts';
import type { NamedWorldInput } from './control/schemas/world-input.ts';
import type { WorldControl } from './control/world-control.ts';
import { ApiError } from './domain/errors.ts';
import { createMemory, type MemoryReport } from './domain/memory/memory.ts';
import { noRoomIn } from './domain/memory/no-room.ts';
import { mintId } from './domain/values/ids.ts';
import { handlersOf } from './http/handlers.ts';
import type { KeyRing } from './http/key-ring.ts';
import { errorAnswer } from './http/refusal.ts';
import { createRouter } from './http/router.ts';
import { type ServiceParts, serve } from './http/serve.ts';
import { createEnding } from './runtime/ending.ts';
import { createJournalShelf } from './runtime/journal-shelf.ts';
import type { HostPorts } from './runtime/world-host.ts';
import { withConfigFile } from './with-config-file.ts';
import type { AuditPort, WebhookSender } from './world/ports.ts';
import {
  closeWorlds,
  createWorld,
  defaultWorld,
  findWorld,
  hostFor,
  listWorlds,
  openWorlds,
  removeWorld,
  type Worlds,
} from './worlds.ts';

export type EmulatorOptions = ConfigInput & {
  /** The path of an emulator.yaml. What is said beside it counts before what stands in it; of readings and stages each by itself. */
  config?: string;
  /** Where to listen; loopback, v4 and v6, unless told otherwise. */
  host?: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** `false` opens no socket: use `fetch`. */
  listen?: boolean;
  /** `false` removes `/_emulator` altogether. */
  control?: boolean;
  /** What control calls from elsewhere must carry as `Authorization: Bearer …`; made where it is needed and none is given. */
  token?: string;
  /** Names under which pages may control it, beside those of loopback and `host`. */
  allowHosts?: readonly string[];
  /** The folder whose pictures control calls over HTTP may name by their path (`assets[].file`); without it they name none. */
  files?: string;
  /** Told of errors that are the emulator's own; they reach the caller as a bare 500. */
  onUnexpected?: (error: unknown) => void;
};

/** An emulator, and all that can be said to its default world. */
export type Emulator = WorldControl & {
  /** Base address, without a slash at its end. */
  readonly url: string;
  /** What control calls must carry; null on loopback, where none is needed. */
  readonly token: string | null;
  /** What it holds, of all its worlds together, and how much it may. */
  readonly memory: { read(): MemoryReport };
  readonly worlds: {
    /** A world of its own, for one test: its keys lead every client that uses them into it. */
    create(world?: NamedWorldInput): Promise<WorldControl>;
    get(name: string): WorldControl | undefined;
    list(): WorldControl[];
    remove(name: string): Promise<void>;
  };
  /** A request without a socket; the address may be a path alone. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** What answers the requests of a server of your own, http or https, or of what plays one. */
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** What lies below is said to the emulator, and not to the service. */
const CONTROL = '/_emulator';
const NO_SOCKET_URL = 'http://emulator.localhost';
const LOOPBACK = ['127.0.0.1', '::1'];

/** Starts an emulator of its own: nothing that a client does is shared with another in the same process. */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  return createAudited(options, null);
}

/** The same, heard by an audit of its own, in place of that of the run which this process belongs to. */
export async function createAudited(given: EmulatorOptions, own: AuditPort | null): Promise<Emulator> {
  const options = await withConfigFile(given);
  const audit = own ?? auditOfRun() ?? undefined;
  const images = borrowImages();
  try {
    return (await assembleEmulator(options, { images, wall: wallClock, audit })).emulator;
  } catch (error) {
    await images.close();
    throw error;
  }
}

/** What tests bring of their own. */
type GivenPorts = Pick<HostPorts, 'images' | 'wall' | 'audit' | 'onCommand'> &
  Partial<Pick<HostPorts, 'sender'>> & { createBlobs?: typeof createMemoryBlobs };

/** Puts an emulator together from its parts; tests bring a clock or images of their own. */
export async function assembleEmulator(
  {
    host,
    port = 0,
    listen: shouldListen = true,
    control = true,
    token,
    allowHosts = [],
    files,
    onUnexpected = reportUnexpected,
    ...input
  }: EmulatorOptions,
  given: GivenPorts,
): Promise<{ emulator: Emulator; ring: KeyRing }> {
  const config = parseConfig(input);
  const memory = createMemory(config.memory);
  const { createBlobs = createMemoryBlobs, ...givenPorts } = given;
  const blobs = createBlobs(memory, () => given.images.forget?.());
  const journals = createJournalShelf(memory);
  const told = { onWarning: once(warn), onUnexpected };
  const ports = { sender: senderOf(config), ...givenPorts, blobs, memory, journals, ...told };
  const worlds = await openWorlds(config, ports);
  const ring: KeyRing = {
    hostFor: (key, world) => hostFor(worlds, key, world),
    defaultHost: () => defaultWorld(worlds).host,
  };
  const secret = token ?? (host === undefined || isLoopback(host) ? null : mintToken());
  const service: ServiceParts = { ring, find: createRouter(handlersOf(ports)), onUnexpected };
  const safety = control ? { token: secret, host: host ?? null, allowHosts } : null;
  const ended = createEnding();
  const answerers: Answerers = {
    service: (request) => serve(service, request),
    beside:
      safety && besideService(safety, worlds, { files: files === undefined ? null : { folder: files }, onUnexpected }),
    // A body that drips holds up no end.
    wall: { ...ports.wall, sleep: (milliseconds) => ports.wall.sleep(milliseconds, ended.signal) },
  };
  const servers = shouldListen ? await startServers(config, answerers, { host, port, onUnexpected }) : [];
  const close = async () => {
    ended.abort();
    await Promise.all(servers.map((server) => server.close()));
    await closeWorlds(worlds);
    await Promise.all([ports.sender.close(), ports.images.close()]);
  };
  const url = urlOf(host ?? LOOPBACK[0] ?? '', servers[0]);
  const emulator = Object.defineProperties({} as Emulator, {
    ...Object.getOwnPropertyDescriptors(defaultWorld(worlds).control),
    ...Object.getOwnPropertyDescriptors({
      url,
      token: secret,
      memory: { read: memory.report },
      worlds: worldsOf(worlds),
      listener: listenerOf(config, answerers, onUnexpected),
      fetch: async (target: string | URL | Request, init?: RequestInit) => {
        if (ended.signal.aborted) throw new TypeError('fetch failed: the emulator is closed');
        return answerFetch(answerers, target instanceof Request ? target : new Request(new URL(target, url), init));
      },
      close,
      [Symbol.asyncDispose]: close,
    }),
  });
  return { emulator, ring };
}

function senderOf({ webhook_timeout: timeout, webhook_metadata_addresses: addresses }: Config): WebhookSender {
  return createWebhookSender({ timeout, allowsMetadata: addresses === 'allow' });
}

function worldsOf(worlds: Worlds): Emulator['worlds'] {
  return {
    create: (input) => createWorld(worlds, input),
    get: (name) => findWorld(worlds, name),
    list: () => listWorlds(worlds),
    remove: (name) => removeWorld(worlds, name),
  };
}

function besideService(
  safety: Safety,
  worlds: Worlds,
  more: { files: PictureFolder; onUnexpected(error: unknown): void },
): NonNullable<Answerers['beside']> {
  let apps: Promise<App> | null = null;
  const load = async () => {
    const { createApps } = await import('./apps.ts');
    return createApps({ ...safety, ...more, below: CONTROL, worlds });
  };
  return {
    below: CONTROL,
    load: () => {
      apps ??= load();
      return apps;
    },
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){1,3}$/.test(host);
}

function urlOf(host: string, server: ListeningServer | undefined): string {
  return server === undefined ? NO_SOCKET_URL : `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`;
}

/** On loopback both families get a socket, so that `localhost` leads here whichever it stands for. */
async function startServers(
  config: Config,
  answerers: Answerers,
  { host, port, onUnexpected }: Required<Pick<EmulatorOptions, 'port' | 'onUnexpected'>> & { host: string | undefined },
): Promise<ListeningServer[]> {
  const options = serverOptions(config, answerers, onUnexpected);
  if (host !== undefined) return [await listen(options, host, port)];
  const [v4 = '', v6 = ''] = LOOPBACK;
  const first = await listen(options, v4, port);
  const second = await listen(options, v6, first.port).catch(() => null);
  return second === null ? [first] : [first, second];
}

const BAD_REQUESTS = {
  malformed: 'invalid_request',
  headers_too_large: 'headers_too_large',
  timeout: 'request_timeout',
  not_implemented: 'not_implemented',
} as const;

function serverOptions(
  config: Config,
  answerers: Answerers,
  onUnexpected: NodeServerOptions['onUnexpected'],
): NodeServerOptions {
  let refused = 0;
  const refuse = (problem: keyof typeof BAD_REQUESTS) => {
    refused += 1;
    const requestId = mintId('req', `${config.seed} unparsed`, refused);
    const { status, body } = errorAnswer(new ApiError(BAD_REQUESTS[problem]), requestId, config.readings);
    return { status, body: String(body) };
  };
  const { request_timeout: requestTimeout, max_header_bytes: maxHeaderBytes } = config.server;
  return { answerers, requestTimeout, maxHeaderBytes, onBadRequest: refuse, onUnexpected };
}

/** Of a server that is not ours, only what can be refused as an answer is. */
function listenerOf(
  config: Config,
  answerers: Answerers,
  onUnexpected: (error: unknown) => void,
): Emulator['listener'] {
  const { onBadRequest } = serverOptions(config, answerers, onUnexpected);
  const refuse: Emulator['listener'] = (_, outgoing) => {
    const { status, body } = onBadRequest('malformed');
    outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  };
  return requestListener(answerers, { refuse, onUnexpected });
}

/** The same, each text once. */
function once(tell: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (!told.has(text)) tell(text);
    told.add(text);
  };
}

function warn(text: string): void {
  console.error(visible(`tryon-emulator: ${text}`));
}

function reportUnexpected(error: unknown): void {
  const shortage = noRoomIn(error);
  const own = `an error of its own, answered as a 500. Please report it: ${inspect(error)}`;
  const text = shortage === null ? own : `time stands still in a world: ${shortage.message}`;
  console.error(visible(`tryon-emulator: ${text}`));
}
