import { describe, expect, it } from 'vitest';
import { AUDIT_RULES, type AuditRule } from '../domain/test-control/audit.ts';
import type { AuditEvent } from '../domain/test-control/audit-event.ts';
import type { Emulator, EmulatorOptions } from '../index.ts';
import { type Client, emulatorFor } from '../testing/client.ts';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { openWorld } from '../testing/open-world.ts';

/** A client that breaks one rule where it `errs`, and otherwise does the same right. */
type Habit = {
  rule: AuditRule;
  options?: EmulatorOptions;
  live(errs: boolean, client: Client, emulator: Emulator): Promise<unknown>;
  did: RegExp;
};

const etagOf = ({ headers }: { headers: Headers }) => ({ 'If-None-Match': headers.get('ETag') ?? '' });

async function failedJob(client: Client, emulator: Emulator) {
  emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
  const { body } = await client.submitOn('makeup.apply');
  await emulator.clock.advance('1h');
  return (await client.get(`/v1/jobs/${body.id}`)).body;
}

/** `retry-after.test.ts` shows those that ask again too soon. */
const HABITS: Habit[] = [
  {
    rule: 'etag-ignored',
    live: async (errs, client, emulator) => {
      const { body: job } = await client.submitOn('makeup.apply');
      const first = await client.get(`/v1/jobs/${job.id}`);
      await emulator.clock.advance('1s');
      await client.get(`/v1/jobs/${job.id}`, errs ? {} : { headers: etagOf(first) });
    },
    did: /^fetched \/v1\/jobs\/job_\w+ again without If-None-Match, and it was unchanged$/,
  },
  {
    rule: 'refused-key-retried',
    live: async (errs, client) => {
      await client.get('/v1/usage', { key: 'pk_live_old' });
      await client.get('/v1/usage', { key: errs ? 'pk_live_old' : 'pk_live_new' });
    },
    did: /^sent the key pk_live_… again after an answer with 401$/,
  },
  {
    rule: 'idempotency-key-reused',
    live: async (errs, client) => {
      await client.submitOn('makeup.apply', { idempotencyKey: 'order-17' });
      await client.submitOn('skin.analyze', { idempotencyKey: errs ? 'order-17' : 'order-18' });
    },
    did: /^used the Idempotency-Key order-17 for another request$/,
  },
  {
    rule: 'failed-output-read',
    live: async (errs, client, emulator) => {
      const { output, status } = await failedJob(client, emulator);
      if (errs || status === 'succeeded') await client.get(`/v1/assets/${output?.image?.id}/content`);
    },
    did: /^asked for \/v1\/assets\/undefined\/content after it had read a failed job$/,
  },
  {
    rule: 'key-in-url',
    live: (errs, client) => client.get(`/v1/usage${errs ? '?api_key=pk_test_demo' : ''}`),
    did: /^put a key in the query string$/,
  },
  {
    rule: 'refused-request',
    live: (errs, client) => client.get(errs ? '/v1/jobz' : '/v1/jobs'),
    did: /^sent GET \/v1\/jobz, which was refused with 404 \(PATH-404, spec 7\)$/,
  },
];

/** What a habit brings about beside its own mistake. */
const BESIDE = { expect: [401, 403] };

