// A client as integrators write it. `mistake` is the one that it makes; null makes it a careful one. `manners` are
// variants that are careful too: `manual-redirects` (it does not follow redirects), `plain-ids` (it puts ids into paths
// without encoding).
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

const TRIES = 4;

export function createClient({ url, key, sleep, mistake = null, manners = [] }) {
  const redirect = manners.includes('manual-redirects') ? 'manual' : 'follow';
  const inPath = manners.includes('plain-ids') ? (id) => id : encodeURIComponent;
  const waitFor = (answer) => sleep(Number(answer?.headers.get('Retry-After') ?? 1));

  /** Retries what may be retried: requests that failed to arrive, and those that the service was too busy for. */
  async function call(method, path, { headers = {}, body, newHeaders = () => ({}) } = {}) {
    for (let left = TRIES; ; left -= 1) {
      const given = { 'X-API-Key': key, ...headers, ...newHeaders(left) };
      const answer = await fetch(new URL(path, url), { method, headers: given, body, redirect }).catch(() => null);
      const isBusy = answer === null || answer.status === 503 || answer.status === 429;
      if (!isBusy || left === 1) {
        if (answer === null || (answer.status >= 300 && answer.status !== 304))
          throw new Error(`${method} ${path}: ${answer?.status ?? 'no answer'}`);
        return answer;
      }
      await waitFor(answer);
    }
  }

  async function upload(image) {
    const answer = await call('POST', '/v1/assets', { headers: { 'Content-Type': 'image/png' }, body: image });
    return (await answer.json()).id;
  }

  async function submit(path, order) {
    const kept = randomUUID();
    const newHeaders = () => ({ 'Idempotency-Key': mistake === 'new-key' ? randomUUID() : kept });
    const headers = { 'Content-Type': 'application/json' };
    return (await call('POST', path, { headers, newHeaders, body: JSON.stringify(order) })).json();
  }

  async function finish(id) {
    let etag = null;
    for (let job = null; ; ) {
      const headers = etag === null ? {} : { 'If-None-Match': etag };
      const answer = await call('GET', `/v1/jobs/${inPath(id)}`, { headers });
      etag = answer.headers.get('ETag');
      if (answer.status !== 304) job = await answer.json();
      if (!['queued', 'running'].includes(job.status)) return job;
      if (mistake === 'no-wait') await new Promise((resolve) => setTimeout(resolve, 20));
      else await waitFor(answer);
    }
  }

  /** The complete picture of a result. */
  async function download({ href }) {
    for (let left = TRIES; ; left -= 1) {
      const answer = await call('GET', href);
      const bytes = await answer.arrayBuffer().catch(() => null);
      if (bytes !== null) return Buffer.from(bytes);
      if (left === 1) throw new Error(`${href} breaks off`);
    }
  }

  /** A score by the name of its concern; null if it was not measured. */
  function scoreOf({ output }, concerns, concern) {
    if (mistake === 'position') return output.concerns[concerns.indexOf(concern)].score;
    return output.concerns.find((one) => one.concern === concern)?.score ?? null;
  }

  return { upload, submit, finish, download, scoreOf };
}

/** Accepts signed events, each once, and reports which order has ended; polling shows how it ended. */
export function createInbox(mistake = null) {
  const seen = new Set();
  const ended = [];
  return {
    take(body, signature, secret) {
      if (!isSigned(body, signature, secret)) return 400;
      const { id, type, data } = JSON.parse(body);
      if (seen.has(id) || !['job.succeeded', 'job.failed', 'job.cancelled'].includes(type)) return 200;
      seen.add(id);
      ended.push(data.object.id);
      return 200;
    },
    /** The job of an order that has ended, among several that are awaited in this order. */
    endOf: (jobs, index) => (mistake === 'event-order' ? ended[index] : ended.find((id) => id === jobs[index].id)),
    count: () => ended.length,
  };
}

function isSigned(body, header = '', secret) {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const [time, ...others] = parts.filter(([name]) => name === 't').map(([, value]) => Number(value));
  if (others.length > 0 || !(Math.abs(Date.now() / 1000 - time) <= 300)) return false;
  const wanted = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts
    .filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/i.test(value ?? ''))
    .some(([, value]) => timingSafeEqual(Buffer.from(value, 'hex'), wanted));
}
