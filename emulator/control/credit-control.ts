import * as z from 'zod';
import { BadInput, parseInput } from '../domain/bad-input.ts';
import type { WorldHost } from '../runtime/world-host.ts';

const adjustmentSchema = z.strictObject({
  account: z.string().optional().describe('the first account where none is named'),
  units: z.int().describe('a grant, or a correction where it is negative'),
});

export type AdjustmentInput = z.input<typeof adjustmentSchema>;

export type CreditControl = {
  /** Grants units, or takes them back; the balance may fall below zero. */
  adjust(adjustment: AdjustmentInput): void;
};

export function controlCredits(host: WorldHost): CreditControl {
  return {
    adjust: (input) => {
      const { units, account } = parseInput('The adjustment', adjustmentSchema, input);
      const { accounts } = host.world.state;
      const name = account ?? [...accounts.keys()][0] ?? '';
      if (!accounts.has(name))
        throw new BadInput('The adjustment', [{ path: 'account', problem: `${name} is not there` }]);
      host.execute('adjust_credits', { account: name, units });
    },
  };
}
