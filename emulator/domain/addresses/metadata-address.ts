import { BlockList, isIP } from 'node:net';
import { ipv4Within } from './ipv4-within.ts';

/**
 * Where clouds give the credentials of a machine to any caller inside it: link-local addresses, and those that some
 * clouds have besides.
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
 * Whether an address, with or without the brackets of a URL, is one of a cloud's own, or an IPv6 address that leads to one. A
 * name is none: what it leads to may be.
 */
export function isMetadataAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return METADATA.check(address, 'ipv4');
  return METADATA.check(address, 'ipv6') || ipv4Within(address).some((inner) => METADATA.check(inner, 'ipv4'));
}
