import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from '../../index.ts';
import { clientOf } from '../../testing/client.ts';
import { boundedText, LARGEST_ANSWER } from './bounded-text.ts';
import { openServer } from './open-server.ts';
import { TOOLS } from './tools.ts';

let emulator: Emulator;
let client: Client;

beforeAll(async () => {
  emulator = await createEmulator({ clock: 'frozen', seed: 'mcp' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await openServer({ url: emulator.url }).connect(there);
  client = new Client({ name: 'test', version: '1' });
  await client.connect(here);
});
afterAll(async () => {
  await client.close();
  await emulator.close();
});

type Called = { isError?: boolean; content: { text: string }[] };

async function callTool(name: string, input: object = {}): Promise<{ isError: boolean; text: string }> {
  const { isError = false, content } = (await client.callTool({ name, arguments: { ...input } })) as Called;
  return { isError, text: content.map(({ text }) => text).join('\n') };
}

async function answerOf(name: string, input: object = {}) {
  const { isError, text } = await callTool(name, input);
  if (isError) throw new Error(text);
  return JSON.parse(text);
}

describe('tryon-emulator mcp', () => {
  it('lists six tools with schemas', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS));
    expect(tools).toHaveLength(6);
    expect(tools.every(({ inputSchema, description }) => inputSchema.type === 'object' && description)).toBe(true);
  });

  it('sets the outcome of a job, moves the clock and reads the state', async () => {
    const plan = { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } };
    expect(await answerOf('decide_outcomes', { plan })).toMatchObject([{ plan }]);
    const { body: job } = await clientOf(emulator).submitOn('skin.analyze');
    expect(await answerOf('move_clock', { by: '1h' })).toMatchObject({ now: '2026-01-01T01:00:00.000Z' });
    expect(await answerOf('read_state', { part: 'jobs' })).toMatchObject([{ id: job.id, status: 'failed' }]);
    expect(await answerOf('read_state', { part: 'job', id: job.id })).toMatchObject({ decided_by: { by: 'plan' } });
    expect(await answerOf('decide_outcomes', { clear: true })).toEqual([]);
    expect(await answerOf('move_clock', { mode: 'auto' })).toMatchObject({ mode: 'auto' });
  });

  it('injects a fault, explains the refusal and runs the audit', async () => {
    const fault = { match: { route: 'GET /v1/usage' }, effect: { kind: 'error' } };
    expect(await answerOf('inject_fault', { fault })).toMatchObject([{ fault }]);
    const usage = () => fetch(`${emulator.url}/v1/usage`, { headers: { 'X-API-Key': 'pk_test_wrong' } });
    const refusal = (await (await usage()).json()) as { error: { request_id: string } };
    const filter = { route: 'GET /v1/usage' };
    expect(await answerOf('read_journal', { filter, limit: 1 })).toHaveLength(1);
    const { request_id } = refusal.error;
    expect(await answerOf('read_journal', { explain: request_id })).toMatchObject({ request_id });
    await usage();
    expect(await answerOf('run_audit', { ignore: ['poll-too-soon'] })).toEqual(expect.any(Array));
    expect(await answerOf('inject_fault', { clear: true })).toEqual([]);
  });

  it('masks keys and secrets', async () => {
    emulator.webhooks.register({ url: 'https://example.test/hooks', environment: 'test' });
    for (const part of ['worlds', 'account', 'endpoints'])
      expect((await callTool('read_state', { part, id: 'demo' })).text).not.toMatch(/pk_test_demo|whsec_\w/);
  });

  it.each([
    ['read_state', { part: 'jbos' }, 'part: must be one of'],
    ['read_state', { part: 'job', id: 'job_none' }, 'there is no job job_none'],
    ['move_clock', { by: 'soon' }, 'by: '],
    ['decide_outcomes', { plan: { outcome: {} } }, 'plan.outcome'],
    ['read_state', { world: 'none' }, 'there is no world none'],
    ['no_tool', {}, 'the tools are read_state'],
  ])('%s %j results in an error with a remedy', async (name, input, message) => {
    const { isError, text } = await callTool(name, input);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  });

  it('works over standard input and output', async () => {
    const stdio = new Client({ name: 'test', version: '1' });
    const args = ['--import', 'tsx', 'emulator/bin.ts', 'mcp', '--url', emulator.url];
    await stdio.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    const { content } = (await stdio.callTool({ name: 'read_state' })) as Called;
    await stdio.close();
    expect(JSON.parse(content[0]?.text ?? '')).toMatchObject({ jobs: expect.any(Object) });
  });
});

describe('boundedText', () => {
  it('keeps as many of the newest items as fit, and reports the number', () => {
    const items = Array.from({ length: 100 }, (_, n) => ({ n, text: 'x'.repeat(1_000) }));
    const [json = '', note = ''] = boundedText(items).split('\n');
    const kept = JSON.parse(json);
    expect(json.length).toBeLessThanOrEqual(LARGEST_ANSWER);
    expect([kept.length, kept.at(-1).n]).toEqual([19, 99]);
    expect(note).toContain('Only the newest 19 of 100 items are shown. Read less at once with limit');
  });

  it('truncates any other answer', () => {
    expect(boundedText({ text: 'x'.repeat(30_000) })).toMatch(/^\{"text":"x{19991}\n… cut after 20000 characters/);
  });
});
