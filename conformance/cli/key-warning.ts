import { createHttpClient } from '../effects/http/http-client.ts';
import type { Role } from '../suite/vocabulary.ts';
import { USABLE } from '../target/probe.ts';
import { refusalIn } from '../target/refusal.ts';
import type { Target } from '../target/target.ts';

const USAGE = { method: 'GET', url: '/v1/usage', headers: {}, body: null, timeout: 2_000 };

/** Warns before the run where a key is refused, since every rule would look broken, or nobody answers. The run goes on. */
export async function keyWarnings({ base_url, keys, connection }: Target): Promise<string[]> {
  const client = createHttpClient({ base_url, connection });
  const ask = async (role: Role | null): Promise<string | null> => {
    const headers: Record<string, string> = role === null ? {} : { 'X-API-Key': keys[role]?.secret ?? '' };
    const exchange = await client.send({ ...USAGE, headers });
    if (exchange.silence !== null && exchange.silence !== 'timeout')
      return `the server gives no answer (GET /v1/usage): ${exchange.detail ?? exchange.silence}`;
    const refusal = refusalIn(exchange);
    // Only the primary key is known to have every scope.
    if (role === null || refusal === null || (role !== 'primary' && !refusal.startsWith('401'))) return null;
    return `the server answers ${refusal} to the ${role} key (GET /v1/usage): give another with ${flagOf(role)}`;
  };
  try {
    const told = await Promise.all(rolesOf(keys).map(ask));
    return [...new Set(told)].filter((one) => one !== null);
  } finally {
    await client.close();
  }
}

/** A role for each key that a server should take; none asks without a key whether anybody is there. */
function rolesOf(keys: Target['keys']): (Role | null)[] {
  const roles = USABLE.filter((role) => keys[role] !== undefined);
  const firsts = roles.filter((role) => roles.find((one) => keys[one]?.secret === keys[role]?.secret) === role);
  return firsts.length === 0 ? [null] : firsts;
}

function flagOf(role: Role): string {
  return role === 'primary' ? '--key' : `--key ${role}=…`;
}

/** Whether anybody answers; one that takes long is there. */
export async function isThere({ base_url, connection }: Target): Promise<boolean> {
  const client = createHttpClient({ base_url, connection });
  const { answer, silence } = await client.send(USAGE).finally(() => client.close());
  return answer !== null || silence === 'timeout';
}
