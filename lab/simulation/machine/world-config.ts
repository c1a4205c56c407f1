import { ACCOUNTS } from '../books.ts';

export const START = '2026-01-05T08:00:00Z';

export const CONFIG = {
  clock: { mode: 'frozen' as const, start: START },
  seed: 'simulation',
  accounts: ACCOUNTS,
  emulator_now: false,
  journal_limit: 50,
};
