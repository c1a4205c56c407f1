import * as z from 'zod';
import { AUDIT_RULES, type Finding } from '../../domain/test-control/audit.ts';
import type { ExchangeReport, Explanation, VerifyReport } from '../reports.ts';
import { instant } from './answer-shapes.ts';

/** What the journal and the audit answer, for the OpenAPI document. */

const text = () => z.string();

export function exchangeShape() {
  const headers = () => z.record(z.string(), z.string());
  const because = z.strictObject({
    rule: text().describe('the rule'),
    section: text().describe('the section of the specification'),
    compared: z.record(z.string(), z.unknown()).describe('what was compared'),
  });
  return z
    .strictObject({
      serial: z.int().describe('its place in the journal'),
      at: instant().describe('when it was, on the clock of the world'),
      route: text().nullable().describe('the route that took it; null where no path matched'),
      method: text().describe('the method'),
      path: text().describe('the path'),
      query: text().describe('what stands behind the ?'),
      key: text().nullable().describe('the key, masked'),
      keyId: text().nullable().describe('the id of the key; of a key that is not known, a fingerprint'),
      requestHeaders: headers().describe('headers of the request, secrets masked'),
      requestBody: text().nullable().describe('body of the request; null where it is no text'),
      status: z.int().describe('the status of the answer'),
      responseHeaders: headers().describe('headers of the answer'),
      responseBody: text().nullable().describe('body of the answer; null where it is no text'),
      requestId: text().nullable().describe('of a refusal: its id on the wire'),
      because: because.nullable().describe('of a refusal: its reason, which stays off the wire'),
      fault: text().nullable().describe('the fault that was played'),
    })
    .meta({ title: 'ExchangeReport' }) satisfies z.ZodType<ExchangeReport>;
}

export function explanationShape() {
  return z
    .strictObject({
      request_id: text().describe('the id of the refusal on the wire'),
      status: z.int().describe('its status'),
      rule: text().describe('the rule'),
      section: text().describe('the section of the specification'),
      compared: z.unknown().describe('what was compared'),
    })
    .meta({ title: 'Explanation' }) satisfies z.ZodType<Explanation>;
}

export function findingShape() {
  const rules = Object.keys(AUDIT_RULES) as [keyof typeof AUDIT_RULES, ...(keyof typeof AUDIT_RULES)[]];
  return z
    .strictObject({
      rule: z.enum(rules).describe('what was not done right'),
      says: text().describe('what is right'),
      did: text().describe('what the client did'),
      exchange: z.int().describe('the serial of the exchange in the journal'),
      at: instant().describe('when it was'),
      status: z.int().optional().describe('of a refused request: the status of its refusal'),
    })
    .meta({ title: 'Finding' }) satisfies z.ZodType<Finding>;
}

export function verificationShape() {
  const near = z.strictObject({
    unmet: z.array(z.string()).describe('what is not as wanted'),
    exchange: exchangeShape().describe('the exchange'),
  });
  return z
    .strictObject({
      ok: z.boolean().describe('whether that many were found'),
      found: z.int().min(0).describe('how many were found'),
      wanted: z.string().describe('how many there should be, in words'),
      near_misses: z.array(near).describe('what came near, where it is not as wanted'),
    })
    .meta({ title: 'VerifyReport' }) satisfies z.ZodType<VerifyReport>;
}
