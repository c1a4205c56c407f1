import type { Answerers } from './adapters/answerers.ts';
import { borrowImages } from './adapters/images/shared-images.ts';
import { createMemoryBlobs } from './adapters/memory-blobs.ts';
import type { ListeningServer } from './adapters/node-server.ts';
import { auditOfRun, coverageOfRun, variationOfRun } from './adapters/run-folder.ts';
import { createWebhookSender } from './adapters/sending/webhook-sender.ts';
import { mintToken } from './adapters/token.ts';
import { wallClock } from './adapters/wall-clock.ts';
import { coverageOfAll } from './behaviours/coverage-of.ts';
import type { Recording, RecordOptions } from './control/files/file-control.ts';
import type { Config, ConfigInput } from './control/schemas/config-input.ts';
import { parseConfig } from './control/schemas/read-config.ts';
import type { WorldControl } from './control/world-control.ts';
import { createMemory, type Memory, type MemoryReport } from './domain/memory/memory.ts';
import type { CoverageReport } from './domain/test-control/coverage.ts';
import { besideService, type EmulatorWorlds, fetchOf, folderOf, ringOf, worldsOf } from './faces.ts';
import { reportUnexpected, warnerFor, withConfigFile } from './host/given-config.ts';
import type { Keeping, KeptData } from './host/keeping/keeping.ts';
import { isLoopback, type Listener, listenerOf, startAll, startServers } from './host/servers.ts';
import { closeWorlds, defaultWorld, openWorlds, type Worlds } from './host/worlds.ts';
import type { KeyRing } from './http/key-ring.ts';
import { type ServiceParts, serve } from './http/serve.ts';
import { type OutsideOf, outsidePorts } from './record/outside.ts';
import { createRecorder, type Recorder } from './record/recorder.ts';
import { createCoverage } from './runtime/coverage.ts';
import { createEnding, ENDED } from './runtime/ending.ts';
import { createJournalShelf } from './runtime/journal-shelf.ts';
import type { HostPorts } from './runtime/world-host.ts';
import type { FileSystem } from './storage/file-system.ts';
import { type Always, alwaysOf, scriptOf, type Varied, variedInput } from './vary/varied.ts';
import { createObservedSender, createVariedSender } from './webhooks/varied-sender.ts';
import type { AuditPort, LogPort, WebhookSender } from './world/ports.ts';

export type EmulatorOptions = ConfigInput & {
  /** The path of an emulator.yaml. Other options override it; readings and stages are overridden one by one. */
  config?: string;
  /** The address to listen on; IPv4 and IPv6 loopback by default. */
  host?: string;
  /** The default, 0, picks a free port. */
  port?: number;
  /** Also serves TLS, with this certificate and its key as PEM; the default port, 0, picks a free one. */
  https?: { cert: string; key: string; port?: number };
  /** `false` opens no socket: use `fetch`. */
  listen?: boolean;
  /** `false` removes `/_emulator` completely. */
  control?: boolean;
  /**
   * The token that control calls from outside the process must send as `Authorization: Bearer …`. Generated if one is
   * needed and none is given.
   */
  token?: string;
  /** Host names of pages that may use the control API, in addition to the loopback names and `host`. */
  allowHosts?: readonly string[];
  /** The folder with the pictures that control calls over HTTP may name (`assets[].file`); none without it. */
  files?: string;
  /**
   * The folder for all state. An emulator that is started on it again, even after a crash, continues where it stopped.
   */
  dataDir?: string;
  /**
   * With `dataDir`: starts with what can be read of a damaged directory. What is left out is reported as a warning, and
   * its files are kept.
   */
  acceptLoss?: boolean;
  /** The file to which all requests and answers are recorded, in the format of `tryon-emulator replay`. */
  record?: string;
  /** With `record`: replaces keys, secrets and pictures in the file. */
  redact?: boolean;
  /** Called with internal errors of the emulator; the client only gets a 500. */
  onUnexpected?: (error: unknown) => void;
};

/** An emulator, with the control of its default world. */
export type Emulator = WorldControl & {
  /** What the clients of all its worlds have encountered in the service, removed worlds included. */
  coverage(): Promise<CoverageReport>;
  /** Base address, without a trailing slash. */
  readonly url: string;
  /** The base address over TLS; null without `https`. */
  readonly httpsUrl: string | null;
  /** The token that control calls must send; null on loopback, where none is needed. */
  readonly token: string | null;
  /** The memory that all its worlds use together, and the limit. */
  readonly memory: { read(): MemoryReport };
  /** Where state is kept; null without `dataDir`. */
  readonly data: KeptData | null;
  /** Records all worlds, including those that are created later. A world's own `record` records only that world. */
  record(options?: RecordOptions): Promise<Recording>;
  readonly worlds: EmulatorWorlds;
  /** Answers a request without a socket; the address may be just a path. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Answers the requests of your own http or https server, or of anything that imitates one. */
  readonly listener: Listener;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts a separate emulator: it shares nothing that a client does with others in the same process. */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  return createHeard(options, {});
}

