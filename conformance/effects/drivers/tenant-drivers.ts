import { asSegment } from '../../suite/expression/percent-encoding.ts';
import type { DriverName } from '../../suite/vocabulary.ts';
import { callDriver, type DriverCall, ignoreAbsent, type Line } from './call-driver.ts';
import { DriverAbsent, type TenantDrivers } from './drivers.ts';
import { type AnswerReader, flag, instant, isMap, list, maybe, readAnswer, text } from './read-answer.ts';

/** Whose drivers they are. `account` null: one that the tester did not make. */
export type Whose = { key: string | null; account: string | null; alone: boolean };

type Ask = (method: DriverCall['method'], path: string, body?: unknown) => Promise<AnswerReader>;

/** The calls of the contract as they concern one tenant. */
export function tenantDrivers(line: Line, whose: Whose): TenantDrivers {
  const asker =
    (driver: DriverName): Ask =>
    async (method, path, body) => {
      const call = { method, path, key: whose.key, ...(body !== undefined && { body }) };
      return readAnswer(await callDriver(line, driver, call), driver, `${method} ${path}`);
    };
  return {
    tenants: tenantsDriver(asker('tenants'), whose),
    clock: clockDriver(asker('clock')),
    jobs: jobsDriver(asker('jobs'), whose),
    credits: creditsDriver(asker('credits'), whose),
    webhooks: webhooksDriver(asker('webhooks'), whose),
    faults: { set: async (faults) => void (await asker('faults')('PATCH', '/switches', faults)) },
  };
}

function clockDriver(ask: Ask): TenantDrivers['clock'] {
  return {
    now: async () => (await ask('GET', '/clock')).at('now', instant),
    advance: async (target) => {
      const body = 'by' in target ? target : { to: new Date(target.to).toISOString() };
      const answer = await ask('POST', '/clock/advance', body);
      return {
        now: answer.at('now', instant),
        fired: answer.at('fired', maybe(list(firedOf))) ?? [],
        next_due: answer.at('next_due', maybe(instant)),
      };
    },
  };
}

function firedOf(value: unknown) {
  if (!isMap(value)) return undefined;
  const [at, kind, ref] = [instant(value['at']), text(value['kind']), text(value['ref'])];
  return at === undefined ? undefined : { at, kind: kind ?? '', ref: ref ?? '' };
}

function jobsDriver(ask: Ask, { key, alone }: Whose): TenantDrivers['jobs'] {
  const planned = new Set<string>();
  const stageOf = (answer: AnswerReader) => ({ stage: answer.at('stage', text), held: answer.at('held', maybe(flag)) });
  return {
    plan: async (plan) => {
      // Where others submit beside it, a plan decides the jobs of this key only.
      const match = alone || key === null ? plan.match : { key, ...plan.match };
      const id = (await ask('POST', '/plans', { ...plan, ...(match !== undefined && { match }) })).at('id', text);
      planned.add(id);
      return id;
    },
    clearPlans: async () => {
      const ids = [...planned];
      planned.clear();
      await Promise.all(ids.map((id) => ask('DELETE', `/plans/${asSegment(id)}`).catch(ignoreAbsent)));
    },
    release: async (job) => stageOf(await ask('POST', `/jobs/${asSegment(job)}/release`)),
    step: async (job) => stageOf(await ask('POST', `/jobs/${asSegment(job)}/step`)),
    read: async (job) => stageOf(await ask('GET', `/jobs/${asSegment(job)}`)),
  };
}

function tenantsDriver(ask: Ask, whose: Whose): TenantDrivers['tenants'] {
  return {
    change: async (change) => void (await ask('PATCH', pathOf(whose, 'tenants', 'a change of an account'), change)),
  };
}

function creditsDriver(ask: Ask, whose: Whose): TenantDrivers['credits'] {
  return {
    change: async (change) =>
      void (await ask('POST', `${pathOf(whose, 'credits', 'a change of credits')}/credits`, change)),
  };
}

function pathOf({ account }: Whose, driver: DriverName, what: string): string {
  if (account !== null) return `/tenants/${asSegment(account)}`;
  throw new DriverAbsent(driver, what, 'only accounts that the driver tenants made can be named');
}

function webhooksDriver(ask: Ask, { account }: Whose): TenantDrivers['webhooks'] {
  const at = (id: string, verb = '') => `/endpoints/${asSegment(id)}${verb}`;
  const endpointOf = (answer: AnswerReader) => ({ id: answer.at('id', text), secret: answer.at('secret', text) });
  return {
    register: async (endpoint) =>
      endpointOf(await ask('POST', '/endpoints', { ...endpoint, ...(account !== null && { account }) })),
    rotate: async (id, rotation) => endpointOf(await ask('POST', at(id, '/rotate'), rotation)),
    ping: async (id) => void (await ask('POST', at(id, '/ping'))),
    enable: async (id) => void (await ask('POST', at(id, '/enable'))),
    disable: async (id) => void (await ask('POST', at(id, '/disable'))),
    read: async (id) => ({ enabled: (await ask('GET', at(id))).at('enabled', flag) }),
    deliveries: async (id) => (await ask('GET', at(id, '/deliveries'))).each(deliveryOf),
    resend: async (delivery) => void (await ask('POST', `/deliveries/${asSegment(delivery)}/resend`)),
    remove: async (id) => void (await ask('DELETE', at(id))),
  };
}

function deliveryOf(item: AnswerReader) {
  return {
    id: item.at('id', text),
    event: item.at('event', eventOf),
    state: item.at('state', text),
    attempts: item.at('attempts', list(attemptOf)),
    next_attempt_at: item.at('next_attempt_at', maybe(text)),
  };
}

function eventOf(value: unknown) {
  const [id, type] = isMap(value) ? [text(value['id']), text(value['type'])] : [];
  return id === undefined || type === undefined ? undefined : { id, type };
}

function attemptOf(value: unknown) {
  const at = isMap(value) ? text(value['at']) : undefined;
  if (at === undefined || !isMap(value)) return undefined;
  return { at, status: Number.isInteger(value['status']) ? Number(value['status']) : null };
}
