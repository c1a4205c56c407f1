import { describe, expect, it } from 'vitest';
import { type Call, emulatorFor } from '../testing/client.ts';
import { type Malformed, wellness, wrongAnswers } from '../testing/refusals.ts';

const unexpected: unknown[] = [];
const { emulator, client } = await emulatorFor({ onUnexpected: (error) => unexpected.push(error) });
const isWell = wellness(emulator, unexpected);

const malformed = (method: string, path: string, options: Call = {}): Malformed => ({
  name: `${method} ${path.slice(0, 80)} ${options.key?.slice(0, 40) ?? ''}`,
  send: () => client.call(method, path, options),
});

const ODD_IDS = [
  ...['%', '%zz', '%00', 'job_%00', '%ff%fe', '%c0%ae', '%ed%a0%80', '%2e%2e', '..', '..%2f..', '..%5c', '.', '*'],
  ...['%20', '%0d%0aX-Evil:1', '%u0041', ':id', '%2500', '__proto__', 'constructor', 'job_', 'JOB_1', '0', 'null'],
  ...['a'.repeat(8_000), '%41'.repeat(2_000), "'%20OR%201=1--", '%3Cscript%3E', '[]', '%e2%80%ae', ';a=b'],
];

describe('4.1 and 4.3 an odd id in the path', () => {
  it.each([
    ['GET', '/v1/jobs/', ''],
    ['POST', '/v1/jobs/', '/cancel'],
    ['DELETE', '/v1/jobs/', ''],
    ['GET', '/v1/assets/', ''],
    ['GET', '/v1/assets/', '/content'],
    ['DELETE', '/v1/assets/', ''],
  ])('is refused: %s %s{id}%s', async (method, before, after) => {
    const rows = ODD_IDS.map((id) => malformed(method, before + id + after));
    expect(await wrongAnswers(rows, isWell, [404])).toEqual([]);
  });
});

const ODD_LIMITS = ['%00', '%D9%A3', '1%00', '9'.repeat(400), 'NaN', '%2B5'];
const ODD_INSTANTS = [
  ...['', '2026-01-01', '2026-13-01T00:00:00Z', '2026-01-01T24:00:00Z', '1e3', '%00', '2026-01-01T00:00:60Z'],
  ...['2026-01-01T00:00:00%2B99:99', '%2B999999-01-01T00:00:00Z'],
];
const ODD_PARAMETERS = ['__proto__=1', 'constructor=1', '=', '=1', '%=1', '%00=1', '%ff', 'limit[]=1', 'x'];
const ODD_CURSORS = ['', '%00', '%ff', '__proto__', 'AAAA', '%F0%9F%98%80', 'a'.repeat(8_000), '%3D%3D'];

describe('4.1, 4.3 and 4.4 an odd query', () => {
  const twice = [
    'limit=1&limit=1',
    'cursor=x&cursor=x',
    'created_gte=2026-01-01T00:00:00Z&created_gte=2026-01-01T00:00:00Z',
  ];
  const queries = [
    ...ODD_LIMITS.map((value) => `limit=${value}`),
    ...ODD_INSTANTS.flatMap((value) => [`created_gte=${value}`, `created_lt=${value}`]),
    ...ODD_CURSORS.map((value) => `cursor=${value}`),
    ...ODD_PARAMETERS,
    ...twice,
  ];
  const reports = ODD_INSTANTS.filter((value) => value !== '2026-01-01').flatMap((value) => [
    `from=${value}`,
    `to=${value}`,
  ]);

  it.each([
    ['/v1/assets', [...queries, 'purpose=INPUT', 'purpose=', 'status=queued', 'job_id=a&job_id=b']],
    ['/v1/jobs', [...queries, 'status=done', 'status=', 'operation=hair.apply', 'purpose=input']],
    ['/v1/usage', [...reports, ...ODD_PARAMETERS, 'from=2026-01-02&to=2026-01-01', 'from=2026-01-01&from=2026-01-01']],
  ])('is refused with a 400: GET %s', async (path, odd) => {
    const rows = odd.map((query) => malformed('GET', `${path}?${query}`));
    expect(await wrongAnswers(rows, isWell, [400])).toEqual([]);
  });
});

const ODD_KEYS = [
  ...['', 'x', 'pk_test_', 'pk_test_demo2', 'PK_TEST_DEMO', '__proto__', 'constructor', 'Bearer pk_test_demo'],
  ...['\u00ff', 'a'.repeat(10_000)],
];

describe('5 an odd key', () => {
  it('is refused with a 401 on every route', async () => {
    const paths = ['/v1/assets', '/v1/jobs', '/v1/jobs/x', '/v1/usage', '/v1/credits/balance', '/v1/assets/x/content'];
    const rows = ODD_KEYS.flatMap((key) => paths.map((path) => malformed('GET', path, { key })));
    expect(await wrongAnswers(rows, isWell, [401])).toEqual([]);
  });
});

describe('4 an odd method or path', () => {
  const methods = ['PUT', 'PATCH', 'OPTIONS', 'PROPFIND', 'QUERY', 'X'];
  const odd = ['/', '/v1', '/v1/', '/%2Fv1/usage', '/v1//usage', '/V1/usage', '/v1/usage/', '/v1/%75sage%00'];

  it('is refused with a 404', async () => {
    const paths = ['/v1/assets', '/v1/jobs/x', '/v1/usage', ...odd];
    const rows = [
      ...methods.flatMap((method) => paths.map((path) => malformed(method, path))),
      ...odd.map((path) => malformed('GET', path)),
    ];
    expect(await wrongAnswers(rows, isWell, [404])).toEqual([]);
  });
});
