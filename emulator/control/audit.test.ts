import { describe, expect, it } from 'vitest';
import { AUDIT_RULES, type AuditRule } from '../domain/test-control/audit.ts';
import type { AuditEvent } from '../domain/test-control/audit-event.ts';
import type { Emulator } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { openWorld } from '../testing/open-world.ts';
import { failing, makeup, openPlayed, play, type Step, skin } from '../testing/play.ts';

const READ = 'GET /v1/jobs/{job}';
const OLD_KEY: Step = ({ client }) => client.get('/v1/usage', { key: 'pk_live_old' });
const NEW_KEY: Step = ({ client }) => client.get('/v1/usage', { key: 'pk_live_new' });
const etagOf = ({ headers }: { headers: Headers }) => ({ 'If-None-Match': headers.get('ETag') ?? '' });
const FIRST = makeup({}, { idempotencyKey: 'order-17' });

/** Steps of a client that break one rule, correct steps, and the text of the finding. */
type Habit = { rule: AuditRule; wrong: Step[]; right: Step[]; did: RegExp };

/** `retry-after.test.ts` covers clients that ask again too soon. */
const HABITS: Habit[] = [
  {
    rule: 'refused-key-retried',
    wrong: [OLD_KEY, OLD_KEY],
    right: [OLD_KEY, NEW_KEY],
    did: /^sent the key pk_live_… again after an answer with 401$/,
  },
  {
    rule: 'idempotency-key-reused',
    wrong: [FIRST, skin({}, { idempotencyKey: 'order-17' })],
    right: [FIRST, skin({}, { idempotencyKey: 'order-18' })],
    did: /^used the Idempotency-Key order-17 for another request$/,
  },
  {
    rule: 'failed-output-read',
    wrong: [failing, 'makeup', '1h', READ, 'GET /v1/assets/undefined/content'],
    right: [failing, 'makeup', '1h', READ],
    did: /^asked for \/v1\/assets\/undefined\/content after it had read a failed job$/,
  },
  {
    rule: 'key-in-url',
    wrong: ['GET /v1/usage?api_key=pk_test_demo'],
    right: ['GET /v1/usage'],
    did: /^put a key in the query string$/,
  },
  {
    rule: 'refused-request',
    wrong: ['GET /v1/jobz'],
    right: ['GET /v1/jobs'],
    did: /^sent GET \/v1\/jobz, which was refused with 404 \(PATH-404, spec 7\)$/,
  },
];

/** Refusals that a habit causes in addition to its own mistake. */
const BESIDE = { expect: [401, 403] };

