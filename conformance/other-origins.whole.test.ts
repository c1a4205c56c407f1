import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from './report/report.ts';
import { startEmulator, type TestServer } from './run/self-test.ts';
import { loadSuite } from './suite/scenario/load-suite.ts';
import { suiteFiles } from './suite/suite-files.ts';
import { targetFromFlags } from './target/target-from-flags.ts';
import { type ScriptedServer, scriptedServer } from './testing/scripted-server.ts';
import { type TamperingProxy, tamperingProxy } from './testing/tampering-proxy.ts';
import { verifiedReport } from './testing/verified.ts';

/** Each run is a complete run of the kit. `RUNS=50` tries more cases. */
const RUNS = Number(process.env['RUNS'] ?? 2);

let server: TestServer;
let proxy: TamperingProxy;
let elsewhere: ScriptedServer;
beforeAll(async () => {
  server = await startEmulator({ clock: 'frozen' });
  proxy = await tamperingProxy(server);
  elsewhere = await scriptedServer(() => ({ json: {} }));
});
afterAll(async () => {
  await Promise.all([proxy, elsewhere].map((one) => one.close()));
  await server.close();
});

/**
 * Replacements, which changed answers get in turn: first those that mislead a client that concatenates URLs, then all
 * others.
 */
function plainWays(away: string, home: string): string[] {
  return [
    `http://${away}/v1/jobs/job_1`,
    `@${away}/v1/assets/asset_1/content`,
    `//${away}/x`,
    `HTTPS://${away}`,
    `http://${home}@${away}/x`,
    `http:\\\\${away}\\x`,
    `\\\\${away}/v1/x`,
    `user:pw@${away}`,
  ];
}

function waysTo(away: string, home: string): fc.Arbitrary<string> {
  const lead = fc.constantFrom(
    '',
    '',
    '',
    ' ',
    '\t',
    '\r\n',
    '\u0000',
    '\u001f',
    '\u00a0',
    '/',
    '/..',
    '/v1/..',
    '.',
    ';',
  );
  const scheme = fc.constantFrom('', 'http:', 'http:', 'https:', 'hTtP:', 'ftp:', 'file:', 'data:', 'javascript:');
  const slashes = fc.constantFrom('//', '//', '/', '', '///', '\\\\', '/\\', '/\t/', '%2F%2F');
  const user = fc.constantFrom(
    '',
    '',
    'user:pw@',
    '@',
    ':@',
    `${home}@`,
    `${home}%40`,
    `${home}\\@`,
    `${home}#@`,
    `${home}/@`,
  );
  const path = fc.constantFrom('', '/', '/v1/assets/asset_1/content', '/v1/jobs/job_1?a=b#c');
  const whole = fc.tuple(lead, scheme, slashes, user, fc.constant(away), path).map((parts) => parts.join(''));
  const odd = fc.constantFrom(
    ...[`http://${home}.${away}/x`, `:80@${away}/x`, `.${away}`, `[::ffff:127.0.0.1%25${away}]`, '../..', '\ud800'],
    ...[`x/../../${away}`, `x?u=http://${away}`, `x#@${away}`, 'data:text/plain,x', 'file:///etc/passwd'],
  );
  return fc.oneof({ arbitrary: whole, weight: 3 }, odd);
}

/**
 * Everything that the run sent, to any address: every request of Node's client is recorded, even if nothing receives
 * it.
 */
async function watched(run: () => Promise<Report>) {
  const asked: string[] = [];
  const withToken: string[] = [];
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    asked.push(`${request.protocol}//${request.getHeader('host')}`);
    if (request.hasHeader('authorization')) withToken.push(request.path);
  };
  subscribe('http.client.request.start', onRequest);
  try {
    return { report: await run(), asked, withToken };
  } finally {
    unsubscribe('http.client.request.start', onRequest);
  }
}

const TIMES = 4;
const each = (step: (nth: number) => string) => Array.from({ length: TIMES }, (_, nth) => step(nth)).join('');

/**
 * Everything that scenarios do with values of an answer, one step each: paths, queries, headers, bodies, and driver
 * calls.
 */
