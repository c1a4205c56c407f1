import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { type Listening, listening } from './listening.ts';

/** An answer of a correct server, before it is sent to the client. */
export type Passing = {
  path: string;
  status: number;
  headers: string[];
  body: Buffer;
  asked: Buffer;
  response: ServerResponse;
};

export type Hostile = {
  /** The scenarios to run, which must reach the spoiled answers. */
  only: readonly string[];
  /** Whether it spoils the answers of the service or those of the drivers. */
  of?: 'service' | 'drivers';
  /** Answers instead of the server, and returns true if it did. Otherwise the answer is sent unchanged. */
  spoil(passing: Passing): boolean | Promise<boolean>;
};

/** Scenarios that upload, submit, poll, list and erase. */
const MANY = ['jobs/read', 'lists/boundaries', 'results/outputs', 'errors/answers', 'submits/accepted'];

/** Scenarios that move the clock and wait for deliveries. */
const DRIVEN = ['webhooks/envelope', 'webhooks/retry-schedule', 'webhooks/rotation'];

const LONG_TEXT = `"${'<&\\"'.repeat(1_250_000)}"`;
const NOT_A_DATE = '"$1":"+275760-09-13T00:00:00.001Z"';
const MANY_HEADERS = Array.from({ length: 150 }, (_, n): [string, string] => [`X-${n}`, 'v'.repeat(90)]);
const PROGRAM_WORDS = '__proto__":{"constructor":1},"toString":1,"then":1,"more';
const inUsage =
  (spoil: Hostile['spoil']): Hostile['spoil'] =>
  (passing) =>
    passing.path.startsWith('/v1/usage') && spoil(passing);

