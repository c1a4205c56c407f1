import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, type Call, isRefusal, refusalOf } from './answer.ts';
import { checkDeclined, consoleAnswer } from './console/console.ts';
import { addEndpoint } from './endpoints.ts';
import { createHouse, type House, worldOf, worldsOf } from './house.ts';
import type { OtherServerOptions } from './options.ts';
import { readPicture } from './pictures.ts';
import { answerTo, openHead, secretIn, withHabits } from './routes.ts';
import { addAccount, addKey, type World } from './world.ts';

/** A key for each role that a tester may have, and keys with one scope. */
export type OtherKeys = ReturnType<typeof addKeys>;
/** `driver_url`: where the console serves the contract of drivers. */
export type OtherServer = { base_url: string; driver_url: string; keys: OtherKeys; close(): Promise<void> };

const CONSOLE = '/console';

/** Starts a server of the service that was written from the spec alone. Its clock is real time by default. */
export async function startOtherServer(options: OtherServerOptions = {}): Promise<OtherServer> {
  checkDeclined(options.declines ?? []);
  const house = createHouse(options);
  const keys = addKeys(house.common);
  const server = createServer((request, response) => void serve(house, request, response));
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base_url: address,
    driver_url: `${address}${CONSOLE}`,
    keys,
    close: () => {
      for (const { clock } of worldsOf(house)) clock.stop();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function addKeys(world: World) {
  const main = addAccount(world, 'main');
  const other = addAccount(world, 'other');
  const closed = addAccount(world, 'closed', { isDisabled: true });
  const { webhook } = world.options;
  if (webhook !== undefined) addEndpoint(world, { account: main, environment: 'live', ...webhook });
  const [primary, test] = [addKey(world, main, 'live'), addKey(world, main, 'test')];
  return {
    primary,
    second: addKey(world, main, 'live'),
    other_env: test,
    other_account: addKey(world, other, 'live'),
    no_scope: addKey(world, main, 'live', { scopes: [] }),
    no_skin: addKey(world, main, 'live', { scopes: ['makeup.apply', 'hair.apply'] }),
    no_makeup: addKey(world, main, 'live', { scopes: ['skin.analyze', 'hair.apply'] }),
    revoked: addKey(world, main, 'live', { state: 'revoked' }),
    expired: addKey(world, main, 'live', { state: 'expired' }),
    disabled: addKey(world, closed, 'live'),
    outside: addKey(world, main, 'live', { state: 'elsewhere' }),
    live: primary,
    test,
  };
}

const LARGEST_READ = 10 * 1024 * 1024;

async function serve(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  try {
    const body = await bodyOf(request);
    const { method = 'GET', headers } = request;
    const secret = secretIn(house.common, { headers, path: url.pathname });
    if (url.pathname.startsWith(`${CONSOLE}/`)) {
      const path = url.pathname.slice(CONSOLE.length);
      const { status, body: said } = await consoleAnswer(house, { method, path, secret, body });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      return;
    }
    const picture = method === 'POST' && url.pathname === '/v1/assets' ? await readPicture(body) : null;
    const call = { method, path: url.pathname, query: url.searchParams, headers, body, picture };
    const world = worldsOf(house).find((one) => openHead(one, call) !== null) ?? worldOf(house, secret);
    send(world, response, openHead(world, call) ?? withHabits(world, call, (one) => answered(world, one)));
  } catch {
    response.destroy();
  }
}

function answered(world: World, call: Omit<Call, 'world' | 'key' | 'id'>): Answer {
  try {
    return answerTo(world, call);
  } catch (error) {
    if (isRefusal(error)) return refusalOf(world, error);
    console.error(error);
    const code = world.choice('codes.internal_error');
    return refusalOf(world, { status: 500, code, field: null, message: 'This is our fault.' });
  }
}

/** Reads a body beyond the limit to its end without keeping it, so that the client gets the answer. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= LARGEST_READ) chunks.push(chunk);
  }
  return size <= LARGEST_READ ? Buffer.concat(chunks) : Buffer.alloc(LARGEST_READ);
}

function send(world: World, response: ServerResponse, { status, headers = {}, body }: Answer): void {
  const { choice } = world;
  const isBytes = Buffer.isBuffer(body);
  const bytes = isBytes ? body : body === undefined ? Buffer.alloc(0) : Buffer.from(written(world, body));
  const type = isBytes || body === undefined ? {} : { 'content-type': jsonType(world) };
  const hasLength = choice('content_length') === 'present' && status !== 304 && status !== 204;
  const isTagged = headers['etag'] !== undefined;
  const hasSameTag = choice('etag_on_other_answers') === 'same_for_all' && status === 200 && !isTagged;
  const all = {
    ...type,
    ...headers,
    ...(hasLength && { 'content-length': String(bytes.length) }),
    ...(choice('connection') === 'close' && { connection: 'close' }),
    ...(hasSameTag && { etag: '"same"' }),
  };
  const inCase = (name: string) => (choice('header_case') === 'upper' ? name.toUpperCase() : name);
  const named = Object.fromEntries(Object.entries(all).map(([name, value]) => [inCase(name), value]));
  response.writeHead(status, named).end(bytes);
}

function jsonType({ choice }: World): string {
  return choice('json_content_type') === 'capitals_and_charset'
    ? 'Application/JSON; charset=UTF-8'
    : 'application/json';
}

function written({ choice }: World, body: unknown): string {
  const ordered = choice('json_order') === 'reversed' ? reversed(body) : body;
  return choice('json_spacing') === 'indented' ? `\n${JSON.stringify(ordered, null, 3)}\n` : JSON.stringify(ordered);
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, item]) => [name, reversed(item)]),
  );
}