const SCENARIO = `
scenario: elsewhere/all
covers: [SUBMIT-POLLABLE, RESULT-CONTENT-200, LIST-200, JOB-READ-200, ASSET-READ-200]
given:
  - {hook: sink, endpoint: fresh}
  - {id: first, call: POST /v1/assets, body: {fixture: short-blond.webp}}
  - {id: done, call: POST /v1/makeup/try-ons, headers: {Idempotency-Key: "\${fresh_key()}"},
     json: {inputs: [{asset_id: "\${first.body.id}", role: source}], products: "\${target.data.products}"}}
  - {wait: {for: 1h}}
steps:${each(
  (nth) => `
  - {id: face${nth}, call: POST /v1/assets, body: {fixture: expires-soon}}
  - {id: asset${nth}, call: "GET /v1/assets/\${face${nth}.body.id}", expect: {ASSET-READ-200: {status: 200}}}
  - {id: job${nth}, call: POST /v1/makeup/try-ons, headers: {Idempotency-Key: "\${fresh_key()}"},
     json: {inputs: [{asset_id: "\${first.body.id}", role: source}], products: "\${target.data.products}"}}
  - {id: named${nth}, call: "GET \${job${nth}.header.Location}", expect: {SUBMIT-POLLABLE: {status: 200}}}
  - {id: led${nth}, call: "GET \${job${nth}.location}", expect: {SUBMIT-POLLABLE: {status: 200}}}
  - {id: end${nth}, call: "GET /v1/\${last(split(job${nth}.header.Location, '/v1/'))}", expect: {SUBMIT-POLLABLE: {status: 200}}}
  - {id: id${nth}, call: "GET \${job${nth}.body.id}", expect: {JOB-READ-200: {took: {ge: 0}}}}
  - {id: tail${nth}, call: "GET /v1/usage\${job${nth}.body.id}", headers: {Cookie: "\${job${nth}.body.id}"}, expect: {JOB-READ-200: {took: {ge: 0}}}}
  - {id: read${nth}, call: "GET /v1/jobs/\${job${nth}.body.id}", headers: {If-None-Match: "\${job${nth}.header.ETag}"}, expect: {JOB-READ-200: {took: {ge: 0}}}}
  - {id: done${nth}, call: "GET /v1/jobs/\${done.body.id}", expect: {JOB-READ-200: {status: 200}}}
  - {id: content${nth}, call: "GET \${done${nth}.body.output.image.href}", query: {key: "\${key.primary.secret}"}, expect: {RESULT-CONTENT-200: {status: 200}}}
  - {id: page${nth}, call: GET /v1/assets, query: {limit: 1}, expect: {LIST-200: {status: 200}}}
  - {id: cursor${nth}, call: "GET \${page${nth}.body.next_cursor}", expect: {LIST-200: {took: {ge: 0}}}}`,
)}
  - {id: list, walk: GET /v1/assets, query: {limit: 1}, most: 4, expect: {LIST-200: {pages: {each: {status: 200}}}}}
  - {drive: webhooks.ping, hook: sink}
  - {drive: webhooks.deliveries, hook: sink, as: log}
  - {drive: webhooks.resend, delivery: "\${log[0].id}"}
  - {drive: webhooks.rotate, hook: sink}
  - {id: received, receive: sink, settle: 1s, expect: {JOB-READ-200: {count: {ge: 0}}}}
  - {drive: jobs.step, job: "\${job0.body.id}"}
finally: [{erase: all}]
`;

/** With the built-in rules and set-ups. */
const suite = loadSuite({ ...suiteFiles(), scenarios: [{ file: 'elsewhere.yaml', text: SCENARIO }] });

async function run(): Promise<Report> {
  const drivers = { url: `${proxy.base_url}/_emulator/v1`, token: 'driver-token' };
  const report = await verifiedReport(suite, targetFromFlags({ base_url: proxy.base_url, drivers }), {
    seed: 'elsewhere',
  });
  expect(suite.context.problems).toEqual([]);
  return report;
}

type Field = (name: string, text: string) => boolean;
/** Fields that do not affect each other are changed together. */
const FIELDS: Record<string, Field> = {
  'an href, a Location, a next_cursor or an ETag': (name) => ['href', 'location', 'next_cursor', 'etag'].includes(name),
  'the id of a job': (name, text) => name === 'id' && text.startsWith('job_'),
  'the id of an asset': (name, text) => name === 'id' && text.startsWith('asset_'),
  'the id of what a driver made': (name, text) => name === 'id' && !/^(?:job|asset|evt)_/.test(text),
  'a key or a secret that a driver made': (name) => name === 'secret',
  'a stage, a state or an instant that a driver reports': (name) =>
    ['stage', 'state', 'now', 'next_due'].includes(name),
};

describe('A server whose answers contain URLs of another origin', () => {
  it('receives every request of a run that passes, if it does not change its answers', async () => {
    const { rules, errors } = await run();
    expect([...rules.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id), ...errors]).toEqual([]);
  });

  it.each(Object.entries(FIELDS))('receives every request of a run even if it changes %s', async (_, isIt) => {
    const [home = '', away = ''] = [proxy, elsewhere].map(({ base_url }) => new URL(base_url).host);
    const some = fc.array(waysTo(away, home), { minLength: 8, maxLength: 8 });
    const unasked = fc.asyncProperty(some, async (addresses) => {
      let used = 0;
      elsewhere.asked.length = 0;
      proxy.tamper = (name, text) => (isIt(name, text) ? (addresses[used++ % addresses.length] ?? text) : text);
      const { report, asked, withToken } = await watched(run);
      expect(used).toBeGreaterThan(0);
      expect([...new Set(asked)]).toEqual([proxy.base_url]);
      expect(elsewhere.asked).toEqual([]);
      expect(withToken.filter((path) => !path.startsWith('/_emulator/v1/'))).toEqual([]);
      expect(report.errors).toEqual([]);
    });
    await fc.assert(unasked, { numRuns: RUNS, examples: [[plainWays(away, home)]], endOnFailure: true });
  });
});
