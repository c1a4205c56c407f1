import { jsonIn } from '../../shared/json-in.ts';
import type { SummaryReport } from '../control/inspect/shapes.ts';

/** An emulator that runs elsewhere: in another process, in a container or on another machine. */
export type RemoteAddress = {
  /** Its address, without a trailing slash. */
  url: string;
  /** The token for control calls, if one is required. */
  token?: string | undefined;
  /** The world to use; the default one if omitted. */
  world?: string | undefined;
};

/** A call of the control API: a path below /_emulator/v1, and JSON or a file. A file is answered as bytes. */
export type ControlCall = <Answer>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
) => Promise<Answer>;

/** A control call failed. The message is that of the emulator, if it answered. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  /** The status of the answer; null if there was none. */
  readonly status: number | null;

  constructor(status: number | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export async function callControl<Answer>(
  address: RemoteAddress,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const isFile = body instanceof Uint8Array;
  const sent = isFile ? new Uint8Array(body) : body === undefined ? null : JSON.stringify(body);
  const type = isFile ? FILE_TYPE : 'application/json';
  const response = await fetchControl(address, method, path, { body: sent, type, signal });
  const isFileAnswered = response.ok && response.headers.get('content-type')?.startsWith(FILE_TYPE) === true;
  if (isFileAnswered) return new Uint8Array(await response.arrayBuffer()) as Answer;
  return answerIn<Answer>(address, response);
}

/** A query with its question mark. Lists are joined with commas, and empty lists are left out. */
export function queryOf(fields: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    const isSaid = Array.isArray(value) ? value.length > 0 : value !== undefined;
    if (isSaid) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

const FILE_TYPE = 'application/x-ndjson';

/** What a call takes besides its path: a body with its type, and a signal to abort it. */
type Sent = { body?: RequestInit['body']; type?: string; signal?: AbortSignal | undefined };

export function fetchControl(
  { url, token, world }: RemoteAddress,
  method: string,
  path: string,
  { body, type, signal }: Sent = {},
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (type !== undefined) headers['Content-Type'] = type;
  if (world !== undefined) headers['Emulator-World'] = encodable(world);
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`;
  const init: RequestInit = { method, headers, ...(body != null && { body }), ...(signal && { signal }) };
  return fetch(`${url}/_emulator/v1${path}`, init).catch((cause: unknown) => {
    if (signal?.aborted) throw signal.reason;
    throw new RemoteError(null, `no emulator answers at ${url}`, { cause });
  });
}

/** The content of an answer. Throws an error with the message of the emulator if it is a refusal. */
export async function answerIn<Answer>({ url }: RemoteAddress, response: Response): Promise<Answer> {
  const text = await response.text();
  const answer = jsonIn(text);
  if (answer === undefined && text !== '')
    throw new RemoteError(response.status, `what answers at ${url} is not an emulator`);
  if (response.ok) return answer as Answer;
  const { error } = (answer ?? {}) as { error?: { message?: string; request_id?: string } };
  // This is an ErrorDetail of the service itself, to which this path is like any other.
  if (error?.request_id !== undefined)
    throw new RemoteError(response.status, `the emulator at ${url} takes no control calls: it runs with --no-control`);
  throw new RemoteError(response.status, error?.message ?? `${url} answered ${response.status}`);
}

/** World names contain no other characters, and a header could not carry them. */
function encodable(world: string): string {
  if (/^[\x21-\x7e]+$/.test(world)) return world;
  throw new RemoteError(404, `there is no world ${world}`);
}

/** The summary of a world, at once and whenever something in it changes, until the emulator or the world ends. */
export async function* liveSummaries(address: RemoteAddress, signal: AbortSignal): AsyncGenerator<SummaryReport> {
  const response = await fetchControl(address, 'GET', '/live', { signal });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!response.ok || !isStream || response.body === null) {
    await answerIn(address, response);
    throw new RemoteError(response.status, `what answers at ${address.url} is not an emulator`);
  }
  for await (const data of eventsIn(response.body)) yield JSON.parse(data) as SummaryReport;
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
      if (data.length > 0) yield data.join('\n');
    }
  }
}
