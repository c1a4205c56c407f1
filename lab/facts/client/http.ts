import { Agent, request } from 'node:http';

/** The answer to a request. `names`: the headers that say something about the service, sorted. */
export type Answer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  names: readonly string[];
  bytes: Buffer;
  text: string;
  json: unknown;
};

export type Sent = {
  key?: string;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  bytes?: Uint8Array | string;
};

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
/** Headers of the connection, and those that the emulator adds, which say nothing about the service. */
const OF_THE_TRANSPORT = /^(?:date|connection|keep-alive|transfer-encoding|content-length|emulator-.*)$/;

/** Sends one request, such as `GET /v1/jobs`. */
export async function send(base: string, line: string, { key, headers = {}, json, bytes }: Sent = {}): Promise<Answer> {
  const [method = 'GET', path = '/'] = line.split(' ');
  const body = json === undefined ? bytes : JSON.stringify(json);
  const all = {
    ...(key !== undefined && { 'x-api-key': key }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${base}${path}`, { method, headers: all, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Closes the connections that were kept open. */
export function hangUp(): void {
  agent.destroy();
}

function answerOf(status: number, received: NodeJS.Dict<string | string[]>, bytes: Buffer): Answer {
  const headers = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value)]));
  const names = Object.keys(headers).filter((name) => !OF_THE_TRANSPORT.test(name));
  const text = bytes.toString();
  return { status, headers, names: names.toSorted(), bytes, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
