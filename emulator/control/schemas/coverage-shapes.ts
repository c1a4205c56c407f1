import * as z from 'zod';
import type { CoverageReport } from '../../domain/test-control/coverage.ts';

/** What coverage answers, for the OpenAPI document. */
export function coverageShape() {
  const text = () => z.string();
  const count = (what: string) => z.int().describe(what);
  const behaviour = z
    .strictObject({
      id: text().describe('what it is known by'),
      topic: z.enum(['operations', 'jobs', 'webhooks', 'faults']).describe('what it is about'),
      says: text().describe('what it is'),
      section: text().nullable().describe('the section of the specification'),
      reaction: text().nullable().describe('what a client does about it; null where there is nothing to do'),
      remedy: text().describe('what brings it about'),
      code: text().nullable().describe('the same in code; null where no call of the emulator does'),
      state: z
        .enum(['met', 'unanswered', 'never'])
        .describe('unanswered: it was met, and no client has ever reacted to it'),
      rule: text().nullable().describe('of a refusal that was met: its rule'),
    })
    .meta({ title: 'CoveredBehaviour' });
  return z
    .strictObject({
      version: z.literal(1).describe('of this form'),
      percent: z.number().describe('the share that was met'),
      met: count('how many were met, and reacted to'),
      unanswered: count('how many were met, and never reacted to'),
      never: count('how many were never met'),
      total: count('how many there are'),
      behaviours: z.array(behaviour).describe('all that there is to meet'),
      others: z.array(text()).describe('what was met, and stands in no list'),
    })
    .meta({ title: 'CoverageReport' }) satisfies z.ZodType<CoverageReport>;
}
