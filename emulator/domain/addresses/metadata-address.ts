import { BlockList, isIP } from 'node:net';
import { ipv4Within } from './ipv4-within.ts';

/**
 * Addresses at which clouds give the credentials of a machine to any process on it: link-local addresses, and those
 * that are specific to one cloud.
 */
const METADATA = new BlockList();
METADATA.addSubnet('169.254.0.0', 16, 'ipv4');
METADATA.addAddress('100.100.100.200', 'ipv4');
METADATA.addAddress('168.63.129.16', 'ipv4');
METADATA.addAddress('192.0.0.192', 'ipv4');
METADATA.addSubnet('fe80::', 10, 'ipv6');
METADATA.addSubnet('fd00:ec2::', 32, 'ipv6');
METADATA.addAddress('fd20:ce::254', 'ipv6');

/**
 * Whether an address, with or without the brackets of a URL, is a metadata address of a cloud, or an IPv6 address that
 * contains one. False for a name, although it may resolve to one.
 */
export function isMetadataAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return METADATA.check(address, 'ipv4');
  return METADATA.check(address, 'ipv6') || ipv4Within(address).some((inner) => METADATA.check(inner, 'ipv4'));
}
