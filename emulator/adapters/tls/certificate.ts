import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { bits, der, integer, objectId, octets, sequence, TRUE, time, utf8 } from './der.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Some clients refuse longer lifetimes: Apple allows 398 days. */
const LIFETIME = 397 * DAY;

/** A certificate for some names with its key, and the authority that signed it, in PEM. */
export type Certified = { key: string; cert: string; ca: string };

/** Creates a certificate. The key of its authority is discarded, so that it can sign no second one. */
export function certify(names: readonly string[], now: number): Certified {
  const validity = sequence([time(now - DAY), time(now + LIFETIME)]);
  const authority = makeKeys();
  const server = makeKeys();
  const issuer = commonName(`tryon-kit local CA ${authority.id.toString('hex', 0, 4)}`);
  const signed = (subject: Buffer, { spki }: Keys, extensions: Buffer[]) =>
    pemOf('CERTIFICATE', signedBy(authority.privateKey, { issuer, validity, subject, spki, extensions }));
  return {
    key: String(server.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: signed(commonName(names[0] ?? ''), server, [
      extension(BASIC_CONSTRAINTS, sequence([]), true),
      extension(KEY_USAGE, DIGITAL_SIGNATURE, true),
      extension('2.5.29.37', sequence([objectId('1.3.6.1.5.5.7.3.1')])),
      extension('2.5.29.17', sequence(names.map(generalName))),
      extension(SUBJECT_KEY, octets(server.id)),
      extension(AUTHORITY_KEY, sequence([der(0x80, authority.id)])),
    ]),
    ca: signed(issuer, authority, [
      extension(BASIC_CONSTRAINTS, sequence([TRUE, integer(Buffer.from([0]))]), true),
      extension(KEY_USAGE, CERTIFICATE_SIGNATURE, true),
      extension(SUBJECT_KEY, octets(authority.id)),
    ]),
  };
}

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const SUBJECT_KEY = '2.5.29.14';
const AUTHORITY_KEY = '2.5.29.35';
const DIGITAL_SIGNATURE = bits(Buffer.from([0x80]), 7);
const CERTIFICATE_SIGNATURE = bits(Buffer.from([0x04]), 2);
const ECDSA_WITH_SHA256 = sequence([objectId('1.2.840.10045.4.3.2')]);

type Keys = { privateKey: KeyObject; spki: Buffer; id: Buffer };

/** All clients support this curve. */
function makeKeys(): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return { privateKey, spki, id: createHash('sha256').update(spki).digest().subarray(0, 20) };
}

type Content = { issuer: Buffer; validity: Buffer; subject: Buffer; spki: Buffer; extensions: Buffer[] };

/** RFC 5280, 4.1. */
function signedBy(key: KeyObject, { issuer, validity, subject, spki, extensions }: Content): Buffer {
  const version = der(0xa0, integer(Buffer.from([2])));
  const serial = integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)]));
  const extended = der(0xa3, sequence(extensions));
  const content = sequence([version, serial, ECDSA_WITH_SHA256, issuer, validity, subject, spki, extended]);
  return sequence([content, ECDSA_WITH_SHA256, bits(sign('sha256', content, key))]);
}

function commonName(name: string): Buffer {
  return sequence([der(0x31, sequence([objectId('2.5.4.3'), utf8(name)]))]);
}

function extension(id: string, content: Buffer, isCritical = false): Buffer {
  return sequence([objectId(id), ...(isCritical ? [TRUE] : []), octets(content)]);
}

function generalName(name: string): Buffer {
  const family = isIP(name);
  if (family === 0) return der(0x82, Buffer.from(name));
  return der(0x87, family === 4 ? Buffer.from(name.split('.').map(Number)) : bytesOfV6(name));
}

function bytesOfV6(address: string): Buffer {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after = []] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function pemOf(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
