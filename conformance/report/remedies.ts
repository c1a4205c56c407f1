import { NOT_BEGUN } from '../run/run-scenarios.ts';
import { REASONS, type Reason } from '../suite/reasons.ts';
import { DRIVERS, ROLES, type Role } from '../suite/vocabulary.ts';
import { DRIVER_ABOUT, variableOf } from '../target/init.ts';
import { gradedRules } from './failures.ts';
import { grouped } from './grouped.ts';
import type { Report, RuleReport } from './report.ts';

/** Rules that could not be tested for the same reason, and how to make them testable. */
export type Remedy = { todo: string; reason: Reason | null; rules: RuleReport[] };

type Rules = Pick<Report, 'rules'>;

/** The untested rules, grouped by remedy. The remedy that helps the most rules comes first. */
export function remediesFor(report: Rules): Remedy[] {
  const untested = gradedRules(report).filter(({ verdict }) => verdict === 'inconclusive');
  return [...grouped(untested, remedyOf)]
    .map(([todo, rules]) => ({ todo, reason: rules[0]?.reason ?? null, rules }))
    .sort((a, b) => b.rules.length - a.rules.length);
}

export function remediesIn(report: Rules): NonNullable<Report['remedies']> {
  return remediesFor(report).map(({ todo, reason, rules }) => ({ todo, reason, rules: rules.map(({ id }) => id) }));
}

/** How to make a rule testable: the flag or field, if one is known to help; otherwise the unchanged hint. */
export function remedyOf({ reason, hint }: Pick<RuleReport, 'reason' | 'hint'>): string {
  if (reason === null) return hint ?? 'no check of this rule ran';
  const [general, whole] = [REASONS[reason], hint ?? REASONS[reason]];
  if (whole === general) return BY_REASON[reason] ?? general;
  const detail = whole.startsWith(`${general} (`) ? whole.slice(general.length + 2, -1) : null;
  return (detail === null ? null : remedyFor(reason, detail)) ?? whole;
}

const IN_FILE = 'in the target file';

const MORE_TIME = 'allow a longer run: --wall 30m, --wall none for no limit, or budget.wall in the target file';

const BY_REASON: Partial<Record<Reason, string | null>> = {
  'needs-clock': offer('clock'),
  'needs-receiver': offer('webhooks'),
  'needs-tenant': offer('tenants'),
};

type Row = readonly [
  reasons: readonly Reason[],
  detail: RegExp,
  todo: (found: readonly (string | undefined)[]) => string | null,
];

/** Remedies by the reason and its detail. The first matching row is used. */
const ROWS: readonly Row[] = [
  [
    ['needs-key'],
    /\bkeys\.(\w+): the variable (\w+) is not set/,
    ([role, name]) => `set the environment variable ${name} to keys.${role}`,
  ],
  [
    ['needs-key'],
    /\brole (\w+)|gives no (\w+) key|\bkey\.(\w+)/,
    (roles) => giveKey(roles.find((role) => role !== undefined) ?? ''),
  ],
  [
    ['needs-key'],
    /^the primary key was refused: (.*)/,
    ([refusal]) =>
      `give a key that the server accepts, with --key or as keys.primary in the target file; the primary key was refused: ${refusal}`,
  ],
  [
    ['needs-key'],
    /^a live key spends credits/,
    () => 'allow live keys to spend credits: --live allow, or budget.live_keys: allow in the target file',
  ],
  [['needs-clock'], /--wall (\w+)/, ([wall]) => `${offer('clock')}; or allow a longer run: --wall ${wall}`],
  [['needs-clock'], /^there is no driver clock|^it needs |^a wait of /, () => offer('clock')],
  [
    ['needs-receiver'],
    /^there is no driver webhooks|^it needs |^no endpoint can be registered/,
    () => offer('webhooks'),
  ],
  [['needs-tenant'], /there is no driver (\w+)/, ([driver]) => offer(driver)],
  [['needs-tenant'], /^it needs /, () => offer('tenants')],
  [['needs-driver'], /there is no driver (\w+)|^it needs .*\bdriver\.(\w+)/, ([one, other]) => offer(one ?? other)],
  [['budget'], new RegExp(`^${NOT_BEGUN}$`), () => MORE_TIME],
  [['budget'], /^budget\.(\w+) of the target allows/, ([limit]) => `raise budget.${limit} in the target file`],
  [['deadline'], /beyond the time of this run|^the run was over/, () => MORE_TIME],
];

function remedyFor(reason: Reason, detail: string): string | null {
  for (const [reasons, pattern, todo] of ROWS) {
    const found = reasons.includes(reason) ? pattern.exec(detail) : null;
    if (found !== null) return todo(found.slice(1));
  }
  return null;
}

/** `offer drivers.clock (it moves the time of the server …) in the target file, or --drivers URL` */
function offer(name: string | undefined): string | null {
  const driver = DRIVERS.find((known) => known === name);
  if (driver === undefined) return null;
  const place = driver === 'webhooks' ? `${IN_FILE} (a driver, or {listen, public_url, secret})` : IN_FILE;
  return `offer drivers.${driver} (it ${DRIVER_ABOUT[driver]}) ${place}, or --drivers URL`;
}

function giveKey(role: string): string | null {
  if (!Object.hasOwn(ROLES, role)) return null;
  const key = `env:${variableOf(role as Role)}`;
  const flag = role === 'primary' ? `--key ${key}` : `--key ${role}=${key}`;
  const spends = role === 'live' ? '; --live allow lets it submit jobs, which spend credits' : '';
  return `give ${ROLES[role as Role]} (${flag}, or keys.${role} ${IN_FILE}${spends})`;
}