/** Listeners and the variation, instead of those of the run that this process belongs to. */
export type Hearers = {
  audit?: AuditPort | undefined;
  log?: LogPort | undefined;
  onMark?: HostPorts['onMark'];
  varied?: Varied | undefined;
};

/** Creates an emulator with these listeners. */
export async function createHeard(given: EmulatorOptions, own: Hearers): Promise<Emulator> {
  const options = await withConfigFile(given);
  const audit = heardByBoth(own.audit, auditOfRun());
  const onMark = own.onMark ?? coverageOfRun() ?? undefined;
  const ofRun = variationOfRun();
  const varied = own.varied ?? (ofRun && { variation: ofRun, isOver: false });
  const images = borrowImages();
  try {
    const ports = { images, wall: wallClock, audit, onMark, log: own.log, varied };
    return (await assembleEmulator(options, ports)).emulator;
  } catch (error) {
    await images.close();
    throw error;
  }
}

/** A run with its own audit may be inside the run of a variation, which also gets its events. */
function heardByBoth(own: AuditPort | undefined, ofRun: AuditPort | null): AuditPort | undefined {
  if (own === undefined || ofRun === null || own.keepsJournal) return own ?? ofRun ?? undefined;
  const tell: AuditPort['tell'] = (event) => {
    own.tell(event);
    ofRun.tell(event);
  };
  return { ...ofRun, tell };
}

/** What tests replace. */
type GivenPorts = Pick<HostPorts, 'images' | 'wall' | 'audit' | 'log' | 'keeper' | 'onMark'> &
  Partial<Pick<HostPorts, 'sender' | 'onWarning'>> & {
    createBlobs?: typeof createMemoryBlobs;
    dataFiles?: FileSystem;
    varied?: Varied | null;
    /** Plays the outside world of a session, and starts the worlds that the session begins with. */
    played?: { outsideOf: OutsideOf; resume(worlds: Worlds): Promise<void>; always?: Always | undefined };
  };

/** Assembles an emulator from its parts; tests can replace the clock and the images. */
export async function assembleEmulator(
  {
    host,
    port = 0,
    https,
    listen: shouldListen = true,
    control = true,
    token,
    allowHosts = [],
    files,
    dataDir,
    acceptLoss = false,
    record,
    redact = false,
    onUnexpected = reportUnexpected,
    ...said
  }: EmulatorOptions,
  given: GivenPorts,
): Promise<Assembled> {
  const { createBlobs = createMemoryBlobs, dataFiles = dataDir, played, varied = null, ...givenPorts } = given;
  const input = variedInput(said, varied);
  const config = parseConfig(input);
  const held = heldIn(createMemory(config.memory), createBlobs, () => given.images.forget?.());
  const handlers = { onWarning: warnerFor(input, given.onWarning), onUnexpected };
  const secret = token ?? (host === undefined || isLoopback(host) ? null : mintToken());
  const start = { config: input, token: secret, host, allowHosts: [...allowHosts], control, ...sayOf(varied) };
  const recorder = createRecorder({ wall: given.wall, start, isHeld: record !== undefined, ...handlers });
  const ofWorld = outsidePorts(played?.outsideOf ?? recorder.outsideOf);
  const plainPorts = { ...givenPorts, sender: senderOf(config, given, varied), ...held, ofWorld, ...handlers };
  const where = { dataFiles, acceptLoss };
  const { keeping, ports, worlds } = await openKept(config, plainPorts, where, beginningOf(recorder, given));
  const service: ServiceParts = { ring: recorder.attach(worlds, ringOf(worlds)), onUnexpected };
  const safety = control ? { token: secret, host: host ?? null, allowHosts } : null;
  const ended = createEnding();
  const plainAnswerers: Answerers = {
    service: (request) => serve(service, request),
    beside: safety && besideService({ ...safety, worlds, files: folderOf(files), onUnexpected }),
    // Closing does not wait for a body that is sent slowly.
    wall: { ...ports.wall, sleep: (milliseconds) => ports.wall.sleep(milliseconds, ended.signal) },
  };
  const answerers = answerersOf(plainAnswerers, keeping, recorder);
  const isNew = keeping === null && varied === null;
  if (record !== undefined) await recorder.begin({ file: record, redact }, isNew).catch(giveUp(keeping, recorder));
  const place = shouldListen ? { host, port, https, onUnexpected } : null;
  const servers = await startAll(config, answerers, place).catch(giveUp(keeping, recorder));
  const close = async () => {
    ended.abort(ENDED);
    await servers.close();
    await recorder.stop().then(() => closeWorlds(worlds));
    await Promise.all([ports.sender.close(), ports.images.close(), keeping?.close()]);
  };
  const emulator = Object.defineProperties({} as Emulator, {
    ...Object.getOwnPropertyDescriptors(recorder.shown(defaultWorld(worlds).control)),
    ...Object.getOwnPropertyDescriptors({
      ...servers.urls,
      token: secret,
      memory: { read: held.memory.report },
      coverage: () => coverageOfAll(worlds),
      data: keeping?.shown ?? null,
      record: (options?: RecordOptions) => recorder.record(null, options),
      worlds: worldsOf(worlds, recorder),
      listener: listenerOf(config, answerers, onUnexpected),
      fetch: fetchOf(answerers, servers.urls.url, ended.signal),
      close,
      [Symbol.asyncDispose]: close,
    }),
  });
  const listen = (at: number) => startServers(config, answerers, { host, port: at, onUnexpected });
  return { emulator, ring: service.ring, keeping, answerers, worlds, listen };
}

