import * as z from 'zod';
import { durationSchema } from '../domain/readings.ts';
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
    webhook_timeout: durationSchema
      .nullable()
      .describe('how long receivers may take to answer from now on, in real time; null is what the configuration says'),
  })
  .partial();

export type SwitchesInput = z.input<typeof switchesSchema>;
export type SwitchesReport = {
  key_store_unreadable: boolean;
  ledger_unreadable: boolean;
  admission_per_minute: number | null;
  daily_quota: number | null;
  /** Milliseconds. */
  webhook_timeout: number | null;
};

export type SwitchControl = {
  read(): SwitchesReport;
  /** Sets the given switches; the others stay. */
  set(switches: SwitchesInput): SwitchesReport;
};

export function controlSwitches(host: WorldHost): SwitchControl {
  const read = (): SwitchesReport => {
    const { switches } = host.world.state;
    return {
      key_store_unreadable: switches.keyStoreUnreadable,
      ledger_unreadable: switches.ledgerUnreadable,
      admission_per_minute: switches.admissionPerMinute,
      daily_quota: switches.dailyQuota,
      webhook_timeout: switches.webhookTimeout,
    };
  };
  return {
    read,
    set: (input) => {
      const given = parseInput('The choice of switches', switchesSchema, input);
      const { key_store_unreadable, ledger_unreadable, admission_per_minute, daily_quota, webhook_timeout } = given;
      const switches: Partial<Switches> = {
        ...(key_store_unreadable !== undefined && { keyStoreUnreadable: key_store_unreadable }),
        ...(ledger_unreadable !== undefined && { ledgerUnreadable: ledger_unreadable }),
        ...(admission_per_minute !== undefined && { admissionPerMinute: admission_per_minute }),
        ...(daily_quota !== undefined && { dailyQuota: daily_quota }),
        ...(webhook_timeout !== undefined && { webhookTimeout: webhook_timeout }),
      };
      execute(host, 'set_switches', { switches });
      return read();
    },
  };
}
