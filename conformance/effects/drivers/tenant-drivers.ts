import { asSegment } from '../../suite/expression/percent-encoding.ts';
import type { DriverName } from '../../suite/vocabulary.ts';
import { callDriver, type DriverCall, ignoreAbsent, type Line } from './call-driver.ts';
import { declinedIn, refuseDeclined } from './declined.ts';
import { DriverAbsent, type TenantDrivers } from './drivers.ts';
import { type AnswerReader, flag, instant, isMap, list, maybe, readAnswer, text } from './read-answer.ts';

/** Whose drivers they are. `account` null: one that the tester did not make. */
export type Whose = { key: string | null; account: string | null; alone: boolean };

type Asked = Readonly<Record<string, unknown>>;
type Ask = (method: DriverCall['method'], path: string, body?: Asked) => Promise<Answered>;
/** `declined`: what of the body was not done, where `shown` names what else the answer may show as it is. */
type Answered = AnswerReader & { declined(shown?: readonly string[]): string[]; has(member: string): boolean };

/** The calls of the contract as they concern one tenant. */
export function tenantDrivers(line: Line, whose: Whose): TenantDrivers {
  const asker =
    (driver: DriverName): Ask =>
    async (method, path, body) => {
      const call = { method, path, key: whose.key, ...(body !== undefined && { body }) };
      const said = await callDriver(line, driver, call);
      return {
        ...readAnswer(said, driver, `${method} ${path}`),
        declined: (shown) => declinedIn(body ?? {}, said, shown),
        has: (member) => isMap(said) && member in said,
      };
    };
  return {
    clock: clockDriver(asker('clock')),
    jobs: jobsDriver(asker('jobs'), whose),
    credits: creditsDriver(asker('credits'), whose),
    webhooks: webhooksDriver(asker('webhooks'), whose),
    faults: {
      set: async (faults) => {
        const answer = await asker('faults')('PATCH', '/switches', faults);
        refuseDeclined('faults', 'PATCH /switches', answer.declined(Object.keys(faults)));
      },
    },
  };
}

function clockDriver(ask: Ask): TenantDrivers['clock'] {
  return {
    now: async () => (await ask('GET', '/clock')).at('now', instant),
    advance: async (target) => {
      const asked = 'by' in target ? target : { to: new Date(target.to).toISOString() };
      let answer = await ask('POST', '/clock/advance', asked);
      // A clock that moves in the other way only is moved so.
      if (answer.declined().length > 0) {
        const now = (await ask('GET', '/clock')).at('now', instant);
        const other = 'by' in target ? { to: new Date(now + target.by).toISOString() } : { by: target.to - now };
        answer = await ask('POST', '/clock/advance', other);
        refuseDeclined('clock', 'POST /clock/advance', answer.declined());
      }
      return {
        now: answer.at('now', instant),
        fired: answer.at('fired', maybe(list(firedOf))) ?? [],
        next_due: answer.at('next_due', maybe(instant)),
        ...(!answer.has('next_due') && { hides_due: true }),
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
  const removePlan = (id: string) => ask('DELETE', `/plans/${asSegment(id)}`).catch(ignoreAbsent);
  const stageOf = (answer: AnswerReader) => ({ stage: answer.at('stage', text), held: answer.at('held', maybe(flag)) });
  return {
    plan: async (plan) => {
      // Where others submit beside it, a plan decides the jobs of this key only.
      const match = alone || key === null ? plan.match : { key, ...plan.match };
      const answer = await ask('POST', '/plans', { ...plan, ...(match !== undefined && { match }) });
      const declined = answer.declined(['hold_at', 'times']);
      // What is left of such a plan would decide the next job, whoever submits it.
      if (declined.length > 0 && answer.has('id')) await removePlan(answer.at('id', text));
      refuseDeclined('jobs', 'POST /plans', declined);
      const id = answer.at('id', text);
      planned.add(id);
      return id;
    },
    clearPlans: async () => {
      const ids = [...planned];
      planned.clear();
      await Promise.all(ids.map(removePlan));
    },
    release: async (job) => stageOf(await ask('POST', `/jobs/${asSegment(job)}/release`)),
    step: async (job) => stageOf(await ask('POST', `/jobs/${asSegment(job)}/step`)),
    read: async (job) => stageOf(await ask('GET', `/jobs/${asSegment(job)}`)),
  };
}

function creditsDriver(ask: Ask, { account }: Whose): TenantDrivers['credits'] {
  return {
    change: async (change) => {
      if (account === null)
        throw new DriverAbsent(
          'credits',
          'a change of credits',
          'only accounts that the driver tenants made can be named',
        );
      const answer = await ask('POST', `/tenants/${asSegment(account)}/credits`, change);
      refuseDeclined('credits', 'POST /tenants/…/credits', answer.declined(['enforced', 'threshold', 'test_funded']));
    },
  };
}

function webhooksDriver(ask: Ask, { account }: Whose): TenantDrivers['webhooks'] {
  const at = (id: string, verb = '') => `/endpoints/${asSegment(id)}${verb}`;
  const endpointOf = (answer: AnswerReader) => ({ id: answer.at('id', text), secret: answer.at('secret', text) });
  return {
    register: async (endpoint) => {
      const answer = await ask('POST', '/endpoints', { ...endpoint, ...(account !== null && { account }) });
      const declined = answer.declined(['account', 'environment', 'events']);
      if (declined.length > 0 && answer.has('id')) await ask('DELETE', at(answer.at('id', text))).catch(ignoreAbsent);
      refuseDeclined('webhooks', 'POST /endpoints', declined);
      return endpointOf(answer);
    },
    rotate: async (id, rotation) => {
      const answer = await ask('POST', at(id, '/rotate'), rotation);
      refuseDeclined('webhooks', 'POST /endpoints/…/rotate', answer.declined());
      return endpointOf(answer);
    },
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