/** Hostile servers, one of each kind, with the scenarios that reach them. Apart from that, each behaves correctly. */
const OF_THE_SERVICE: Readonly<Record<string, [spoil: Hostile['spoil'], only?: readonly string[]]>> = {
  'nests its usage 2,000 levels deep': [inUsage(withMember('deep', nested(2_000))), ['usage/counts']],
  'nests 500,000 deep': [withMember('deep', nested(500_000))],
  'has ids of 40,000 characters': [renamed(/"id":"((?:job|asset)_)/g, `"id":"$1${'x'.repeat(40_000)}`), ['jobs/read']],
  'has 250,000 values': [withMember('many', `[${'{},'.repeat(250_000)}0]`)],
  'says five megabytes': [withMember('long', LONG_TEXT)],
  'says a megabyte of codes of codes': [withMember('long', `"${'VVVV'.repeat(250_000)}"`)],
  'never ends a body': [endless],
  'drips its bodies': [drip],
  'never comes to its answer': [endlessInformation],
  'has headers without end': [endlessHeaders],
  'has fifteen kilobytes of headers': [withHeaders(MANY_HEADERS)],
  'packs a gigabyte in its bodies': [packed],
  'gives pictures of a hundred megapixels': [largePicture, ['results/outputs', 'results/as-assets']],
  'has times that no calendar has': [renamed(/"(\w+_at)":"[^"]+"/g, NOT_A_DATE)],
  'has numbers that no number has': [renamed(/":(\d+)/g, '":1e999')],
  'has members that programs go by': [withMember(PROGRAM_WORDS, '{}')],
  'has pages without end': [endlessPages, ['lists/boundaries', 'lists/limits']],
  'asks to come back at once forever': [withHeaders([['Retry-After', '0']], 'job')],
  'asks to come back in a thousand years': [withHeaders([['Retry-After', '31536000000']])],
};

const OF_ITS_DRIVERS: Readonly<Record<string, Hostile['spoil']>> = {
  'has drivers that nest 500,000 deep': withMember('deep', nested(500_000)),
  'has drivers that say three megabytes': withMember('long', `"${'<&\\"'.repeat(600_000)}"`),
  'has drivers with ids of 10,000 characters': renamed(/"id":"([^"]+)"/g, `"id":"$1${'x'.repeat(10_000)}"`),
  'has drivers that drip': exceptAccounts(drip),
  'has drivers that never end': exceptAccounts(endless),
  'has a clock on which something is always due': alwaysDue,
  'posts deliveries that nest 500,000 deep': posting(() => nested(500_000)),
  'posts deliveries of one long word': posting(() => 'a'.repeat(1_000_000)),
  'posts deliveries of fifty megabytes': posting(() => ' '.repeat(50_000_000)),
  'posts deliveries without end': posting(() => '{}', 3_000),
};

export const HOSTILE: Readonly<Record<string, Hostile>> = Object.fromEntries([
  ...Object.entries(OF_THE_SERVICE).map(([name, [spoil, only = MANY]]) => [name, { spoil, only }]),
  ...Object.entries(OF_ITS_DRIVERS).map(([name, spoil]) => [name, { spoil, only: DRIVEN, of: 'drivers' }]),
]);

function nested(depth: number): string {
  return `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
}

/** Adds a member to each object in an answer body. */
function withMember(name: string, json: string): Hostile['spoil'] {
  return (passing) => {
    const text = passing.body.toString();
    if (!text.startsWith('{')) return false;
    return answer(passing, `{"${name}":${json},${text.slice(1)}`);
  };
}

function renamed(pattern: RegExp, by: string): Hostile['spoil'] {
  return (passing) => isJson(passing) && answer(passing, passing.body.toString().replace(pattern, by));
}

function withHeaders(more: readonly (readonly [string, string])[], only = ''): Hostile['spoil'] {
  return (passing) => {
    if (!passing.path.includes(only)) return false;
    passing.headers.push(...more.flat());
    return answer(passing, passing.body);
  };
}

function isJson({ body }: Passing): boolean {
  return body[0] === 0x7b;
}

function answer({ status, headers, response }: Passing, body: string | Buffer): true {
  response.writeHead(status, withoutLength(headers)).end(body);
  return true;
}

function withoutLength(headers: readonly string[]): string[] {
  const isKept = (at: number) => !/^(content-length|transfer-encoding|connection)$/i.test(headers[at - (at % 2)] ?? '');
  return headers.filter((_, at) => isKept(at));
}

function endless({ status, headers, response }: Passing): true {
  response.writeHead(status, withoutLength(headers));
  const more = Buffer.alloc(64 * 1024, ' ');
  const goOn = () => {
    if (!response.destroyed && response.write(more)) setImmediate(goOn);
  };
  response.on('drain', goOn);
  goOn();
  return true;
}

function drip({ status, headers, response, body }: Passing): true {
  response.writeHead(status, withoutLength(headers)).write(body.subarray(0, 1));
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
  return true;
}

/** Sends interim answers without end. */
function endlessInformation({ response }: Passing): true {
  const timer = setInterval(() => {
    for (let n = 0; n < 1_000; n += 1) response.socket?.write('HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n');
  }, 20);
  response.on('close', () => clearInterval(timer));
  return true;
}

function endlessHeaders({ response }: Passing): true {
  response.socket?.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => response.socket?.write(`X-More: ${'v'.repeat(1_000)}\r\n`.repeat(100)), 20);
  response.on('close', () => clearInterval(timer));
  return true;
}

const GIGABYTE = gzipSync(Buffer.alloc(64 * 1024 * 1024, '['), { level: 1 });

function packed(passing: Passing): true {
  passing.headers.push('Content-Encoding', 'gzip');
  return answer(passing, GIGABYTE);
}

/** A decoder needs all of a lossless WebP at once. */
const LARGE = { create: { width: 10_000, height: 9_900, channels: 3, background: '#123' } } as const;
let largeOnes: Promise<Buffer[]> | null = null;

async function largePicture(passing: Passing): Promise<boolean> {
  if (!passing.path.endsWith('/content')) return false;
  largeOnes ??= Promise.all([
    sharp(LARGE).png().toBuffer(),
    sharp(LARGE).webp({ lossless: true, effort: 0 }).toBuffer(),
  ]);
  const [png, webp] = await largeOnes;
  const isPng = passing.headers.includes('image/png');
  return answer(passing, (isPng ? png : webp) ?? passing.body);
}

let pages = 0;
function endlessPages(passing: Passing): boolean {
  if (!/"has_more":/.test(passing.body.toString())) return false;
  const page = passing.body.toString().replace(/"has_more":\w+/, '"has_more":true');
  pages += 1;
  return answer(passing, page.replace(/"next_cursor":(null|"[^"]*")/, `"next_cursor":"${pages}"`));
}

/** Without its own accounts, a run would reach little. */
function exceptAccounts(spoil: Hostile['spoil']): Hostile['spoil'] {
  return (passing) => !/tenants|capabilities/.test(passing.path) && spoil(passing);
}

/** Claims after each move of the clock that something was already due. */
function alwaysDue(passing: Passing): boolean {
  return (
    isJson(passing) &&
    answer(
      passing,
      passing.body.toString().replace(/"next_due":(null|"[^"]*")/, '"next_due":"2020-01-01T00:00:00.000Z"'),
    )
  );
}

/** Posts to each registered address, in addition to the real deliveries. */
function posting(body: () => string, times = 3): Hostile['spoil'] {
  return ({ asked }) => {
    const url = /"url":"(http:[^"]+)"/.exec(asked.toString())?.[1];
    if (url !== undefined) for (let n = 0; n < times; n += 1) post(url, body());
    return false;
  };
}

function post(url: string, body: string): void {
  const sending = ask(url, { method: 'POST', headers: { 'Content-Length': Buffer.byteLength(body) } }, (came) =>
    came.resume(),
  );
  sending.on('error', () => undefined).end(body);
}

export type HostileServer = Listening & { driver_url: string };

/** Starts a hostile proxy in front of a correct server. */
export async function hostileBefore(
  server: { base_url: string; driver_url: string },
  { of = 'service', spoil }: Hostile,
): Promise<HostileServer> {
  const listener = createServer({ maxHeaderSize: 1024 * 1024 }, (incoming, response) => {
    pass(incoming, response).catch(() => response.destroy());
  });
  const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
    const path = (incoming.url ?? '/').replace(/x{40000}/g, '');
    const asked = await buffer(incoming);
    const sent = asked.toString('latin1').replace(/x{40000}/g, '');
    const came = await forward(server.base_url, incoming, path, Buffer.from(sent, 'latin1'));
    const body = await buffer(came);
    const passing = { path, status: came.statusCode ?? 500, headers: [...came.rawHeaders], body, asked, response };
    const isDriver = path.startsWith(new URL(server.driver_url).pathname);
    if (isDriver === (of === 'drivers') && (await spoil(passing))) return;
    answer(passing, body);
  };
  const before = await listening(listener);
  return { ...before, driver_url: before.base_url + new URL(server.driver_url).pathname };
}

function forward(base_url: string, { method, rawHeaders }: IncomingMessage, path: string, body: Buffer) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const headers = [...withoutLength(rawHeaders), ...(body.length > 0 ? ['Content-Length', String(body.length)] : [])];
    ask(
      new URL(path, base_url),
      { method, headers: headers.map((one) => one.replace(/x{40000}/g, '')), agent: false },
      resolve,
    )
      .once('error', reject)
      .end(body);
  });
}
