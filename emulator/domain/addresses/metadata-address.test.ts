import { describe, expect, it } from 'vitest';
import { isMetadataAddress } from './metadata-address.ts';

const hostOf = (url: string) => new URL(url).hostname;

describe('isMetadataAddress', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://169.254.0.1/',
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[::169.254.169.254]/',
    'http://[::ffff:0:169.254.169.254]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://[2002:a9fe:a9fe:1:2:3:4:5]/',
    'http://[64:ff9b:1::169.254.169.254]/',
    'http://[64:ff9b:1:a9fe:a9:fe00::]/',
    'http://[64:ff9b:1:a9:fe:a9fe::]/',
    'http://[64:ff9b:1:0:a9:fea9:fe00:0]/',
    'http://[2001:0:a9fe:a9fe::1]/',
    'http://[2001:0:808:808:0:0:5601:5601]/',
    'http://[64:ff9b::6464:64c8]/',
    'http://[2002:a83f:8110::]/',
    'http://[fd00:ec2::23]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fd20:ce::254]/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
  ])('is true for %s', (url) => {
    expect(isMetadataAddress(hostOf(url))).toBe(true);
  });

  it.each([
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'http://10.0.0.7/',
    'http://172.17.0.2/',
    'http://192.168.1.4/',
    'http://[::1]/',
    'http://[fd12:3456::1]/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:10.0.0.7]/',
    'http://[2002:a00:7::1]/',
    'http://[64:ff9b::8.8.8.8]/',
    'http://[2001:db8:a9fe:a9fe::a9fe:a9fe]/',
    'http://[2a00:1450:4001::a9fe:a9fe]/',
    'http://100.100.100.201/',
    'http://169.253.255.255/',
    'https://hooks.example.test/',
    'http://169.254.169.254.example.test/',
  ])('is false for %s', (url) => {
    expect(isMetadataAddress(hostOf(url))).toBe(false);
  });
});
