import { describe, expect, it } from 'vitest';
import { addressOf } from './request-listener.ts';

const asked = (url: string, host: string, method = 'GET') =>
  addressOf({ method, url, httpVersion: '1.1', headers: { host } });

describe('The address of a request', () => {
  it.each([
    ['/a/../b', 'localhost', 'http://localhost/b'],
    ['/a%20b', 'localhost:8080', 'http://localhost:8080/a%20b'],
    ['http://other.test/x', 'localhost', 'http://other.test/x'],
    ['//evil.test/x', 'localhost', 'http://localhost//evil.test/x'],
    ['/x', '[::1]:80', 'http://[::1]/x'],
    ['/x', 'LOCALHOST:65000', 'http://localhost:65000/x'],
    ['/x?y=\\', 'localhost', 'http://localhost/x?y=\\'],
  ])('is composed of %s and %s: %s', (target, host, url) => {
    expect(asked(target, host)).toBe(url);
  });

  it.each([
    ['/x', 'localhost:99999'],
    ['/x', 'user@localhost'],
    ['/x', 'local host'],
    ['/x', 'a/b'],
    ['/x\\y', 'localhost'],
    ['*', 'localhost'],
    ['http://:1/', 'localhost'],
  ])('cannot be composed of %s and %s', (target, host) => {
    expect(asked(target, host)).toBeNull();
  });

  it('is the address of the server if a request has no path', () => {
    expect(asked('*', 'localhost', 'OPTIONS')).toBe('http://localhost/');
  });
});
