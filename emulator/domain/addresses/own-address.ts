import { BlockList, isIP } from 'node:net';
import { isMetadataAddress } from './metadata-address.ts';

/** Loopback and private addresses: those of a tester's machine, home network or network of containers. */
const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8, 'ipv4');
OWN.addSubnet('10.0.0.0', 8, 'ipv4');
OWN.addSubnet('172.16.0.0', 12, 'ipv4');
OWN.addSubnet('192.168.0.0', 16, 'ipv4');
OWN.addAddress('::1', 'ipv6');
OWN.addSubnet('fc00::', 7, 'ipv6');

/** Whether an address, also in brackets, is loopback or private. False for a name, wherever it leads. */
export function isOwnAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return family !== 0 && !isMetadataAddress(address) && OWN.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
