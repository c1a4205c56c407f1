import { jsonIn } from '../../../shared/json-in.ts';
import type { BodyRecord, Exchange, ImageFacts, ReceivedHook, Silence } from './exchange.ts';
import { headersByName } from './headers.ts';

/** An exchange as seen by scenarios and checks. */
export type ExchangeView = {
  status: number | null;
  /** By lowercase name. The values of a repeated header are joined with commas. */
  header: Record<string, string>;
  headers: readonly [name: string, value: string][];
  /** The resolved Location: a path below the base address, or a whole address elsewhere. */
  location?: string;
  /** The JSON of the answer; undefined if there is none. */
  body: unknown;
  /** Empty if the answer has no body; null if it is not text or there is no answer. */
  text: string | null;
  size: number | null;
  image: ImageFacts | null;
  silence: Silence | null;
  at: string;
  took: number;
  request: {
    method: string;
    url: string;
    header: Record<string, string>;
    body: unknown;
    text: string | null;
    image: ImageFacts | null;
  };
};

/** A delivery as seen by scenarios and checks. `at` is on the target's clock. */
export type HookView = {
  method: string;
  path: string;
  header: Record<string, string>;
  json: unknown;
  text: string | null;
  at: string;
  received_at: string;
  /** The time of the target's clock, if the times of its answers are ahead of it. */
  clock_at?: string;
  raw: ReceivedHook['raw'];
  /** The duration of a late answer on each of these clocks, in milliseconds. */
  answered_after?: { received: number; target: number };
};

const exchangeViews = new WeakMap<Exchange, ExchangeView>();
const hookViews = new WeakMap<ReceivedHook, HookView>();

/** Returns the same view for the same exchange, so that its JSON is parsed only once. */
export function viewOf(exchange: Exchange): ExchangeView {
  const known = exchangeViews.get(exchange);
  if (known !== undefined) return known;
  const view = newView(exchange);
  exchangeViews.set(exchange, view);
  return view;
}

export function hookViewOf(received: ReceivedHook): HookView {
  const known = hookViews.get(received);
  if (known !== undefined) return known;
  const { method, path, headers, raw, at, target_at, clock_ahead } = received;
  const text = 'text' in raw ? raw.text : null;
  const json = lazily(() => jsonOf(text));
  const view = {
    method,
    path,
    header: headersByName(headers),
    get json() {
      return json();
    },
    text,
    at: new Date(target_at).toISOString(),
    received_at: new Date(at).toISOString(),
    ...(clock_ahead !== undefined && { clock_at: new Date(target_at - clock_ahead).toISOString() }),
    raw,
    ...(received.answered_after !== undefined && { answered_after: received.answered_after }),
  };
  hookViews.set(received, view);
  return view;
}

export function idOf({ body }: Pick<ExchangeView, 'body'>): string | null {
  const { id } = Object(body) as { id?: unknown };
  return typeof id === 'string' ? id : null;
}

function newView(exchange: Exchange): ExchangeView {
  const { request, answer, silence, at, took } = exchange;
  const text = answer === null ? null : textOf(answer.body);
  const body = lazily(() => jsonOf(text));
  return {
    status: answer?.status ?? null,
    header: headersByName(answer?.headers ?? []),
    headers: answer?.headers ?? [],
    get body() {
      return body();
    },
    text,
    size: answer === null ? null : sizeOf(answer.body),
    image: answer === null ? null : imageIn(answer.body),
    silence,
    at: new Date(at).toISOString(),
    took,
    request: requestView(request),
  };
}

function requestView({ method, url, headers, body }: Exchange['request']): ExchangeView['request'] {
  const text = textOf(body);
  const json = lazily(() => jsonOf(text));
  return {
    method,
    url,
    header: headersByName(Object.entries(headers)),
    get body() {
      return json();
    },
    text,
    image: imageIn(body),
  };
}

function imageIn(body: BodyRecord): ImageFacts | null {
  return body.kind === 'bytes' ? body.image : null;
}

function textOf(body: BodyRecord): string | null {
  if (body.kind === 'none') return '';
  return body.kind === 'text' ? body.text : null;
}

function sizeOf(body: BodyRecord): number {
  if (body.kind === 'none') return 0;
  return body.kind === 'text' ? Buffer.byteLength(body.text) : body.size;
}

/** Returns undefined if the text is not JSON. */
export function jsonOf(text: string | null): unknown {
  return text === null || text === '' ? undefined : jsonIn(text);
}

function lazily(make: () => unknown): () => unknown {
  let made: { value: unknown } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
