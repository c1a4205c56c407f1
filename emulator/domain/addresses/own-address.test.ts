import { describe, expect, it } from 'vitest';
import { isOwnAddress } from './own-address.ts';

describe('isOwnAddress', () => {
  it.each(['127.0.0.1', '127.9.9.9', '[::1]', '10.1.2.3', '172.31.0.1', '192.168.7.7', 'fd12::1', '::ffff:127.0.0.1'])(
    'is true for %s',
    (address) => expect(isOwnAddress(address)).toBe(true),
  );

  it.each([
    '8.8.8.8',
    '172.32.0.1',
    '169.254.169.254',
    'fd00:ec2::254',
    '2001:db8::1',
    '::ffff:8.8.8.8',
    '0.0.0.0',
    'localhost',
  ])('is false for %s', (address) => expect(isOwnAddress(address)).toBe(false));
});
