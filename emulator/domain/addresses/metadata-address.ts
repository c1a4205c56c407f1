import { BlockList, isIP } from 'node:net';
import { ipv4Within } from './ipv4-within.ts';

/** Addresses at which clouds give the credentials of a machine to its processes: link-local and special ones. */
const METADATA = new BlockList();
METADATA.addSubnet('169.254.0.0', 16, 'ipv4');
METADATA.addAddress('100.100.100.200', 'ipv4');
METADATA.addAddress('168.63.129.16', 'ipv4');
METADATA.addAddress('192.0.0.192', 'ipv4');
METADATA.addSubnet('fe80::', 10, 'ipv6');
METADATA.addSubnet('fd00:ec2::', 32, 'ipv6');
METADATA.addAddress('fd20:ce::254', 'ipv6');

/** Whether an address, also in brackets or inside an IPv6 address, is of cloud metadata. False for every name. */
export function isMetadataAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return METADATA.check(address, 'ipv4');
  return METADATA.check(address, 'ipv6') || ipv4Within(address).some((inner) => METADATA.check(inner, 'ipv4'));
}