describe('emulator.audit', () => {
  it.each(HABITS)(
    'finds $rule where a client errs, says the rule and what it did',
    async ({ rule, options, live, did }) => {
      const { emulator, client } = await emulatorFor(options);
      await live(true, client, emulator);
      const last = emulator.journal.find().at(-1);
      const finding = { rule, says: AUDIT_RULES[rule], did: expect.stringMatching(did) };
      const found = { ...finding, exchange: last?.serial, at: last?.at };
      expect(emulator.audit.findings(BESIDE)).toEqual([expect.objectContaining(found)]);
    },
  );

  it.each(HABITS)('finds nothing in its twin that does it right: $rule', async ({ options, live }) => {
    const { emulator, client } = await emulatorFor(options);
    await live(false, client, emulator);
    expect(emulator.audit.findings(BESIDE)).toEqual([]);
    expect(() => emulator.audit.assertClean(BESIDE)).not.toThrow();
  });

  it('has a habit for each of its rules', () => {
    const shown = [...HABITS.map(({ rule }) => rule), 'poll-too-soon', 'retry-too-soon'];
    expect(new Set(shown)).toEqual(new Set(Object.keys(AUDIT_RULES)));
  });

  it('names every finding in assertClean', async () => {
    const { emulator, client } = await emulatorFor();
    await client.get('/v1/usage?api_key=pk_test_demo');
    await client.get('/v1/usage', { key: 'pk_live_old' });
    await client.get('/v1/usage', { key: 'pk_live_old' });
    expect(() => emulator.audit.assertClean()).toThrow(
      new Error(
        [
          'the client did 3 thing(s) wrong:',
          `  key-in-url: put a key in the query string. ${AUDIT_RULES['key-in-url']}`,
          `  refused-request: sent GET /v1/usage, which was refused with 401 (AUTH-401, spec 5.5). ${AUDIT_RULES['refused-request']}`,
          `  refused-key-retried: sent the key pk_live_… again after an answer with 401. ${AUDIT_RULES['refused-key-retried']}`,
        ].join('\n'),
      ),
    );
  });

  it('leaves out the rules that are ignored, and no others', async () => {
    const { emulator, client } = await emulatorFor();
    await client.get('/v1/usage?api_key=pk_test_demo');
    expect(emulator.audit.findings({ ignore: ['key-in-url'] })).toEqual([]);
    expect(() => emulator.audit.assertClean({ ignore: ['key-in-url'] })).not.toThrow();
    expect(() => emulator.audit.assertClean({ ignore: ['etag-ignored'] })).toThrow('key-in-url');
    expect(() => emulator.audit.findings({ ignore: ['no-such-rule' as never] })).toThrow('ignore[0]');
  });

  it.each<[string, number, number, string[]]>([
    ['as long as it is told', 1_000, 4, []],
    ['200 ms, whatever it is told', 200, 5, ['poll-too-soon']],
    ['not at all', 0, 12, []],
  ])('judges on an auto clock, in real time, a client that waits %s', async (_, wait, polls, rules) => {
    const wall = createFakeWallClock();
    const told: AuditEvent[] = [];
    const audit = { tell: (event: AuditEvent) => void told.push(event), atExit: () => () => {} };
    const { emulator, client } = await openWorld({ clock: 'auto' }, { wall, audit });
    emulator.plans.add({ hold_at: 'queued' });
    let poll = await client.submitOn('skin.analyze');
    for (let number = 0; number < polls; number += 1) {
      poll = await client.get(`/v1/jobs/${poll.body?.id ?? emulator.jobs.list()[0]?.id}`, { headers: etagOf(poll) });
      wall.moveBy(wait);
    }
    expect(emulator.audit.findings().map(({ rule }) => rule)).toEqual(rules);
    expect(told.filter(({ kind }) => kind === 'not_judged')).toHaveLength(wait === 0 ? 1 : 0);
  });

  it('tells a client that waits in real time on a frozen clock that time stands still', async () => {
    const wall = createFakeWallClock();
    const warnings: string[] = [];
    const { emulator, client } = await openWorld({}, { wall, onWarning: (text) => warnings.push(text) });
    const { body: job } = await client.submitOn('skin.analyze');
    for (let polls = 0; polls < 5; polls += 1) {
      await client.get(`/v1/jobs/${job.id}`);
      wall.moveBy(1_000);
    }
    expect(warnings).toEqual([expect.stringMatching(/^time stands still here: the clock is frozen/)]);
    expect(emulator.audit.findings({ ignore: ['etag-ignored'] })).toEqual([]);
  });

  it('does not take a world that was put back for a client in a hurry', async () => {
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