/** The parts that count against the memory limit of an emulator. */
function heldIn(memory: Memory, createBlobs: typeof createMemoryBlobs, onGiveUp: () => void) {
  const blobs = createBlobs(memory, onGiveUp);
  return { memory, blobs, journals: createJournalShelf(memory), coverage: createCoverage() };
}

/** What a recording says about a variation. */
function sayOf(varied: Varied | null) {
  return varied === null ? {} : { always: scriptOf(varied) };
}

/** The initial state of worlds. */
function beginningOf({ record }: Recorder, { varied = null, played }: GivenPorts): Parameters<typeof openWorlds>[2] {
  return { record, always: played?.always ?? alwaysOf(varied), ...(played && { resume: played.resume }) };
}

export type Assembled = {
  emulator: Emulator;
  ring: KeyRing;
  keeping: Keeping | null;
  answerers: Answerers;
  worlds: Worlds;
  /** Opens its sockets, if it was created without. */
  listen(port: number): Promise<ListeningServer[]>;
};

/** Answers that are recorded, and sent only when the changes that they report have been stored. */
function answerersOf(plain: Answerers, keeping: Keeping | null, recorder: Recorder): Answerers {
  const recorded = recorder.answerers(plain);
  return keeping?.answerers(recorded) ?? recorded;
}

/** Releases the data directory if the emulator cannot start. */
function giveUp(keeping: Keeping | null, recorder: Recorder): (error: unknown) => Promise<never> {
  return async (error) => {
    await recorder.stop();
    await keeping?.close();
    throw error;
  };
}

/** The worlds and their storage, which is loaded only if there is a folder for it. */
async function openKept(
  config: Config,
  plain: Omit<HostPorts, 'isBlobUsed'> & { onWarning(text: string): void },
  { dataFiles, acceptLoss }: { dataFiles: string | FileSystem | undefined; acceptLoss: boolean },
  begin: Parameters<typeof openWorlds>[2],
): Promise<{ keeping: Keeping | null; ports: typeof plain; worlds: Worlds }> {
  if (dataFiles === undefined) return { keeping: null, ports: plain, worlds: await openWorlds(config, plain, begin) };
  const { openKeeping } = await import('./host/keeping/keeping.ts');
  const keeping = await openKeeping(dataFiles, { config, wall: plain.wall, acceptLoss, onWarning: plain.onWarning });
  const ports = keeping.ports(plain);
  try {
    const worlds = await openWorlds(config, ports, { ...begin, resume: keeping.resume });
    await keeping.begin();
    return { keeping, ports, worlds };
  } catch (error) {
    await keeping.abandon();
    throw error;
  }
}

function senderOf(config: Config, { sender, wall, audit }: GivenPorts, varied: Varied | null): WebhookSender {
  const { webhook_timeout: timeout, webhook_metadata_addresses: addresses } = config;
  const plain = sender ?? createWebhookSender({ timeout, allowsMetadata: addresses === 'allow' });
  const onOtherwise = () => audit?.keepsJournal && audit.tell({ kind: 'delivered_otherwise' });
  const varying = createVariedSender(plain, varied?.variation.deliveries ?? 'as_they_come', wall, onOtherwise);
  if (audit?.keepsJournal !== true) return varying;
  return createObservedSender(varying, (answer) => audit.tell({ kind: 'delivery_answered', ...answer }));
}
