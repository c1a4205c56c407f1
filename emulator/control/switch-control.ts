import * as z from 'zod';
import { parseInput } from '../domain/values/bad-input.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import type { Switches } from '../world/state.ts';

export const switchesSchema = z
  .strictObject({
    key_store_unreadable: z.boolean().describe('keys cannot be checked: 503'),
    ledger_unreadable: z.boolean().describe('credits cannot be read: 503, never a balance of zero'),
    admission_per_minute: z
      .int()
      .min(0)
      .nullable()
      .describe('jobs that one key may submit in a minute; null is unlimited'),
    daily_quota: z.int().min(0).nullable().describe('jobs of each operation a UTC day; null is what the readings say'),
  })
  .partial();

export type SwitchesInput = z.input<typeof switchesSchema>;
export type SwitchesReport = {
  key_store_unreadable: boolean;
  ledger_unreadable: boolean;
  admission_per_minute: number | null;
  daily_quota: number | null;
};

export type SwitchControl = {
  read(): SwitchesReport;
  /** Sets the given switches; the others stay. */
  set(switches: SwitchesInput): SwitchesReport;
};

export function controlSwitches(host: WorldHost): SwitchControl {
  const read = (): SwitchesReport => {
    const { keyStoreUnreadable, ledgerUnreadable, admissionPerMinute, dailyQuota } = host.world.state.switches;
    return {
      key_store_unreadable: keyStoreUnreadable,
      ledger_unreadable: ledgerUnreadable,
      admission_per_minute: admissionPerMinute,
      daily_quota: dailyQuota,
    };
  };
  return {
    read,
    set: (input) => {
      const given = parseInput('The switches', switchesSchema, input);
      const { key_store_unreadable, ledger_unreadable, admission_per_minute, daily_quota } = given;
      const switches: Partial<Switches> = {
        ...(key_store_unreadable !== undefined && { keyStoreUnreadable: key_store_unreadable }),
        ...(ledger_unreadable !== undefined && { ledgerUnreadable: ledger_unreadable }),
        ...(admission_per_minute !== undefined && { admissionPerMinute: admission_per_minute }),
        ...(daily_quota !== undefined && { dailyQuota: daily_quota }),
      };
      execute(host, 'set_switches', { switches });
      return read();
    },
  };
}
