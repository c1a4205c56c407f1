import autocannon from 'autocannon';

/**
 * A request of the bench. `vary` returns the parts that differ in each request, for a number that is used only once.
 */
export type BenchRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
  vary?(serial: number): { headers?: Record<string, string>; body?: Buffer };
};

const CONNECTIONS = 16;
/** How often autocannon checks whether all requests have been answered. */
const SAMPLE_MS = 20;

let serial = 0;

export function nextOf({ vary, ...request }: BenchRequest): Omit<BenchRequest, 'vary'> {
  serial += 1;
  return { ...request, ...vary?.(serial) };
}

export async function sendOnce(url: string, request: BenchRequest): Promise<Response> {
  const { method, path, headers, body } = nextOf(request);
  return fetch(url + path, { method, headers, ...(body !== undefined && { body: new Uint8Array(body) }) });
}

/**
 * Sends `amount` requests over 16 connections and returns the answers per second. Throws on any status except `status`.
 */
export async function applyLoad(url: string, request: BenchRequest, status: number, amount: number): Promise<number> {
  const { method, path, headers, body, vary } = request;
  const began = performance.now();
  let last = began;
  const setupRequest = (made: autocannon.Request) => {
    const { headers: more, body: other } = vary === undefined ? {} : nextOf(request);
    return { ...made, headers: { ...made.headers, ...more }, ...(other !== undefined && { body: other }) };
  };
  const sent = { method, path, headers, ...(body && { body }), ...(vary && { setupRequest }) };
  const options = { url, amount, connections: CONNECTIONS, sampleInt: SAMPLE_MS, bailout: 1, requests: [sent] };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error, made) => (error ? reject(error) : resolve(made)));
    instance.on('response', () => {
      last = performance.now();
    });
  });
  const right = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  if (right !== amount)
    throw new Error(
      `${method} ${path}: ${right} of ${amount} answers were ${status}; ` +
        `${result.errors} errors, statuses ${JSON.stringify(result.statusCodeStats)}`,
    );
  return (amount / (last - began)) * 1_000;
}
