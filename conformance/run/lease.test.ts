import { describe, expect, it } from 'vitest';
import { type TargetFlags, targetFromFlags } from '../target/target-from-flags.ts';
import { ruleIn } from '../testing/graded.ts';
import { routes, scriptedServer, submissionsIn } from '../testing/scripted-server.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { verifiedReport } from '../testing/verified.ts';

/**
 * This address is not among the names of this machine but still reaches it. It stands for a remote server, but nothing
 * leaves the machine.
 */
const FAR = '//0.0.0.0:';

const submit = (key: string) =>
  `scenario: a/b\ncovers: [FIRST-RULE]\nsteps: [{call: POST /v1/skin/analyses, key: ${key}, expect: {FIRST-RULE: {status: 202}}}]\n`;

/** Makes a submission with the key of a role. Returns the verdicts, and the keys of all submissions. */
async function submitted(role: string, flags: Omit<TargetFlags, 'base_url'>, host = FAR) {
  const server = await scriptedServer(routes({ 'POST /v1/skin/analyses': { status: 202, json: { id: 'job_1' } } }));
  try {
    const base_url = server.base_url.replace('//127.0.0.1:', host);
    const report = await verifiedReport(suiteOf(submit(role)), { base_url, ...flags }, { keep: true });
    const { verdict, reason } = ruleIn(report, 'FIRST-RULE') ?? {};
    const keys = submissionsIn(server.asked).map(({ headers }) => headers['x-api-key']);
    return { verdict, reason, keys, detail: report.instances[0]?.detail ?? null };
  } finally {
    await server.close();
  }
}

const REMEDY = expect.stringContaining('allow it with budget.live_keys: allow');
const REFUSED = { verdict: 'inconclusive', reason: 'needs-key', keys: [], detail: REMEDY };
const passedWith = (key: string) => ({ verdict: 'pass', reason: null, keys: [key], detail: null });

it('If a key is refused or its variable is not set, this is the reason why rules are untested, and none fails', async () => {
  const refusal = { status: 401, json: { error: { code: 'INVALID_API_KEY' } } };
  const server = await scriptedServer(routes({ '/v1/usage': refusal, '/v1/skin/analyses': refusal }));
  const { base_url } = server;
  const scenarios = [submit('primary'), submit('primary').replace('steps', 'tenant: {primary: live}\nsteps')];
  const wrong = { base_url, keys: { primary: 'pk_test_wrong' } };
  const unset = { ...targetFromFlags({ base_url }), unset: { primary: 'PRIMARY_KEY' } };
  for (const text of scenarios) {
    const refused = await verifiedReport(suiteOf(text), wrong, { keep: true });
    const detail = 'the primary key was refused: 401 INVALID_API_KEY';
    expect(refused.instances[0]).toMatchObject({ reason: 'needs-key', detail });
    expect(ruleIn(refused, 'FIRST-RULE')?.verdict).toBe('inconclusive');
    const none = await verifiedReport(suiteOf(text), unset, { keep: true });
    expect(none.instances[0]?.detail).toBe('keys.primary: the variable PRIMARY_KEY is not set');
  }
  await server.close();
});

describe('A remote server', () => {
  it('gets no submission by a live key, and the report says what would allow it', async () => {
    expect(await submitted('primary', { keys: { primary: 'pk_live_a' } })).toEqual(REFUSED);
  });

  it('gets none by the live key of another role either', async () => {
    const keys = { primary: 'pk_test_a', live: 'pk_live_a' };
    expect(await submitted('live', { keys })).toEqual(REFUSED);
    expect(await submitted('other_env', { keys: { primary: 'pk_test_a', other_env: 'pk_live_a' } })).toEqual(REFUSED);
    expect(await submitted('primary', { keys })).toEqual(passedWith('pk_test_a'));
  });

  it('gets those by a test key instead of a live one', async () => {
    const keys = { primary: 'pk_live_a', test: 'pk_test_a' };
    expect(await submitted('primary', { keys })).toEqual(passedWith('pk_test_a'));
  });

  it('gets them if its target allows it', async () => {
    const flags = { keys: { primary: 'pk_live_a' }, live_keys: 'allow' as const };
    expect(await submitted('primary', flags)).toEqual(passedWith('pk_live_a'));
  });
});

it('A server on this machine gets submissions by a live key', async () => {
  expect(await submitted('primary', { keys: { primary: 'pk_live_a' } }, '//127.0.0.1:')).toEqual(
    passedWith('pk_live_a'),
  );
});
