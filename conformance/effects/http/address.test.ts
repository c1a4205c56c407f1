import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, isBase, pathBelow, pathProblem, urlOf } from './address.ts';

const BASE = 'https://api.test:8443/face';

describe('The address of a request', () => {
  it.each([
    ['http://a.test', '/v1/jobs', { secure: false, hostname: 'a.test', port: '', path: '/v1/jobs' }],
    ['http://a.test/', '/v1/jobs', { secure: false, hostname: 'a.test', port: '', path: '/v1/jobs' }],
    [BASE, '/v1/jobs?a=b', { secure: true, hostname: 'api.test', port: '8443', path: '/face/v1/jobs?a=b' }],
    ['HTTP://[::1]:80/a/', '/x', { secure: false, hostname: '::1', port: '', path: '/a/x' }],
  ])('for %s and %s has the origin of the base, and its path as a prefix', (base, path, address) => {
    expect(addressOf(path, base)).toEqual(address);
  });

  it.each(['/v1/../v1//jobs', '/v1/%2e%2e/x', '/v1/jobs/%00', '/v1/a@b:c', '/v1/x?u=http://b.test#f', '/v1/[x]"<>'])(
    'keeps the path %s as written',
    (path) => {
      expect(addressOf(path, BASE).path).toBe(`/face${path}`);
    },
  );

  it.each([
    ['/v1/é x', '/v1/%C3%A9%20x'],
    ['/v1/a\r\nHost: b.test', '/v1/a%0D%0AHost:%20b.test'],
    ['/v1/\ud800', '/v1/%EF%BF%BD'],
  ])('encodes %j for a request line', (path, spelled) => {
    expect(addressOf(path, 'http://a.test').path).toBe(spelled);
  });
});

const ELSEWHERE = [
  ...['http://b.test/x', 'HTTPS://b.test', 'http:b.test', 'http:/v1/jobs', 'data:,x', 'file:///etc/passwd', 'v1/jobs'],
  ...['//b.test/x', '/\\b.test', '\\\\b.test', '\\/b.test', '/\t/b.test', '/\n\r\\b.test', '///b.test'],
  ...['@b.test/x', ':80@b.test', '.b.test', '?x', '#x', '', ' /v1/jobs', '\t/v1/jobs', '\u00a0/v1', '%2Fv1', 'null'],
];

describe('No path below the base address', () => {
  it.each(ELSEWHERE)('is %j', (text) => {
    for (const base of ['http://a.test', BASE]) {
      expect(pathProblem(text, base)).toContain('is not a path below base_url');
      expect(() => addressOf(text, base)).toThrow('is not a path below base_url');
      expect(urlOf(text, base)).toBeNull();
    }
  });

  const CLIMBING = ['/..', '/v1/../../other', '/%2e%2E/x', '/v1/..%2f..\\x', '/a/;b/..;c/../..', '/v1/..//../x'];
  it.each(CLIMBING)('is %s if it leaves the path of the base', (path) => {
    expect(pathProblem(path, BASE)).toContain('leads out of base_url');
    expect(pathProblem(path, 'http://a.test')).toBeNull();
  });

  it('leads to another origin, whatever its text', () => {
    const parts = fc.constantFrom(...'/\\@:.?#\t []', '..', '%2e', 'http:', 'b.test', 'v1');
    const texts = fc.oneof(
      fc.array(parts).map((all) => all.join('')),
      fc.string({ unit: 'binary' }),
    );
    const staysBelow = (text: string, base: string) => {
      if (pathProblem(text, base) !== null) return;
      const { hostname, port, path } = addressOf(text, base);
      expect([hostname, port]).toEqual(['a.test', '81']);
      expect(path).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
      // Joined as a script would do it, and as a URL parser does.
      for (const url of [new URL(base.slice(0, 16) + path), new URL(path, base)]) {
        expect(url.origin).toBe('http://a.test:81');
        expect(url.pathname.startsWith(new URL(base).pathname)).toBe(true);
      }
    };
    for (const base of ['http://a.test:81', 'http://a.test:81/face'])
      fc.assert(
        fc.property(texts, (text) => staysBelow(text, base)),
        { numRuns: 500 },
      );
  });
});

describe('The path below the base address', () => {
  it.each([
    ['https://api.test:8443/face/v1/jobs/a?b=c#d', '/v1/jobs/a?b=c'],
    ['https://API.test:8443/face/x/../v1', '/v1'],
    ['https://api.test:8443/facebook/v1', null],
    ['https://api.test:8443/v1/jobs/a', null],
    ['https://api.test/face/v1', null],
    ['http://api.test:8443/face/v1', null],
    ['https://user@api.test:8443/face/v1', null],
    ['https://api.test:8443/face//b.test/x', null],
  ])('of %s is %s', (url, path) => {
    expect(pathBelow(new URL(url), BASE)).toBe(path);
  });
});

it.each([
  ['http://a.test', true],
  ['https://a.test/b/', true],
  ['ftp://a.test', false],
  ['http://user@a.test', false],
  ['http://:pw@a.test', false],
  ['a.test', false],
])('%s is or is not a base address: %s', (text, expected) => {
  expect(isBase(text)).toBe(expected);
});
