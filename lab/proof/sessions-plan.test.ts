import { describe, expect, it } from 'vitest';
import { HELP, readOptions } from './options.ts';
import { pairRows } from './pair-rows.ts';
import { planProof } from './plan-proof.ts';
import { flagsIn } from './script.ts';
import type { Found, Played } from './sessions.ts';
import { serversOf, sessionsText } from './sessions-plan.ts';
import { SMALL_TABLE } from './small-table.ts';

const options = readOptions(flagsIn(['--fresh', '--sessions-only', '--only', 'two layers cost twice'], HELP), 'today');
const [played] = serversOf(planProof({ entries: [], breaches: [], tables: [] }, options), options.seed, 1);
const found = (more: Partial<Found>): Found => ({
  ...(played as Played),
  ...{ rules: [], steps: 4, seconds: 1, sessions: 1, detail: null, ...more },
});

describe('A fresh breach in sessions alone', () => {
  it('is played on the other server, without an expected rule', () => {
    expect(played).toMatchObject({ rule: null, section: '2.5', isLawful: false, setting: { make: 'other-make' } });
  });

  it('is reported with its section and the rules that failed', () => {
    expect(
      sessionsText([found({}), found({ id: 'another', rules: ['A', 'B'] })]),
    ).toBe(`section 2.5: 1 of 2, median of 4 operations
not found:
  section 2.5 two layers cost twice
found:
  another: A, B
1 of 2 found by sessions alone (50 %)
median of 4 operations and 1.0 s of processor time until found`);
  });

  it('does not count as a lawful server, for which any failed rule is a problem', () => {
    expect(sessionsText([found({ id: 'x=1', isLawful: true, rules: ['A'], detail: 'seen' })])).toBe(
      '1 of 1 runs on lawful servers blamed\n  x=1 (seed today): A: seen',
    );
  });
});

it('Sessions alone play the rows without marked choices, as lawful servers', () => {
  const table = { make: 'emulator', questions: SMALL_TABLE, ...pairRows(SMALL_TABLE, 'ci') } as const;
  const rows = readOptions(flagsIn(['--pairs', '--sessions-only'], HELP), 'today');
  const servers = serversOf(planProof({ entries: [], breaches: [], tables: [table] }, rows), 'today', 1);
  expect(servers.length).toBeGreaterThan(0);
  expect(servers.length).toBeLessThan(table.rows.length);
  for (const { isLawful, setting } of servers) {
    expect(isLawful).toBe(true);
    expect(setting.chosen).not.toHaveProperty(['codes.gone'], 'AWAY');
  }
});
