import { parseInput } from '../domain/values/bad-input.ts';
import { execute, type WorldHost } from '../runtime/world-host.ts';
import type { Switches } from '../world/state.ts';
import { type SwitchesInput, type SwitchesReport, switchesSchema } from './schemas/settings.ts';

export type SwitchControl = {
  read(): SwitchesReport;
  /** Sets the given switches; the others are unchanged. */
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
