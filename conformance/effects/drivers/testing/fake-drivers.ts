import type { Send } from '../../../target/ask.ts';
import type { DriversConfig, Target } from '../../../target/target.ts';
import { connectDrivers } from '../contract-client.ts';
import type { Drivers } from '../drivers.ts';

/** The JSON or text of an answer, or `[status, body]`, or a function of the request that returns it. */
type FakeAnswer = unknown;

export type FakeDrivers = {
  send: Send;
  /** Each call, such as `POST http://d/plans`, with its body and headers. */
  asked: { line: string; body: unknown; headers: Record<string, string> }[];
};

/** A server that answers each call by its method and address. Unknown calls get a 404. */
export function fakeDrivers(answers: Record<string, FakeAnswer>): FakeDrivers {
  const asked: FakeDrivers['asked'] = [];
  const send: Send = async (request) => {
    const line = `${request.method} ${request.base_url}${request.url}`;
    asked.push({ line, body: JSON.parse(request.body ?? 'null'), headers: request.headers });
    const known = answers[line];
    const found = typeof known === 'function' ? known(request) : known;
    const [status, body] = Array.isArray(found) ? found : [found === undefined ? 404 : 200, found];
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
    return { answer: { status, headers: [], body: { kind: 'text', text } }, silence: null, detail: null };
  };
  return { send, asked };
}

export function targetWith(drivers: Partial<DriversConfig>, primary?: string): Target {
  return {
    keys: primary === undefined ? {} : { primary: { secret: primary, environment: 'live', scopes: null } },
    drivers: { url: null, token: null, named: {}, receiver: null, ...drivers },
  } as Partial<Target> as Target;
}

const ALL = ['tenants', 'clock', 'jobs', 'credits', 'webhooks', 'faults'];

/** Connects to drivers of every kind at `http://d`, with answers by method and path. */
export async function driversWith(
  answers: Record<string, FakeAnswer>,
  capabilities: object = {},
): Promise<{ drivers: Drivers; asked: FakeDrivers['asked'] }> {
  const placed = Object.entries(answers).map(([line, answer]) => [line.replace(' ', ' http://d'), answer]);
  const about = { 'GET http://d/capabilities': { drivers: ALL, ...capabilities } };
  const { send, asked } = fakeDrivers({ ...about, ...Object.fromEntries(placed) });
  const drivers = await connectDrivers(targetWith({ url: 'http://d' }), { send });
  asked.length = 0;
  return { drivers, asked };
}
