import { describe, expect, it } from 'vitest';
import { targetAt, verdictsIn } from '../testing/graded.ts';
import { routes, type Script, type Scripted, scriptedServer, submissionsIn } from '../testing/scripted-server.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { verifiedReport } from '../testing/verified.ts';

const submits = (head: string, status: number) => `scenario: a/b
covers: [FIRST-RULE]
${head}
steps: [{call: POST /v1/skin/analyses, json: {concerns: [acne]}, expect: {FIRST-RULE: {status: ${status}}}}]
`;
const NEEDS = 'requires: {drivers: [tenants]}\ntenant: {credits: 5, features: {lists: false}}';
const WISHES = 'tenant: {credits: 5}';

const KEYS = { primary: { secret: 'pk_live_made' }, second: { secret: 'pk_live_second' } };
const BALANCE = { available_units: 5, spendable_units: 5, enforced: true, unit_costs: { 'skin.analyze': 3 } };
const ACCEPTED = { status: 202, json: { id: 'job_1', status: 'queued' } };
const REFUSED = { status: 402, json: { error: { code: 'INSUFFICIENT_CREDITS' } } };

type Server = { makes?: object; submit: Scripted; balance?: Scripted };

/** Grades a server that makes accounts. Returns the verdicts, and the requests. */
async function verdicts(scenario: string, { makes = {}, submit, balance = { json: BALANCE } }: Server) {
  const script: Script = routes({
    'GET /drive/capabilities': { json: { drivers: ['tenants'] } },
    'POST /drive/tenants': { json: { id: 'a', keys: KEYS, ...makes } },
    'DELETE /drive/tenants/a': { status: 204 },
    'POST /v1/skin/analyses': submit,
    'GET /v1/credits/balance': balance,
    '/v1/usage': { json: {} },
  });
  const server = await scriptedServer(script);
  const drivers = { url: `${server.base_url}/drive` };
  const target = targetAt(server.base_url, { drivers, keys: {} });
  const report = await verifiedReport(suiteOf(scenario), target, { seed: 'test' }).finally(() => server.close());
  const asked = server.asked.map(({ method, path }) => `${method} ${path}`);
  const submitted = submissionsIn(server.asked).length;
  return { verdicts: verdictsIn(report), detail: report.rules[0]?.hint ?? '', asked, submitted };
}

describe('A scenario that needs an account with certain properties', () => {
  it('is played if everything was honored, and its failures count', async () => {
    const { verdicts: all, submitted } = await verdicts(submits(NEEDS, 202), {
      makes: { declined: [] },
      submit: REFUSED,
    });
    expect(all).toEqual(['FIRST-RULE fail']);
    expect(submitted).toBe(1);
  });

  it.each([
    ['is declined', { declined: ['features.lists'] }, 'it declined features.lists'],
    ['is shown otherwise', { credits: 0, declined: [] }, 'it declined credits'],
  ])('is untested if something %s, and the account is removed', async (_, makes, why) => {
    const found = await verdicts(submits(NEEDS, 202), { makes, submit: ACCEPTED });
    expect(found.verdicts).toEqual(['FIRST-RULE inconclusive needs-tenant']);
    expect(found.detail).toContain(why);
    expect(found.submitted).toBe(0);
    expect(found.asked.at(-1)).toBe('DELETE /drive/tenants/a');
  });

  it('is untested if the balance shows other units', async () => {
    const balance = { json: { ...BALANCE, available_units: 9 } };
    const found = await verdicts(submits(NEEDS, 202), { submit: ACCEPTED, balance });
    expect(found.verdicts).toEqual(['FIRST-RULE inconclusive needs-tenant']);
    expect(found.detail).toContain('it declined credits (it is 9)');
  });

  it('can pass but not fail if the driver does not report what it declined', async () => {
    expect((await verdicts(submits(NEEDS, 202), { submit: ACCEPTED })).verdicts).toEqual(['FIRST-RULE pass']);
    const failing = await verdicts(submits(NEEDS, 202), { submit: { status: 500 } });
    expect(failing.verdicts).toEqual(['FIRST-RULE inconclusive needs-tenant']);
    expect(failing.detail).toContain('did not report whether it honored features');
  });
});

describe('A submission that is refused for lack of units', () => {
  const poor = { json: { ...BALANCE, spendable_units: 2 } };

  it.each([
    ['without a choice', '', {}],
    ['that were declined', WISHES, { declined: ['credits'] }],
  ])('is not a mistake in an account %s', async (_, head, makes) => {
    const found = await verdicts(submits(head, 202), { makes, submit: REFUSED, balance: poor });
    expect(found.verdicts).toEqual(['FIRST-RULE inconclusive needs-tenant']);
    expect(found.detail).toContain('2 are spendable, and a job costs 3');
  });

  it('is not a mistake if no balance can be read', async () => {
    const found = await verdicts(submits('', 202), { submit: REFUSED, balance: { status: 404 } });
    expect(found.verdicts).toEqual(['FIRST-RULE inconclusive needs-tenant']);
  });

  it.each([
    ['has the units', {}],
    ['is not enforced', { json: { ...BALANCE, spendable_units: 0, enforced: false } }],
  ])('is a mistake if the account %s', async (_, balance) => {
    const found = await verdicts(submits('', 202), { submit: REFUSED, balance: { json: BALANCE, ...balance } });
    expect(found.verdicts).toEqual(['FIRST-RULE fail']);
  });

  it('is a mistake if the scenario chose the units', async () => {
    const made = { makes: { declined: [] }, submit: REFUSED, balance: poor };
    expect((await verdicts(submits(WISHES, 202), made)).verdicts).toEqual(['FIRST-RULE fail']);
    expect((await verdicts(submits(WISHES, 402), made)).verdicts).toEqual(['FIRST-RULE pass']);
  });
});

it('Things in a separate account are removed with it, and not erased before', async () => {
  const finallyErases = `${submits('', 202)}finally: [{erase: all}]\n`;
  const { asked, verdicts: all } = await verdicts(finallyErases, { submit: ACCEPTED });
  expect(all).toEqual(['FIRST-RULE pass']);
  expect(asked.slice(-2)).toEqual(['GET /v1/jobs/job_1', 'DELETE /drive/tenants/a']);
});
