import { expect, it } from 'vitest';
import { FORGERIES } from '../../deviations/forgeries.ts';
import { signatureHeader } from '../../domain/signature.ts';
import { SIGNATURE_PROBES } from '../../webhooks/probe/signature-probes.ts';
import { verifySignature } from '../../webhooks/verify-signature.ts';

const parts = { secrets: ['whsec_one'], unixSeconds: 1_800_000_000, body: '{"id":"evt_1"}' };
const verdictOf = (header: string) =>
  verifySignature({ body: parts.body, header, secret: 'whsec_one', now: new Date(parts.unixSeconds * 1000) }).ok;

it('A genuine signature verifies', () => {
  expect(verdictOf(signatureHeader(parts.secrets, parts.unixSeconds, parts.body))).toBe(true);
});

it.each(Object.entries(FORGERIES))('The forgery %s does not verify', (_, forge) => {
  expect(verdictOf(forge(parts) ?? '')).toBe(false);
});

it('Each forgery is also sent by a probe of probe-webhook, and a receiver must refuse it', () => {
  const refused = SIGNATURE_PROBES.filter(({ expected }) => expected === 'refuse').map(({ id }) => id);
  expect(refused).toEqual(expect.arrayContaining(Object.keys(FORGERIES)));
});
