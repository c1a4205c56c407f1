import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { isMetadataAddress } from '../../domain/addresses/metadata-address.ts';
import type { AttemptFailure } from '../../domain/webhook.ts';
import type { DeliveryRequest } from '../../world/edges.ts';
import type { SentAttempt, WebhookSender } from '../../world/ports.ts';

/** The maximum length of an answer that is kept: enough for a person to see what the receiver returned. */
const ANSWER_LIMIT = 2_048;
/** How long the body is read at most after the head, which has already decided the attempt. */
const READING_LIMIT = 1_000;
/** The timeout if no time passes in the world during an attempt. */
const LONGEST_WITHOUT_TIME = 100_000;
/** Per host, and more than any world has in progress, so that none waits for a connection that hangs. */
const MOST_CONNECTIONS = 512;
const MOST_ADDRESSES = 1_000;

/** A header in answers that play a receiver which did not answer in time (see the built-in receiver). */
export const PLAYED_TIMEOUT = 'emulator-played-timeout';

export type SenderOptions = {
  /** The default timeout, in milliseconds, for requests without one. */
  timeout: number;
  /** Whether deliveries to link-local addresses and cloud metadata addresses are allowed. */
  allowsMetadata: boolean;
  /** Resolves a name; by default with the resolver of the machine. */
  find?: FindAddresses;
};

type FindAddresses = (
  name: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, found: readonly LookupAddress[]) => void,
) => void;

/** Posts attempts over HTTP, without redirects; only the wait for the head counts (spec 6.5, reading 58). */
export function createWebhookSender({ timeout, allowsMetadata, find = lookup }: SenderOptions): WebhookSender {
  let agent: Agent | null = null;
  let loading: Promise<Agent> | null = null;
  const connect = allowsMetadata ? {} : { lookup: lookupElsewhere(find) };
  const load = () => {
    loading ??= import('undici').then(({ Agent: Client }) => {
      agent = new Client({ connections: MOST_CONNECTIONS, pipelining: 1, connect });
      return agent;
    });
    return loading;
  };
  const addressOf = createAddressBook();
  const problemOf = (url: string) => (allowsMetadata ? null : addressOf(url).problem);
  const sendTo = (url: string, request: DeliveryRequest): Promise<Posted> => {
    const problem = problemOf(url);
    if (problem !== null) return Promise.resolve(notSent(problem));
    const postBy = (client: Agent) => post(client, addressOf(url), request, request.timeout ?? timeout);
    return agent === null ? load().then(postBy) : postBy(agent);
  };
  return {
    send: (request) => {
      const sent = sendTo(request.url, request);
      if (request.followsRedirect !== true) return sent;
      return sent.then((first) => {
        if (first.location === null) return first;
        if (!URL.canParse(first.location, request.url)) return notSent(`the Location is no URL: ${first.location}`);
        return sendTo(new URL(first.location, request.url).href, request);
      });
    },
    problemOf,
    close: async () => {
      await (await loading)?.destroy();
    },
  };
}

/** The parts of a URL, and why nothing is sent there if metadata addresses are blocked. */
type Address = { origin: string; path: string; problem: string | null };

/** A cache, since most attempts have the same URLs as earlier ones. */
function createAddressBook(): (url: string) => Address {
  const known = new Map<string, Address>();
  return (url) => {
    const before = known.get(url);
    if (before !== undefined) return before;
    const { origin, pathname, search, hostname } = new URL(url);
    const address = { origin, path: pathname + search, problem: problemOfHost(hostname) };
    if (known.size >= MOST_ADDRESSES) known.clear();
    known.set(url, address);
    return address;
  };
}

function problemOfHost(host: string): string | null {
  return isMetadataAddress(host)
    ? `${host} is a link-local address or a cloud metadata address, which is blocked unless webhook_metadata_addresses is allow`
    : null;
}

