import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type TestServer } from '../../conformance/run/self-test.ts';
import { shippedFolder, writtenFiles } from '../../conformance/suite/suite-files.ts';
import { fixtures } from '../../fixtures/index.ts';
import { startOtherServer } from './start.ts';
import { DRIVER_MEMBERS } from './testing/declining-drivers.ts';

const TEXT = readFileSync(new URL('../../conformance/effects/drivers/README.md', import.meta.url), 'utf8');
type Made = { id: string; keys?: { primary: { secret: string } } };
type Example = { line: string; method: string; path: string; body: string | null; shown: unknown };

/** Each command of the page, with the answer shown below it. */
const EXAMPLES: Example[] = [...TEXT.matchAll(/^(curl .*)\n(?:# (.*)\n)?/gm)].map(([, line = '', shown]) => ({
  line,
  method: /-X (\w+)/.exec(line)?.[1] ?? 'GET',
  path: /\$DRIVER(\S+)/.exec(line)?.[1] ?? '',
  body: / -d '(.*)'$/.exec(line)?.[1]?.replaceAll("'", '') ?? null,
  shown: shown === undefined ? undefined : JSON.parse(shown),
}));

/** Two independent servers. `lacks`: a member that answers may leave out. */
const SERVERS: { name: string; start(): Promise<TestServer>; lacks: string }[] = [
  { name: 'the emulator', start: () => startEmulator({ clock: 'frozen' }), lacks: '' },
  { name: 'the server of another make', start: () => startOtherServer({ clock: 'stands' }), lacks: 'fired' },
];

describe.each(SERVERS)('The page about the driver contract, for $name,', ({ start, lacks }) => {
  let server: TestServer;
  const values: Record<string, string> = {};

  beforeAll(async () => {
    server = await start();
    const made = await post('/tenants', { own_clock: true, keys: { primary: {} } });
    Object.assign(values, { TENANT: made.id, KEY: made.keys?.primary.secret });
    values['OTHER'] = (await post('/tenants', { keys: { primary: {} } })).id;
  });
  afterAll(() => server.close());

  const filled = (text: string) => text.replace(/\$([A-Z]+)/g, (_, name) => values[name] ?? `there is no ${name} yet`);
  const call = (method: string, url: string, body: string | null, headers: Record<string, string> = {}) => {
    const key: Record<string, string> = values['KEY'] === undefined ? {} : { 'X-API-Key': values['KEY'] };
    return fetch(url, { method, body, headers: { ...key, ...headers } });
  };
  const post = async (path: string, body: object): Promise<Made> =>
    (await call('POST', `${server.driver_url}${path}`, JSON.stringify(body))).json() as Promise<Made>;

  async function submit(): Promise<string> {
    const image = { method: 'POST', body: new Uint8Array(fixtures.face('afro').bytes('image/jpeg')) };
    const headers = { 'X-API-Key': values['KEY'] ?? '', 'Content-Type': 'image/jpeg' };
    const { id } = (await (await fetch(`${server.base_url}/v1/assets`, { ...image, headers })).json()) as Made;
    const body = JSON.stringify({ inputs: [{ asset_id: id, role: 'source' }], concerns: ['acne'] });
    const json = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' };
    const job = await call('POST', `${server.base_url}/v1/skin/analyses`, body, json);
    return ((await job.json()) as Made).id;
  }

  /** Remembers the ids that later commands use. */
  async function remember(path: string, given: Made & Made[]): Promise<void> {
    if (path === '/endpoints') values['ENDPOINT'] = given.id;
    if (path.endsWith('/deliveries')) values['DELIVERY'] = given[0]?.id ?? '';
    if (path === '/plans') Object.assign(values, { PLAN: given.id, JOB: await submit() });
  }

  it('shows commands that are accepted, and answers with the members that are returned', async () => {
    expect(EXAMPLES.length).toBeGreaterThan(18);
    for (const { line, method, path, body, shown } of EXAMPLES) {
      const answer = await call(method, `${server.driver_url}${filled(path)}`, body && filled(body));
      const text = await answer.text();
      expect([line, answer.ok, text]).toEqual([line, true, text]);
      const given = text === '' ? null : JSON.parse(text);
      if (shown !== undefined) expect(given, line).toMatchObject(membersOf(shown, lacks) as object);
      await remember(path, given);
    }
  });
});

describe('The page about the driver contract', () => {
  it('shows every call that the client makes', () => {
    const client = ['account-drivers', 'clock-driver', 'make-account'].map((name) =>
      readFileSync(new URL(`../../conformance/effects/drivers/${name}.ts`, import.meta.url), 'utf8'),
    );
    const paths = client.flatMap((text) => [...text.matchAll(/[`'](\/[a-z]+)/g)].map(([, path]) => path));
    for (const path of paths)
      expect(
        EXAMPLES.some((example) => example.path.includes(path ?? '?')),
        path,
      ).toBe(true);
  });
});

describe('The page about the driver contract, for the members that scenarios send to drivers,', () => {
  const texts = writtenFiles(shippedFolder());
  const used = [...texts.scenarios, ...texts.library].flatMap(({ text }) =>
    [
      ...text.matchAll(
        /drive: (?:faults\.set|credits\.change|tenants\.change|webhooks\.rotate|jobs\.script), ([^\n]*)/g,
      ),
    ].flatMap(([, given = '']) => [...given.matchAll(/(?:^|[{ ])([a-z_]+): /g)].map(([, name = '']) => name)),
  );
  const OF_THE_LANGUAGE = ['next', 'hook', 'as', 'if', 'job', 'let', 'use', 'drive', 'late', 'id'];
  const members = [...new Set(used)].filter((name) => !OF_THE_LANGUAGE.includes(name));

  it('names each member', () => {
    expect(members).toEqual(expect.arrayContaining(['daily_quota', 'unavailable', 'hold_at', 'keep_previous_for']));
    expect(members.filter((name) => !new RegExp(`[\`"]${name}[\`"]`).test(TEXT))).toEqual([]);
  });
});

describe('The tables of the page about the driver contract', () => {
  const rows = [...TEXT.matchAll(/^\| `([a-z_.]+)` \|/gm)].map(([, member]) => member);
  const STAGES = ['queued', 'picked_up', 'preparing', 'processing'];

  it('list every member that a server may decline or leave out', () => {
    const documented = new Set(rows.filter((row) => !STAGES.includes(row ?? '')));
    const inWords = ['held', 'next_attempt_at'];
    for (const member of inWords) expect(TEXT).toMatch(new RegExp(`\`${member}\` may be left\\s+out`));
    const members = Object.values(DRIVER_MEMBERS).flat();
    expect([...documented].sort()).toEqual(
      [...new Set([...members, 'own_clock'])].filter((one) => !inWords.includes(one)).sort(),
    );
  });
});

/** Matches objects with the same members and any values, because the shown values are only examples. */
function membersOf(shown: unknown, lacks: string): unknown {
  if (Array.isArray(shown)) return shown.map((one) => membersOf(one, lacks));
  if (typeof shown !== 'object' || shown === null) return shown === null ? null : expect.anything();
  const members = Object.entries(shown).filter(([name]) => name !== lacks);
  return Object.fromEntries(members.map(([name, value]) => [name, membersOf(value, lacks)]));
}
