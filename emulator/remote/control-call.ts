/** An emulator that runs elsewhere: in another process, a container, on another machine. */
export type RemoteAddress = {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** What control calls must carry, if anything. */
  token?: string | undefined;
  /** Which of its worlds is meant; the default one where none is named. */
  world?: string | undefined;
};

/** A call of the control API: a method, a path below /_emulator/v1, a body, and what ends it when aborted. */
export type ControlCall = <Answer>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
) => Promise<Answer>;

/** What came of a control call that failed: the emulator's own words where it answered. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  /** Of the answer; null where nobody answered. */
  readonly status: number | null;

  constructor(status: number | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export async function callControl<Answer>(
  { url, token, world }: RemoteAddress,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (world !== undefined) headers['Emulator-World'] = encodable(world);
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`;
  const init: RequestInit = {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  const response = await fetch(`${url}/_emulator/v1${path}`, init).catch((cause: unknown) => {
    if (signal?.aborted) throw signal.reason;
    throw new RemoteError(null, `no emulator answers at ${url}`, { cause });
  });
  const text = await response.text();
  const answer = text === '' ? undefined : parse(text);
  if (answer === NO_JSON) throw new RemoteError(response.status, `what answers at ${url} is no emulator`);
  if (response.ok) return answer as Answer;
  const { error } = (answer ?? {}) as { error?: { message?: string; request_id?: string } };
  // An ErrorDetail of the service itself: to it this is a path like any other.
  if (error?.request_id !== undefined)
    throw new RemoteError(response.status, `the emulator at ${url} takes no control calls: it runs with --no-control`);
  throw new RemoteError(response.status, error?.message ?? `${url} answered ${response.status}`);
}

const NO_JSON = Symbol('no JSON');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NO_JSON;
  }
}

/** No world has a name with other letters; and no header could carry it. */
function encodable(world: string): string {
  if (/^[\x21-\x7e]+$/.test(world)) return world;
  throw new RemoteError(404, `there is no world ${world}`);
}
