import { spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../testing/scratch-folder.ts';
import { certify } from './certificate.ts';
import { integer, objectId, octets, time } from './der.ts';

const { write } = scratchFolder();
const NOW = Date.UTC(2026, 5, 1);
const NAMES = ['localhost', 'api.example.com', '127.0.0.1', '::1', '2001:db8::a:1', '::ffff:10.0.0.1'];

describe('a certificate', () => {
  const { key, cert, ca } = certify(NAMES, NOW);
  const [leaf, authority] = [new X509Certificate(cert), new X509Certificate(ca)];

  it('The key of the authority is not returned, and it signs only for the given names', () => {
    expect(key.match(/PRIVATE KEY/g)).toHaveLength(2);
    expect(`${cert}${ca}`).not.toContain('PRIVATE KEY');
    expect(authority.checkPrivateKey(createPrivateKey(key))).toBe(false);
    expect([leaf.checkPrivateKey(createPrivateKey(key)), leaf.ca, authority.ca]).toEqual([true, false, true]);
    expect(leaf.subjectAltName?.split(', ')).toEqual([
      ...['DNS:localhost', 'DNS:api.example.com', 'IP Address:127.0.0.1', 'IP Address:0:0:0:0:0:0:0:1'],
      ...['IP Address:2001:DB8:0:0:0:0:A:1', 'IP Address:0:0:0:0:0:FFFF:A00:1'],
    ]);
  });

  it('is valid from the day before for 397 days, with its own serial number', () => {
    expect([leaf.validFrom, leaf.validTo]).toEqual(['May 31 00:00:00 2026 GMT', 'Jul  3 00:00:00 2027 GMT']);
    expect(new X509Certificate(certify(NAMES, NOW).cert).serialNumber).not.toBe(leaf.serialNumber);
  });

  it('is accepted by the strict check of OpenSSL', () => {
    const files = [write('ca.pem', ca), write('cert.pem', cert)];
    const time = String(NOW / 1000);
    const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-attime', time, '-CAfile', ...files];
    const { stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
    expect(stdout + stderr).toBe(`${files[1]}: OK\n`);
  });
});

it.each([
  [integer(Buffer.from([0x80])), '02020080'],
  [objectId('1.2.840.10045.4.3.2'), '06082a8648ce3d040302'],
  [octets(Buffer.alloc(128)).subarray(0, 3), '048180'],
  [octets(Buffer.alloc(256)).subarray(0, 4), '04820100'],
  [time(Date.UTC(2049, 11, 31)), `170d${Buffer.from('491231000000Z').toString('hex')}`],
  [time(Date.UTC(2050, 0, 1)), `180f${Buffer.from('20500101000000Z').toString('hex')}`],
])('A value in DER is encoded as X.690 defines: %#', (bytes, hex) => {
  expect(bytes.toString('hex')).toBe(hex);
});
