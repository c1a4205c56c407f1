import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../control/schemas/config-input.ts';
import { createHeard, type Emulator } from '../../create.ts';
import type { LogEvent } from '../../domain/test-control/log-event.ts';
import { type Client, clientOf } from '../../testing/client.ts';
import { jsonForm, type LogForm, textForm } from './event-line.ts';

const AT = '2026-01-01T00:00:00.000Z';
const text = textForm(false);

/** The events that an emulator reports during an action. */
async function eventsOf(
  act: (client: Client, emulator: Emulator) => Promise<void>,
  config: ConfigInput = {},
): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  const log = { tell: (event: LogEvent) => void events.push(event) };
  await using emulator = await createHeard({ listen: false, clock: 'frozen', ...config }, { log });
  await act(clientOf(emulator), emulator);
  return events;
}

/** Durations differ each time, so they are replaced. */
function linesOf(events: readonly LogEvent[], { lineOf }: LogForm = text): string[] {
  return events.map((event) =>
    lineOf(event)
      .replace(/\d+ ms/, 'N ms')
      .replace(/"ms":\d+/, '"ms":0'),
  );
}

describe('a line of an exchange', () => {
  it('shows time, request and status, and for a refusal the rule and what was compared', async () => {
    const events = await eventsOf(async ({ get, submit }) => {
      await get('/v1/usage?from=2026-01-01');
      await get('/v1/usage', { key: 'pk_test_0123456789abcdef' });
      await submit('/v1/skin/analyses', { inputs: [], concerns: ['acne'] }, { idempotencyKey: 'one' });
    });
    expect(linesOf(events)).toEqual([
      `${AT}  200  GET      /v1/usage?from=2026-01-01  N ms`,
      `${AT}  401  GET      /v1/usage  N ms  INVALID_API_KEY  AUTH-401 (spec 5.5)  key is unrecognised`,
      expect.stringMatching(
        / 400 {2}POST {5}\/v1\/skin\/analyses {2}N ms {2}INVALID_REQUEST {2}REQUEST-400 \(spec 4\) {2}inputs must /,
      ),
    ]);
  });

  it('names any world except the default one, and the fault that occurred', async () => {
    const events = await eventsOf(async ({ get }, emulator) => {
      const side = await emulator.worlds.create({ name: 'side' });
      await get('/v1/usage', { key: side.keys.test });
      side.faults.add({ effect: { kind: 'error' } });
      emulator.faults.add({ effect: { kind: 'truncate' } });
      await get('/v1/usage', { key: side.keys.test });
      await get('/v1/usage').catch(() => null);
    });
    expect(linesOf(events)).toEqual([
      expect.stringMatching(/ 200 {2}GET {6}\/v1\/usage {2}N ms {2}world side$/),
      expect.stringMatching(/world side {2}SERVICE_UNAVAILABLE {2}FAULT {2}fault is fault_\w+, effect is error$/),
      expect.stringMatching(/ 200 {2}GET {6}\/v1\/usage {2}N ms {2}fault fault_\w+$/),
    ]);
  });

  it('is also reported if the journal keeps nothing', async () => {
    const events = await eventsOf(async ({ get }) => void (await get('/v1/usage')), { journal_limit: 0 });
    expect(linesOf(events)).toEqual([`${AT}  200  GET      /v1/usage  N ms`]);
  });

  it('shows what the audit has found, and masks keys', async () => {
    const events = await eventsOf(async ({ get }) => {
      await get('/v1/usage?key=pk_live_0123456789abcdef');
    });
    const [line = ''] = linesOf(events);
    expect(line).toContain('/v1/usage?key=pk_live_…cdef  ');
    expect(line).toContain('! key-in-url: put a key in the query string');
    expect(linesOf(events, jsonForm).join()).not.toContain('0123456789');
  });

  it('contains no terminal sequences and stays short, whatever a client has sent', async () => {
    const [event] = await eventsOf(async ({ get }) => {
      await get('/v1/usage');
    });
    if (event?.kind !== 'exchange') throw new Error('nothing was reported');
    const path = `/v1/\x9b31m\x1b[2J\x1b[31mred\n\u202e${'x'.repeat(9_000)}`;
    const hostile = { ...event, exchange: { ...event.exchange, path, method: 'A\x1b[0m' } };
    const line = textForm(true).lineOf(hostile);
    // The colors are the program's own, and each is reset before the next begins.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: with it each color begins.
    expect(line.replace(/\x1b\[\d{1,2}m([^\x1b]*)\x1b\[0m/g, '$1')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(line).toContain('/v1/\\u009b31m\\u001b[2J\\u001b[31mred\\u000a\\u202exxx');
    expect(line.length).toBeLessThan(500);
  });
});

describe('a line of an attempt', () => {
  it('shows what the receiver answered and what comes next, without the query of its address', async () => {
    const events = await eventsOf(async ({ submitOn }, emulator) => {
      const receiver = await emulator.webhooks.receivers.open({ replies: [{ status: 500 }] });
      emulator.webhooks.register({ url: 'http://127.0.0.1:1/hook?token=abc' });
      await submitOn('makeup.apply');
      await emulator.clock.advance('62s');
      await emulator.webhooks.receivers.close(receiver.id);
    });
    const lines = linesOf(events.filter(({ kind }) => kind === 'attempt'));
    const job = 'job\\.succeeded job_\\w+';
    expect(lines).toEqual([
      expect.stringMatching(
        `^\\S+:04.000Z  500  webhook  http://127.0.0.1:\\d+/  N ms  ${job}  attempt 1  next 2026-\\S+$`,
      ),
      expect.stringMatching(
        `^\\S+  ---  webhook  http://127.0.0.1:1/hook\\?…  N ms  ${job}  attempt 1  connection  next \\S+$`,
      ),
      expect.stringMatching(`  ---  webhook  http://127.0.0.1:1/hook\\?…  N ms  ${job}  attempt 2  connection  next`),
      expect.stringMatching(`  200  webhook  http://127.0.0.1:\\d+/  N ms  ${job}  attempt 2  delivered$`),
    ]);
  });
});

describe('a secret in the address of a receiver', () => {
  it.each([
    ['text', text],
    ['JSON', jsonForm],
  ])('is masked in a line of %s', async (_, form) => {
    const events = await eventsOf(async ({ submitOn }, emulator) => {
      emulator.webhooks.register({ url: 'http://127.0.0.1:1/hooks/whsec_0123456789abcdef/in' });
      await submitOn('makeup.apply');
      await emulator.clock.advance('5s');
    });
    const lines = linesOf(
      events.filter(({ kind }) => kind === 'attempt'),
      form,
    );
    expect(lines).toEqual([expect.stringContaining('http://127.0.0.1:1/hooks/whsec_…cdef/in')]);
  });
});

describe('a JSON line', () => {
  it('has the same content for an exchange and for an attempt', async () => {
    const events = await eventsOf(async ({ get, submitOn }, emulator) => {
      await get('/v1/jobs/job_none');
      emulator.webhooks.register({ url: 'http://127.0.0.1:1/hook?token=abc' });
      await submitOn('makeup.apply');
      await emulator.clock.advance('5s');
    });
    const records = linesOf(events, jsonForm).map((line) => JSON.parse(line));
    expect(records[0]).toMatchObject({
      ...{ kind: 'exchange', at: AT, world: 'default', serial: 1, method: 'GET', path: '/v1/jobs/job_none' },
      ...{ route: 'GET /v1/jobs/:id', status: 404, ms: 0, key: 'pk_test_…', code: 'JOB_NOT_FOUND', fault: null },
      because: { rule: 'JOB-404', section: '4.3', compared: { job_id: 'job_none' } },
    });
    expect(records.at(-1)).toMatchObject({
      ...{ kind: 'attempt', at: '2026-01-01T00:00:04.000Z', world: 'default', url: 'http://127.0.0.1:1/hook?…' },
      ...{ event: { type: 'job.succeeded' }, attempt: 1, status: null, failure: 'connection', state: 'pending' },
    });
    expect(JSON.parse(jsonForm.leftOut(3))).toEqual({ kind: 'left_out', lines: 3 });
  });
});
