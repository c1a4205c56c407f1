import { describe, expect, it } from 'vitest';
import type { Finding } from '../domain/test-control/audit.ts';
import type { AuditEvent } from '../domain/test-control/audit-event.ts';
import { openWorld } from '../testing/open-world.ts';
import { createRunAudit, type RunAudit } from './run-audit.ts';

const NOTHING = { any_request: false, polls_not_judged: false, findings: [], groups: [], unused_plans: [] };
const all = { ignore: [] };
const finding = (rule: Finding['rule'], did: string): Finding => ({ rule, did, says: 'so', exchange: 1, at: 'now' });
const found = (world: string, did: string, rule: Finding['rule'] = 'key-in-url'): AuditEvent => ({
  kind: 'finding',
  world,
  finding: finding(rule, did),
});

describe('The audit of a run', () => {
  it('groups findings, with a count and the first of each group', () => {
    const audit = createRunAudit();
    for (const event of [found('a', 'one'), found('b', 'two'), found('a', 'three', 'poll-too-soon')]) audit.take(event);
    const { groups, findings } = audit.report(all);
    expect(groups).toEqual([
      { rule: 'key-in-url', count: 2, first: { ...finding('key-in-url', 'one'), world: 'a' } },
      { rule: 'poll-too-soon', count: 1, first: { ...finding('poll-too-soon', 'three'), world: 'a' } },
    ]);
    expect(findings.map(({ world, did }) => [world, did])).toEqual([
      ['a', 'one'],
      ['b', 'two'],
      ['a', 'three'],
    ]);
    expect(audit.report({ ignore: ['key-in-url'] }).groups).toHaveLength(1);
  });

  it('counts all findings and keeps a thousand', () => {
    const audit = createRunAudit();
    for (let times = 0; times < 1_200; times += 1) audit.take(found('a', `${times}`));
    const { groups, findings } = audit.report(all);
    expect([groups[0]?.count, groups[0]?.first.did, findings.length]).toEqual([1_200, '0', 1_000]);
  });

  it('accepts the events of another process that it knows, and ignores others', () => {
    const audit = createRunAudit();
    for (const event of [null, 'text', {}, { kind: 'more' }, { kind: 'finding', world: 'a' }])
      audit.takeUnchecked(event);
    audit.takeUnchecked({ kind: 'unused_plan', world: 'a', plan: { id: 'plan_1' } });
    expect(audit.report(all)).toEqual(NOTHING);
    audit.takeUnchecked({ kind: 'request' });
    audit.takeUnchecked({ ...found('a', 'one'), more: 1 });
    expect(audit.report(all)).toMatchObject({ any_request: true, groups: [{ count: 1 }] });
  });
});

describe('An audited world', () => {
  const FAILED = { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } } as const;
  const KEY_IN_URL = '/v1/usage?key=pk_live_demo';

  async function audited(options: Parameters<typeof openWorld>[0] = {}) {
    const audit: RunAudit = createRunAudit();
    const ended = new Set<() => void>();
    const atExit = (call: () => void) => {
      ended.add(call);
      return () => void ended.delete(call);
    };
    const port = { tell: audit.take, atExit };
    const opened = await openWorld(options, { audit: port });
    const plans = () => audit.report(all).unused_plans.map(({ id, world }) => `${id} ${world}`);
    const exit = () => {
      for (const call of ended) call();
    };
    return { ...opened, report: () => audit.report(all), plans, exit };
  }

  it('reports every exchange at once, even without a journal, and those that a reset or a removal deletes', async () => {
    const { emulator, client, report } = await audited({ journal_limit: 0 });
    expect(report()).toEqual(NOTHING);
    await client.get('/v1/usage');
    expect(report()).toMatchObject({ any_request: true, groups: [] });
    await client.get(KEY_IN_URL);
    emulator.reset();
    const other = await emulator.worlds.create({ name: 'other' });
    await client.get('/v1/usage?key=pk_live_other', { key: other.keys.live });
    await emulator.worlds.remove('other');
    expect(report().findings.map(({ world }) => world)).toEqual(['default', 'other']);
  });

  it('takes health probes and browsers for no clients of the service', async () => {
    const { client, report } = await audited();
    for (const [method, path] of [
      ['GET', '/'],
      ['HEAD', '/'],
      ['GET', '/health'],
      ['GET', '/favicon.ico'],
    ] as const)
      expect((await client.call(method, path, { key: null })).status).toBe(404);
    expect(report()).toEqual(NOTHING);
    await client.get('/v1/health', { key: null });
    expect(report()).toMatchObject({ any_request: true, groups: [{ rule: 'refused-request', count: 1 }] });
  });

  it('reports accounts that have their own world', async () => {
    const { emulator, client, report } = await audited();
    const { keys } = emulator.accounts.create({ own_clock: true, id: 'shop', keys: { main: {} } });
    await client.get(KEY_IN_URL, { key: keys['main']?.secret ?? '' });
    expect(report().findings.map(({ world }) => world)).toEqual(['shop']);
  });

  it('reports unused plans when they are removed: by a reset, a removal, or at the end', async () => {
    const { emulator, client, plans } = await audited();
    emulator.plans.add(FAILED);
    await client.submitOn('makeup.apply');
    const reset = emulator.plans.add(FAILED);
    emulator.reset();
    expect(plans()).toEqual([`${reset} default`]);
    const other = await emulator.worlds.create({ name: 'other' });
    const removed = other.plans.add(FAILED);
    await emulator.worlds.remove('other');
    const last = emulator.plans.add({ ...FAILED, nth: 7 });
    emulator.plans.remove(emulator.plans.add(FAILED));
    await emulator.close();
    expect(plans()).toEqual([`${reset} default`, `${removed} other`, `${last} default`]);
  });

  it('does not report a plan that is used before or after the world is restored', async () => {
    const { emulator, client, plans } = await audited({ plans: [{ ...FAILED, match: { operation: 'hair.try_on' } }] });
    emulator.plans.add({ ...FAILED, match: { operation: 'makeup.apply' } });
    emulator.snapshots.save('ready');
    emulator.snapshots.load('ready');
    await client.submitOn('makeup.apply');
    emulator.snapshots.load('ready');
    await client.submitOn('hair.try_on');
    emulator.reset();
    await emulator.close();
    expect(plans()).toEqual([]);
  });

  it('reports the configured plans of the default world, but not those of other worlds', async () => {
    const { emulator, plans } = await audited({ plans: [FAILED] });
    await emulator.worlds.create({ name: 'other', plans: [FAILED] });
    const [plan] = emulator.plans.list();
    await emulator.close();
    expect(plans()).toEqual([`${plan?.id} default`]);
  });

  it('reports its plans at the end of the process if it is not closed', async () => {
    const { emulator, plans, exit } = await audited();
    const id = emulator.plans.add(FAILED);
    exit();
    expect(plans()).toEqual([`${id} default`]);
  });
});
