import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../../../conformance/testing/listening.ts';

/** The calls of the driver contract with members that a server may decline or leave out of its answer. */
export const DRIVER_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'GET /capabilities': ['clock.per_tenant'],
  'POST /tenants': [
    ...['credits', 'enforced', 'threshold', 'test_funded', 'unit_costs', 'features', 'webhooks', 'disabled'],
    ...['keys.environment', 'keys.scopes', 'keys.revoked', 'keys.expired', 'keys.allowlist'],
  ],
  'POST /clock/advance': ['by', 'to', 'fired', 'next_due'],
  'POST /plans': ['match', 'times', 'hold_at', 'stages', 'outcome'],
  'GET /jobs/*': ['held'],
  'POST /tenants/*/credits': ['adjust', 'enforced', 'threshold', 'test_funded'],
  'POST /endpoints': ['account', 'environment', 'events'],
  'POST /endpoints/*/rotate': ['keep_previous_for'],
  'GET /endpoints/*/deliveries': ['next_attempt_at'],
  'PATCH /switches': ['key_store_unreadable', 'ledger_unreadable', 'admission_per_minute', 'daily_quota'],
};

/** The name of each of these members: `POST /tenants credits`. */
export const DECLINABLE: readonly string[] = Object.entries(DRIVER_MEMBERS).flatMap(([call, members]) =>
  members.map((member) => `${call} ${member}`),
);

/** The declined members of a call. In a pattern, `*` stands for an id. */
function declinedOf(declines: readonly string[], method: string, path: string): string[] {
  const call = Object.keys(DRIVER_MEMBERS).find((line) => {
    const [verb, pattern = ''] = line.split(' ');
    return verb === method && new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(path);
  });
  return (DRIVER_MEMBERS[call ?? ''] ?? []).filter((member) => declines.includes(`${call} ${member}`));
}

type Fields = Record<string, unknown>;

/** How a member is declined: the answer lists it, or is the same as if the member had been used. */
export type Declining = 'reported' | 'in_silence';

export type DecliningDrivers = { driver_url: string; close(): Promise<void> };

/**
 * The drivers of a server without the declined members, so that it makes, for example, accounts with other prices or
 * without units.
 */
export async function decliningDrivers(
  server: { driver_url: string },
  declines: readonly string[],
  how: Declining,
): Promise<DecliningDrivers> {
  const listener = createServer((incoming, outgoing) => {
    pass(incoming, outgoing, server.driver_url, { declines, how }).catch(() => outgoing.destroy());
  });
  const { base_url: driver_url, close } = await listening(listener);
  return { driver_url, close };
}

type Manner = { declines: readonly string[]; how: Declining };

async function pass(incoming: IncomingMessage, outgoing: ServerResponse, url: string, manner: Manner): Promise<void> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const members = declinedOf(manner.declines, method, path);
  const asked = await text(incoming);
  const { body, declined } = asked === '' ? { body: null, declined: [] } : without(JSON.parse(asked), members);
  // A declined way to move the clock does not move it.
  if (path === '/clock/advance' && declined.length > 0 && body !== null) body['by'] = 0;
  const key = headers['x-api-key'];
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(key !== undefined && { 'X-API-Key': String(key) }) },
    body: body === null ? null : JSON.stringify(body),
  });
  const answered = await answer.text();
  const said = answer.ok && answered !== '' ? shownOf(JSON.parse(answered), members, declined, manner.how) : answered;
  outgoing.writeHead(answer.status, { 'Content-Type': 'application/json' });
  outgoing.end(typeof said === 'string' ? said : JSON.stringify(said));
}

/** The effect of an ignored member if that is not the default of the emulator. */
const INSTEAD: Readonly<Record<string, unknown>> = {
  credits: 0,
  unit_costs: { 'skin.analyze': 7, 'makeup.apply': 11, 'hair.try_on': 13 },
};

function without(asked: Fields, members: readonly string[]): { body: Fields; declined: string[] } {
  const body = { ...asked };
  const declined = members.filter((member) => member in asked);
  for (const member of members) {
    delete body[member];
    if ('keys' in asked && member in INSTEAD) body[member] = INSTEAD[member];
  }
  const ofKeys = members.flatMap((member) => (member.startsWith('keys.') ? [member.slice(5)] : []));
  if (ofKeys.length === 0 || !('keys' in asked)) return { body, declined };
  const keys = Object.entries(asked['keys'] as Record<string, Fields>);
  const deprived = keys.map(([name, key]) => [
    name,
    Object.fromEntries(Object.entries(key).filter(([member]) => !ofKeys.includes(member))),
  ]);
  const names = keys.flatMap(([name, key]) =>
    ofKeys.filter((member) => member in key).map((member) => `keys.${name}.${member}`),
  );
  return { body: { ...body, keys: Object.fromEntries(deprived) }, declined: [...declined, ...names] };
}

function shownOf(said: unknown, members: readonly string[], declined: readonly string[], how: Declining): unknown {
  if (Array.isArray(said)) return said.map((item) => omitted(item, members));
  if (typeof said !== 'object' || said === null) return said;
  const isCapabilities = members.includes('clock.per_tenant');
  const shown = { ...omitted(said as Fields, members), ...(isCapabilities && { clock: { per_tenant: false } }) };
  const { declined: _, ...silent } = shown as Fields;
  return how === 'reported' ? { ...silent, declined } : silent;
}

function omitted(fields: Fields, members: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !members.includes(name)));
}
