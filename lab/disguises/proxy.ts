import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pairsOf } from '../../conformance/effects/http/headers.ts';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import type { TestServer } from '../../conformance/run/self-test.ts';
import { jsonIn } from '../../shared/json-in.ts';
import { createDrivers, type DriverCall, type Drivers } from './drivers.ts';
import { createHooks, HOOKS } from './hooks.ts';
import { givenEtags, headersChanged } from './http/answers.ts';
import { type RequestChanges, requestChanges } from './http/requests.ts';
import { type RawAnswer, writeAnswer } from './http/write-answer.ts';
import { createNames, type Names } from './ids/names.ts';
import { type Bodies, createBodies } from './json/bodies.ts';
import type { Settings } from './kinds.ts';
import { createSecrets } from './secrets.ts';

/** Longer bodies have no ids to change: they are pictures, or too large on purpose. */
const LONGEST_READ = 1024 * 1024;

type Disguise = {
  to: URL;
  drivers_at: string;
  agent: Agent;
  settings: Settings;
  changes: RequestChanges;
  drivers: Drivers;
  names: Names;
  bodies: Bodies;
  /** Some calls of drivers take their time. */
  pause(): Promise<void>;
};

/** Starts a server in front of another one that gives its answers in a lawful disguise. */
export async function startDisguise(inner: TestServer, settings: Settings, seed: string): Promise<TestServer> {
  let base = '';
  const names = createNames(settings, seed);
  const secrets = createSecrets(settings.keys, `${seed} keys`);
  const bodies = createBodies(names, settings, seed);
  const webhookSecrets = createSecrets(settings.webhook_secrets, `${seed} webhooks`);
  const hooks = createHooks(() => base, { names, secrets: webhookSecrets, settings, event: bodies.event });
  const draw = seededDraws(`${seed} pauses`);
  const disguise: Disguise = {
    to: new URL(inner.base_url),
    drivers_at: new URL(inner.driver_url).pathname,
    agent: new Agent({ keepAlive: true }),
    settings,
    changes: requestChanges(names, secrets, (header) => givenEtags(header, settings.etags)),
    drivers: createDrivers({ names, secrets, hooks, settings }),
    names,
    bodies,
    pause: async () => {
      if (settings.driver_pace === 'slow' && draw() < SLOW_SHARE) await pause(50 + 150 * draw());
    },
  };
  const server = createServer(
    { maxHeaderSize: 64 * 1024, requireHostHeader: false, noDelay: true },
    (incoming, outgoing) => {
      const isHook = incoming.url?.startsWith(HOOKS) === true;
      const passed = isHook ? hooks.relay(incoming, outgoing) : pass(disguise, incoming, outgoing);
      passed.catch(() => outgoing.destroy());
    },
  );
  server.maxHeadersCount = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base_url: base,
    driver_url: base + disguise.drivers_at,
    close: async () => {
      server.close();
      server.closeAllConnections();
      disguise.agent.destroy();
      await inner.close();
    },
  };
}

const SLOW_SHARE = 0.04;

async function pass(disguise: Disguise, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { changes, drivers, drivers_at, settings, names, bodies } = disguise;
  const { method = 'GET', url = '/', headers } = incoming;
  const isDriver = url.startsWith(`${drivers_at}/`);
  const asked = await readRequest(incoming);
  const call: DriverCall = { method, url, body: jsonOf(asked.bytes) };
  const driven = isDriver ? drivers.asked(call) : null;
  const body = driven === null ? changes.body(asked.bytes) : bytesOf(driven.body);
  const passed = {
    method,
    path: driven?.url ?? changes.url(url),
    headers: headersFor(changes.headers(incoming.rawHeaders), asked.isWhole ? body.length : null),
    body: asked.isWhole ? body : asked.bytes,
  };
  const answer = await forward(disguise, passed, { incoming, outgoing, isWhole: asked.isWhole });
  if (isDriver) await disguise.pause();
  const plain = { status: answer.status, body: jsonOf(answer.body) };
  const said = driven === null ? plain : drivers.answered(plain, driven);
  const text = said.body === undefined ? null : Buffer.from(bodies.answer(said.body, url));
  const shown = {
    ...answer,
    status: said.status,
    headers: headersChanged(answer.headers, settings, { host: headers.host ?? '', path: url }, names.shownIn),
    body: text ?? (driven === null ? answer.body : Buffer.alloc(0)),
  };
  return writeAnswer(outgoing, shown, settings);
}

/** The JSON of a body; undefined for pictures and for anything else. */
function jsonOf(bytes: Buffer): unknown {
  return /^[{[]/.test(bytes.toString('latin1', 0, 1)) ? jsonIn(bytes.toString()) : undefined;
}

function bytesOf(body: unknown): Buffer {
  return body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
}

/** `length`: of a body that may have been changed; null if it is passed on as it arrives. */
function headersFor(raw: readonly string[], length: number | null): [string, string][] {
  return pairsOf(raw).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    if (lower === 'connection') return [];
    return [[name, lower === 'content-length' && length !== null ? String(length) : value]];
  });
}

type Read = { bytes: Buffer; isWhole: boolean };

/** Reads a whole body, or the beginning of one that is only passed on. */
function readRequest(incoming: IncomingMessage): Promise<Read> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (isWhole: boolean) => {
      incoming.off('data', take).off('end', end).off('error', reject).pause();
      resolve({ bytes: Buffer.concat(chunks), isWhole });
    };
    const end = () => settle(true);
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > LONGEST_READ) settle(false);
    };
    incoming.on('data', take).on('end', end).on('error', reject);
  });
}

type Passed = { method: string; path: string; headers: [string, string][]; body: Buffer };
type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; isWhole: boolean };

/** Sends a request to the server behind, which may answer before the whole request has arrived. */
function forward(disguise: Disguise, passed: Passed, { incoming, outgoing, isWhole }: Exchange): Promise<RawAnswer> {
  const { to, agent } = disguise;
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = passed;
    const sent = request({ host: to.hostname, port: to.port, agent, method, path, headers: headers.flat() });
    let isAnswered = false;
    sent.on('response', (answer) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        incoming.unpipe(sent).resume();
        if (!sent.writableFinished) sent.destroy();
        const { statusCode: status = 0, statusMessage: reason = '' } = answer;
        const closes = answer.headers.connection === 'close';
        resolve({ status, reason, headers: pairsOf(answer.rawHeaders), body: Buffer.concat(chunks), closes });
      });
    });
    sent.on('error', (error) => isAnswered || reject(error));
    outgoing.on('close', () => sent.destroy());
    if (isWhole) sent.end(body);
    else {
      sent.write(body);
      incoming.pipe(sent);
    }
  });
}