/** A name is resolved when a connection is made, possibly differently each time. */
function lookupElsewhere(find: FindAddresses): LookupFunction {
  return (name, options, callback) => {
    find(name, { ...options, all: true }, (error, found) => {
      const problem = error ?? refusalOf(name, found);
      const [first] = problem === null ? found : [];
      if (first === undefined) callback(problem ?? new Error(`${name} has no address`), '');
      else if (options.all === true) callback(null, [...found]);
      else callback(null, first.address, first.family);
    });
  };
}

function refusalOf(name: string, found: readonly LookupAddress[]): Error | null {
  const problem = found.map(({ address }) => problemOfHost(address)).find((each) => each !== null);
  return problem === undefined || problem === null ? null : new Error(`${name}: ${problem}`);
}

/** An attempt after it was sent, with the target of a redirect. */
type Posted = SentAttempt & { location: string | null };

function notSent(problem: string): Posted {
  return { status: null, failure: 'connection', took: 0, answer: problem.slice(0, ANSWER_LIMIT), location: null };
}

function post(agent: Agent, { origin, path }: Address, request: DeliveryRequest, usual: number): Promise<Posted> {
  const { headers, body, takesInterim = false, needsWholeAnswer = false, isTimedByWorld = false } = request;
  return new Promise((resolve) => {
    const firstFinal = takesInterim ? 100 : 200;
    const began = performance.now();
    const read = beginningOf();
    let status: number | null = null;
    let location: string | null = null;
    let isOver = false;
    let abort = () => {};
    let decide = (failure: AttemptFailure | null, answer: string, rest?: Promise<string>) => {
      const took = Math.round(performance.now() - began);
      resolve({ status: failure === null ? status : null, failure, took, answer, location, ...(rest && { rest }) });
    };
    const finish = (failure: AttemptFailure | null, detail: string) => {
      clearTimeout(limit);
      isOver = true;
      decide(failure, failure === null ? read.text() : detail);
    };
    const giveUp = () => {
      finish('timeout', '');
      abort();
    };
    /** Called in a microtask, because an answer that is already complete needs no second step. */
    const decideByHead = () => {
      if (isOver) return;
      let endRest = (_: string) => {};
      const rest = new Promise<string>((end) => {
        endRest = end;
      });
      decide(null, '', rest);
      decide = () => endRest(read.text());
      limit = setTimeout(giveUp, Math.min(READING_LIMIT, usual));
    };
    let limit = setTimeout(giveUp, isTimedByWorld ? LONGEST_WITHOUT_TIME : usual);
    agent.dispatch(
      { origin, path, method: 'POST', headers, body, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart: (controller) => {
          abort = () => controller.abort(new Error('no answer in time'));
          // It waited so long for a connection that it is no longer needed.
          if (isOver) abort();
        },
        onResponseStart: (_, code, answered) => {
          if (code < firstFinal) return;
          status = code;
          if (code >= 300 && code < 400) location = String(answered['location'] ?? '') || null;
          if (answered[PLAYED_TIMEOUT] !== undefined) finish('timeout', '');
          if (needsWholeAnswer) return;
          clearTimeout(limit);
          queueMicrotask(decideByHead);
        },
        onResponseData: (_, chunk) => {
          if (read.add(chunk) > ANSWER_LIMIT && !needsWholeAnswer) abort();
        },
        onResponseEnd: () => finish(null, ''),
        // If the head was received and is sufficient, the outcome of the body changes nothing.
        onResponseError: (_, error) =>
          status === null || needsWholeAnswer ? finish(failureOf(error), codeOf(error)) : finish(null, ''),
      },
    );
  });
}

/** Keeps the beginning of a body while it is received. */
function beginningOf(): { add(chunk: Buffer): number; text(): string } {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      if (size < ANSWER_LIMIT) chunks.push(chunk);
      size += chunk.byteLength;
      return size;
    },
    text: () => (chunks.length === 0 ? '' : Buffer.concat(chunks).subarray(0, ANSWER_LIMIT).toString()),
  };
}

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.message;
}

function failureOf(error: Error): AttemptFailure {
  return /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(codeOf(error))
    ? 'tls'
    : 'connection';
}
