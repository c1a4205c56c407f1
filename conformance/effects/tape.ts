import * as z from 'zod/mini';
import { reasonSchema } from '../suite/reasons.ts';
import { anything } from '../suite/yaml/schema-parts.ts';
import { exchange, receivedHook } from './http/exchange.ts';

const driveOutcome = z.union([
  z.strictObject({ output: anything }),
  z.strictObject({ refused: z.string(), absent: z.boolean() }),
]);

/**
 * One input that an instance received from outside, in the order of its requests. The tape is all that is needed to run
 * the instance again without a server, so anyone can recompute a verdict.
 */
export const tapeEntry = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('exchange'), exchange }),
    z.strictObject({ kind: z.literal('drive'), call: z.string(), input: anything, outcome: driveOutcome }),
    z.strictObject({
      kind: z.literal('hooks'),
      hook: z.string(),
      received: z.array(receivedHook),
      observed_until: z.number(),
    }),
    z.strictObject({ kind: z.literal('now'), at: z.number() }),
    z.strictObject({ kind: z.literal('waited'), milliseconds: z.number(), outcome: z.literal(['done', 'too_long']) }),
    /** It was not done: the run was stopped, or the request was impossible. */
    z.strictObject({ kind: z.literal('stopped'), reason: z.pipe(z.string(), reasonSchema), detail: z.string() }),
  ])
  .check(z.meta({ id: 'tape_entry' }));
export type TapeEntry = z.output<typeof tapeEntry>;