describe('emulator.audit', () => {
  it.each(HABITS)(
    'finds $rule, and nothing in a client that does it correctly',
    async ({ rule, wrong, right, did }) => {
      const erring = await openPlayed();
      await play(erring, ...wrong);
      const last = erring.emulator.journal.find().at(-1);
      const finding = { rule, says: AUDIT_RULES[rule], did: expect.stringMatching(did) };
      const found = { ...finding, exchange: last?.serial, at: last?.at };
      expect(erring.emulator.audit.findings(BESIDE)).toEqual([expect.objectContaining(found)]);
      const { emulator, ...doing } = await openPlayed();
      await play({ emulator, ...doing }, ...right);
      expect(emulator.audit.findings(BESIDE)).toEqual([]);
      expect(() => emulator.audit.assertClean(BESIDE)).not.toThrow();
    },
  );

  it.each([
    ['refused-request', 404],
    ['idempotency-key-reused', 409],
  ])('ignores %s if its refusal is expected', async (rule, status) => {
    const { emulator, ...played } = await openPlayed();
    await play({ emulator, ...played }, ...(HABITS.find((habit) => habit.rule === rule)?.wrong ?? []));
    expect(emulator.audit.findings().map((one) => one.rule)).toEqual([rule]);
    expect(emulator.audit.findings({ expect: [status] })).toEqual([]);
  });

  it('has a habit for each of its rules', () => {
    const shown = [...HABITS.map(({ rule }) => rule), 'poll-too-soon', 'retry-too-soon'];
    expect(new Set(shown)).toEqual(new Set(Object.keys(AUDIT_RULES)));
  });

  it('lists every finding in assertClean', async () => {
    const { emulator, client } = await emulatorFor();
    await client.get('/v1/usage?api_key=pk_test_demo');
    await client.get('/v1/usage', { key: 'pk_live_old' });
    await client.get('/v1/usage', { key: 'pk_live_old' });
    expect(() => emulator.audit.assertClean()).toThrow(
      new Error(
        [
          'the client made 3 mistakes:',
          `  key-in-url: put a key in the query string. ${AUDIT_RULES['key-in-url']}`,
          `  refused-request: sent GET /v1/usage, which was refused with 401 (AUTH-401, spec 5.5). ${AUDIT_RULES['refused-request']}`,
          `  refused-key-retried: sent the key pk_live_… again after an answer with 401. ${AUDIT_RULES['refused-key-retried']}`,
        ].join('\n'),
      ),
    );
  });

  it.each<[string, (emulator: Emulator) => unknown]>([
    ['revokes a key', ({ accounts }) => accounts.changeKey('demo', 'pk_test_demo', { revoked: true })],
    ['lets a key expire', ({ accounts }) => accounts.changeKey('demo', 'pk_test_demo', { expired: true })],
    ['disables an account', ({ accounts }) => accounts.change('demo', { disabled: true })],
    ['takes a scope away', ({ accounts }) => accounts.changeKey('demo', 'pk_test_demo', { scopes: ['skin.analyze'] })],
  ])('does not report the first refusal after a test %s, but reports its repetition', async (_, change) => {
    const { emulator, client } = await emulatorFor();
    const order = async () => client.submitOn('makeup.apply', { idempotencyKey: 'one' });
    expect((await order()).status).toBe(202);
    change(emulator);
    await order();
    expect(emulator.audit.findings()).toEqual([]);
    await order();
    expect(new Set(emulator.audit.findings().map(({ rule }) => rule))).toEqual(new Set(['refused-key-retried']));
  });

  it('ignores only the given rules', async () => {
    const { emulator, client } = await emulatorFor();
    await client.get('/v1/usage?api_key=pk_test_demo');
    expect(emulator.audit.findings({ ignore: ['key-in-url'] })).toEqual([]);
    expect(() => emulator.audit.assertClean({ ignore: ['key-in-url'] })).not.toThrow();
    expect(() => emulator.audit.assertClean({ ignore: ['poll-too-soon'] })).toThrow('key-in-url');
    expect(() => emulator.audit.findings({ ignore: ['no-such-rule' as never] })).toThrow('ignore[0]');
  });

  it.each<[string, number, number, string[]]>([
    ['as long as it is asked to', 1_000, 4, []],
    ['200 ms, whatever it is asked', 200, 5, ['poll-too-soon']],
    ['not at all', 0, 12, []],
  ])('on an auto clock, judges by real time a client that waits %s', async (_, wait, polls, rules) => {
    const wall = createFakeWallClock();
    const events: AuditEvent[] = [];
    const audit = { tell: (event: AuditEvent) => void events.push(event), atExit: () => () => {} };
    const { emulator, client } = await openWorld({ clock: 'auto' }, { wall, audit });
    emulator.plans.add({ hold_at: 'queued' });
    let poll = await client.submitOn('skin.analyze');
    for (let number = 0; number < polls; number += 1) {
      poll = await client.get(`/v1/jobs/${poll.body?.id ?? emulator.jobs.list()[0]?.id}`, { headers: etagOf(poll) });
      wall.moveBy(wait);
    }
    expect(emulator.audit.findings().map(({ rule }) => rule)).toEqual(rules);
    expect(events.filter(({ kind }) => kind === 'not_judged')).toHaveLength(wait === 0 ? 1 : 0);
  });

  it('on a frozen clock, suggests another clock to a client that waits in real time', async () => {
    const wall = createFakeWallClock();
    const warnings: string[] = [];
    const { emulator, client } = await openWorld({}, { wall, onWarning: (text) => warnings.push(text) });
    const { body: job } = await client.submitOn('skin.analyze');
    for (let polls = 0; polls < 5; polls += 1) {
      await client.get(`/v1/jobs/${job.id}`);
      wall.moveBy(1_000);
    }
    expect(warnings).toEqual([expect.stringMatching(/^time stands still here: the clock is frozen/)]);
    expect(emulator.audit.findings()).toEqual([]);
  });

  it('does not report a client as too fast after its world was restored', async () => {
    const { emulator, client } = await emulatorFor();
    const { body: job } = await client.submitOn('skin.analyze');
    emulator.snapshots.save('before');
    await emulator.clock.advance('1500ms');
    const first = await client.get(`/v1/jobs/${job.id}`);
    emulator.switches.set({ key_store_unreadable: true });
    await client.get('/v1/usage');
    emulator.snapshots.load('before');
    await client.get(`/v1/jobs/${job.id}`, { headers: etagOf(first) });
    await client.get('/v1/usage');
    expect(emulator.audit.findings()).toEqual([]);
  });
});
