import { openSuite } from '../../../conformance/certify.ts';
import { forEachFeature } from '../../../conformance/plan/features.ts';
import { GROUPS } from '../../../conformance/suite/rules/rule.ts';
import { DRIVERS, type DriverName, ROLES, type Role } from '../../../conformance/suite/vocabulary.ts';
import { targetFromFlags } from '../../../conformance/target/target-from-flags.ts';
import { code, table } from '../markdown.ts';
import type { Parts } from '../regions.ts';
import { shownRules } from './shown-rules.ts';

export const SHOWN_PARTS: Parts = { 'musts-shown': mustsShown };

type Offer = { says: string; keys?: Partial<Record<Role, string>>; drivers?: readonly DriverName[] };

const LIVE = { primary: 'pk_live_1' };
const OTHERS = Object.keys(ROLES).filter((role) => !['primary', 'live', 'test', 'other_env'].includes(role));
const ALL_KEYS = {
  ...LIVE,
  other_env: 'pk_test_2',
  ...Object.fromEntries(OTHERS.map((role) => [role, `pk_live_${role}`])),
};

const OFFERS: readonly Offer[] = [
  { says: 'a test key', keys: { primary: 'pk_test_1' } },
  { says: 'a live key', keys: LIVE },
  ...(['second', 'other_account', 'no_scope'] as const).map((role) => ({
    says: `a live key and ${code(role)}`,
    keys: { ...LIVE, [role]: 'pk_live_2' },
  })),
  { says: 'a live key and a test key of one account', keys: { ...LIVE, other_env: 'pk_test_2' } },
  { says: 'a key of every role', keys: ALL_KEYS },
  ...(['clock', 'jobs', 'faults', 'webhooks'] as const).map((driver) => ({
    says: `a live key and ${code(`drivers.${driver}`)}`,
    keys: LIVE,
    drivers: [driver],
  })),
  {
    says: `a live key, ${code('drivers.webhooks')} and ${code('drivers.clock')}`,
    keys: LIVE,
    drivers: ['webhooks', 'clock'],
  },
  { says: `${code('drivers.tenants')} alone`, drivers: ['tenants'] },
  { says: 'every driver', drivers: DRIVERS },
];

/** The number of musts that each kind of target can show, in total and by group. */
function mustsShown(): string {
  const { suite, context } = openSuite();
  const musts = [...suite.registry.values()].filter(({ level }) => level === 'must');
  const rows = OFFERS.map(({ says, keys = {}, drivers = [] }) => {
    const target = targetFromFlags({ base_url: 'http://127.0.0.1:1', keys });
    const outlook = { target, offered: drivers, features: forEachFeature(() => true) };
    const shown = shownRules(suite, context, outlook);
    const there = musts.filter(({ id }) => shown.has(id));
    const byGroup = GROUPS.map((name) => String(there.filter(({ group }) => group === name).length));
    return [says, String(there.length), ...byGroup];
  });
  const all = GROUPS.map((name) => musts.filter(({ group }) => group === name).length);
  const head = ['what the target offers', `of ${musts.length} musts`];
  return table([...head, ...GROUPS.map((name, index) => `${name} (${all[index]})`)], rows);
}
