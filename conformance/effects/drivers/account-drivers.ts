import { isMap } from '../../../shared/is-map.ts';
import { asSegment } from '../../suite/expression/percent-encoding.ts';
import type { DriverName } from '../../suite/vocabulary.ts';
import type { Ask } from './answered.ts';
import { callDriver, ignoreAbsent, type Line } from './call-driver.ts';
import { clockDriver } from './clock-driver.ts';
import { declinedIn, refuseDeclined } from './declined.ts';
import { type AccountDrivers, DriverAbsent } from './drivers.ts';
import { type AnswerReader, flag, list, maybe, readAnswer, text } from './read-answer.ts';

/** Whose drivers they are. `account` null: one that the tester did not make. */
export type Whose = { key: string | null; account: string | null; alone: boolean };

/** The calls of the contract as they concern one tenant. */
export function accountDrivers(line: Line, whose: Whose): AccountDrivers {
  const asker =
    (driver: DriverName): Ask =>
    async (method, path, body, key) => {
      const call = { method, path, key: key ?? whose.key, ...(body !== undefined && { body }) };
      const said = await callDriver(line, driver, call);
      return {
        ...readAnswer(said, driver, `${method} ${path}`),
        declined: (how) => declinedIn(body ?? {}, said, how),
        has: (member) => isMap(said) && member in said,
      };
    };
  return {
    tenants: accountsDriver(asker('tenants'), whose),
    clock: clockDriver(asker('clock')),
    jobs: jobsDriver(asker('jobs'), whose),
    credits: creditsDriver(asker('credits'), whose),
    webhooks: webhooksDriver(asker('webhooks'), whose),
    faults: {
      set: async (faults) => {
        const answer = await asker('faults')('PATCH', '/switches', faults);
        refuseDeclined('faults', 'PATCH /switches', answer.declined({ shown: Object.keys(faults) }));
      },
    },
  };
}

function jobsDriver(ask: Ask, { key: own, alone }: Whose): AccountDrivers['jobs'] {
  /** The key with which each was made. */
  const planned = new Map<string, string | undefined>();
  const removePlan = (id: string, key?: string) =>
    ask('DELETE', `/plans/${asSegment(id)}`, undefined, key).catch(ignoreAbsent);
  const stageOf = (answer: AnswerReader) => ({ stage: answer.at('stage', text), held: answer.at('held', maybe(flag)) });
  const call = async (method: 'GET' | 'POST', path: string, key?: string) =>
    stageOf(await ask(method, path, undefined, key));
  return {
    plan: async (plan, key) => {
      const submitter = key ?? own;
      // Where others submit beside it, a plan decides the jobs of this key only.
      const match = alone || submitter === null ? plan.match : { key: submitter, ...plan.match };
      const answer = await ask('POST', '/plans', { ...plan, ...(match !== undefined && { match }) }, key);
      const declined = answer.declined({ shown: ['hold_at', 'times'], isNew: true });
      // What is left of such a plan would decide the next job, whoever submits it.
      if (declined.length > 0 && answer.has('id')) await removePlan(answer.at('id', text), key);
      refuseDeclined('jobs', 'POST /plans', declined);
      const id = answer.at('id', text);
      planned.set(id, key);
      return id;
    },
    clearPlans: async () => {
      const plans = [...planned];
      planned.clear();
      await Promise.all(plans.map(([id, key]) => removePlan(id, key)));
    },
    release: (job, key) => call('POST', `/jobs/${asSegment(job)}/release`, key),
    step: (job, key) => call('POST', `/jobs/${asSegment(job)}/step`, key),
    read: (job, key) => call('GET', `/jobs/${asSegment(job)}`, key),
  };
}

function accountsDriver(ask: Ask, whose: Whose): AccountDrivers['tenants'] {
  return {
    change: async (change) => {
      const answer = await ask('PATCH', pathOf(whose, 'tenants', 'a change of an account'), change);
      const what = 'PATCH /tenants/…';
      // Nothing else shows whether a feature is off because it was switched.
      if (!answer.has('declined'))
        throw new DriverAbsent('tenants', what, 'its answer does not list what it declined, [] where that is nothing');
      refuseDeclined('tenants', what, answer.declined());
    },
  };
}

function creditsDriver(ask: Ask, whose: Whose): AccountDrivers['credits'] {
  return {
    change: async (change) => {
      const answer = await ask('POST', `${pathOf(whose, 'credits', 'a change of credits')}/credits`, change);
      refuseDeclined(
        'credits',
        'POST /tenants/…/credits',
        answer.declined({ shown: ['enforced', 'threshold', 'test_funded'] }),
      );
    },
  };
}

function pathOf({ account }: Whose, driver: DriverName, what: string): string {
  if (account !== null) return `/tenants/${asSegment(account)}`;
  throw new DriverAbsent(driver, what, 'only accounts that the driver tenants made can be named');
}

function webhooksDriver(ask: Ask, { account, key }: Whose): AccountDrivers['webhooks'] {
  const at = (id: string, verb = '') => `/endpoints/${asSegment(id)}${verb}`;
  const endpointOf = (answer: AnswerReader) => ({ id: answer.at('id', text), secret: answer.at('secret', text) });
  return {
    register: async (endpoint) => {
      const answer = await ask('POST', '/endpoints', { ...endpoint, ...(account !== null && { account }) });
      const declined = answer
        .declined({ shown: ['environment', 'events'], isNew: true })
        // The key of the call says whose it is, too.
        .filter((name) => name !== 'account' || key === null);
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
