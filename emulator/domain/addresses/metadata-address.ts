import { BlockList, isIP } from 'node:net';

/**
 * Where clouds answer whoever asks from inside a machine, with its credentials: link-local addresses, and those that some
 * clouds have besides. IPv4 addresses written as IPv6 ones are met by the same rows.
 */
const METADATA = new BlockList();
METADATA.addSubnet('169.254.0.0', 16, 'ipv4');
METADATA.addAddress('100.100.100.200', 'ipv4');
METADATA.addAddress('168.63.129.16', 'ipv4');
METADATA.addAddress('192.0.0.192', 'ipv4');
METADATA.addSubnet('fe80::', 10, 'ipv6');
METADATA.addAddress('fd00:ec2::254', 'ipv6');
METADATA.addAddress('fd20:ce::254', 'ipv6');
METADATA.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');

/** Whether an address, with or without the brackets of a URL, is one of a cloud's own. A name is none: what it leads to may be. */
export function isMetadataAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(address);
  return family !== 0 && METADATA.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
