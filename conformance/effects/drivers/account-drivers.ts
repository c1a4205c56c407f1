import * as z from 'zod/mini';
import { isMap } from '../../../shared/is-map.ts';
import { asSegment } from '../../suite/expression/percent-encoding.ts';
import type { DriverName } from '../../suite/vocabulary.ts';
import { orNull } from '../../suite/yaml/schema-parts.ts';
import { callDriver, ignoreAbsent, type Line } from './call-driver.ts';
import { type Ask, clockDriver } from './clock-driver.ts';
import { declinedIn, refuseDeclined } from './declined.ts';
import { type AccountDrivers, DriverAbsent } from './drivers.ts';
import { readAnswer } from './read-answer.ts';

/** The owner of the drivers. `account` is null if the tester did not create it. */
export type Whose = { key: string | null; account: string | null; alone: boolean };

/** The calls of the contract for one tenant. */
export function accountDrivers(line: Line, whose: Whose): AccountDrivers {
  const asker =
    (driver: DriverName): Ask =>
    async (method, path, body, key) => {
      const call = { method, path, key: key ?? whose.key, ...(body !== undefined && { body }) };
      const said = await callDriver(line, driver, call);
      return {
        as: (schema) => readAnswer(schema, said, driver, `${method} ${path}`),
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
  /** The key with which each plan was made. */
  const planned = new Map<string, string | undefined>();
  const removePlan = (id: string, key?: string) =>
    ask('DELETE', `/plans/${asSegment(id)}`, undefined, key).catch(ignoreAbsent);
  const call = async (method: 'GET' | 'POST', path: string, key?: string) =>
    (await ask(method, path, undefined, key)).as(jobStage);
  return {
    plan: async (plan, key) => {
      const submitter = key ?? own;
      // If others submit on the same server, a plan applies only to the jobs of this key.
      const match = alone || submitter === null ? plan.match : { key: submitter, ...plan.match };
      const answer = await ask('POST', '/plans', { ...plan, ...(match !== undefined && { match }) }, key);
      const declined = answer.declined({ shown: ['hold_at', 'times'], isNew: true });
      // The rest of the plan would apply to the next job of any client.
      if (declined.length > 0 && answer.has('id')) await removePlan(answer.as(withId).id, key);
      refuseDeclined('jobs', 'POST /plans', declined);
      const { id } = answer.as(withId);
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
      // Nothing else reveals whether a feature is off because of the call.
      if (!answer.has('declined'))
        throw new DriverAbsent(
          'tenants',
          what,
          'its answer does not list the members that it declined; use [] for none',
        );
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
  return {
    register: async (spec) => {
      const answer = await ask('POST', '/endpoints', { ...spec, ...(account !== null && { account }) });
      const declined = answer
        .declined({ shown: ['environment', 'events'], isNew: true })
        // The key of the call also identifies the owner.
        .filter((name) => name !== 'account' || key === null);
      if (declined.length > 0 && answer.has('id')) await ask('DELETE', at(answer.as(withId).id)).catch(ignoreAbsent);
      refuseDeclined('webhooks', 'POST /endpoints', declined);
      return answer.as(endpoint);
    },
    rotate: async (id, rotation) => {
      const answer = await ask('POST', at(id, '/rotate'), rotation);
      refuseDeclined('webhooks', 'POST /endpoints/…/rotate', answer.declined());
      return answer.as(endpoint);
    },
    ping: async (id) => void (await ask('POST', at(id, '/ping'))),
    enable: async (id) => void (await ask('POST', at(id, '/enable'))),
    disable: async (id) => void (await ask('POST', at(id, '/disable'))),
    read: async (id) => (await ask('GET', at(id))).as(endpointState),
    deliveries: async (id) => (await ask('GET', at(id, '/deliveries'))).as(deliveries),
    resend: async (delivery) => void (await ask('POST', `/deliveries/${asSegment(delivery)}/resend`)),
    remove: async (id) => void (await ask('DELETE', at(id))),
  };
}

const withId = z.object({ id: z.string() });
const jobStage = z.object({ stage: z.string(), held: orNull(z.nullable(z.boolean())) });
const endpoint = z.object({ id: z.string(), secret: z.string() });
const endpointState = z.object({ enabled: z.boolean() });
const attempt = z.object({ at: z.string(), status: z.catch(z.nullable(z.int()), null) });
const deliveries = z.array(
  z.object({
    id: z.string(),
    event: z.object({ id: z.string(), type: z.string() }),
    state: z.string(),
    attempts: z.array(attempt),
    next_attempt_at: orNull(z.nullable(z.string())),
  }),
);
