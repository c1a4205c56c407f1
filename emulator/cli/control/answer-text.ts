import { counted } from '../../../shared/counted.ts';
import { valueText } from '../../../shared/report/compared-text.ts';
import { paintLine } from '../../../shared/report/lines.ts';
import { visibleLine } from '../../../shared/visible.ts';
import type { JobStory } from '../../control/inspect/shapes.ts';
import type { AccountReport, KeyReport } from '../../control/schemas/account-shapes.ts';
import type { ClockReport } from '../../control/schemas/clock.ts';
import type { FaultReport } from '../../control/schemas/fault.ts';
import type { JobReport } from '../../control/schemas/job.ts';
import type { Explanation } from '../../control/schemas/journal.ts';
import type { PlanReport } from '../../control/schemas/plan.ts';
import type { SnapshotReport } from '../../control/schemas/world-shapes.ts';
import type { WorldControl } from '../../control/world-control.ts';
import type { Finding } from '../../domain/test-control/audit.ts';
import type { ExchangeReport } from '../../domain/test-control/exchange.ts';
import { ENVIRONMENTS } from '../../domain/vocabulary.ts';
import type { AdvanceReport } from '../../runtime/advance-report.ts';
import { exchangeLine } from '../log/event-line.ts';
import { hasColors } from '../print.ts';

export function clockText({ now, mode, rate }: ClockReport): string {
  return `${now}  ${mode}${rate === 1 ? '' : ` at rate ${rate}`}`;
}

export function advanceText({ now, fired, next_due }: AdvanceReport): string {
  const lines = fired.map(({ at, kind, ref }) => `  ${at}  ${kind}  ${ref}`);
  return [...lines, `${now}  reached; ${next_due === null ? 'nothing is due' : `next due ${next_due}`}`].join('\n');
}

function listText<Row>(none: string, line: (row: Row) => string): (rows: readonly Row[]) => string {
  return (rows) => (rows.length === 0 ? none : rows.map(line).join('\n'));
}

export const plansText = listText(
  'there are no plans',
  ({ id, matched, used, plan }: PlanReport) => `${id}  matched ${matched}, used ${used}  ${JSON.stringify(plan)}`,
);

export const faultsText = listText(
  'there are no faults',
  ({ id, matched, hits, spent, fault }: FaultReport) =>
    `${id}  matched ${matched}, struck ${hits}${spent ? ', spent' : ''}  ${JSON.stringify(fault)}`,
);

export function accountText({ id, keys, features, ...account }: AccountReport): string {
  const off = ENVIRONMENTS.flatMap((environment) => {
    const names = Object.entries(features[environment]).flatMap(([name, isOn]) => (isOn ? [] : [name]));
    return names.length === 0 ? [] : [`  ${environment} features off: ${names.join(', ')}`];
  });
  const { disabled, webhooks, enforced, daily_quota, admission_per_minute, unit_costs } = account;
  const notes = [
    ...(disabled ? ['  disabled'] : []),
    ...(webhooks ? [] : ['  webhooks off']),
    ...off,
    `  credits ${enforced ? 'enforced' : 'not enforced'}; ${Object.entries(unit_costs)
      .map(([name, units]) => `${name} ${units}`)
      .join(', ')}`,
    ...(daily_quota === null ? [] : [`  daily quota ${daily_quota}`]),
    ...(admission_per_minute === null ? [] : [`  ${counted(admission_per_minute, 'job')} a minute`]),
  ];
  return [id, ...notes, ...keys.map((key) => `  ${keyText(key)}`)].join('\n');
}

export function keyText({
  id,
  name,
  masked,
  scopes,
  revoked_at,
  expires_at,
  admission_per_minute,
  usable,
}: KeyReport): string {
  const notes = [
    ...(revoked_at === null ? [] : [`revoked ${revoked_at}`]),
    ...(expires_at === null ? [] : [`expires ${expires_at}`]),
    ...(admission_per_minute === null ? [] : [`${counted(admission_per_minute, 'job')} a minute`]),
    usable ? 'usable' : 'not usable',
  ];
  return `${(name ?? id).padEnd(12)} ${id}  ${masked}  ${scopes.join(' ') || 'no scope'}  ${notes.join(', ')}`;
}

export function worldText({ name, keys, clock }: Pick<WorldControl, 'name' | 'keys'> & { clock: ClockReport }): string {
  return `${name}  ${clock.mode}, ${clock.now}  live ${keys.live ?? 'none'}  test ${keys.test ?? 'none'}`;
}

export function snapshotText({ name, at, jobs, assets }: SnapshotReport): string {
  return `${name}  ${at}  ${counted(jobs, 'job')}, ${counted(assets, 'asset')}`;
}

export const snapshotsText = listText('there are no snapshots', snapshotText);

export const jobsText = listText('there are no such jobs', jobText);

export function jobText({ id, created_at, operation, account, environment, ...job }: JobReport): string {
  const { status, stage, held, cancel_requested, completed_at } = job;
  const notes = [
    ...(stage === status ? [] : [stage]),
    ...(held ? ['held'] : []),
    ...(cancel_requested && status !== 'cancelled' ? ['to be cancelled'] : []),
  ];
  const state = notes.length === 0 ? status : `${status} (${notes.join(', ')})`;
  const ended = completed_at === null ? '' : `, ended ${completed_at}`;
  return `${id}  ${operation.padEnd(12)}  ${state}  ${account} ${environment}  ${created_at}${ended}`;
}

const DECIDED = {
  plan: 'its plan',
  magic_image: 'a magic image',
  input: 'its input',
  cancel: 'a cancel',
  timeout: 'a timeout',
};

export function storyText(story: JobStory): string {
  const { decided_by, outcome, pictures, idempotency_key, charge, body } = story;
  return [
    jobText(story),
    `  decided by  ${DECIDED[decided_by.by]}${outcome === null ? '' : `: ${JSON.stringify(outcome)}`}`,
    ...(decided_by.plan === null ? [] : [`  plan        ${decided_by.plan}`]),
    `  sent with   ${idempotency_key === null ? 'no Idempotency-Key' : `Idempotency-Key ${idempotency_key}`}`,
    `  charge      ${JSON.stringify(charge)}`,
    ...pictures.map(({ name, role, width, height }) => `  picture     ${name}  ${role}, ${width} x ${height}`),
    JSON.stringify(body, null, 2),
  ].join('\n');
}

export const findingsText = listText(
  'no mistakes found',
  ({ at, rule, did, says, exchange }: Finding) => `${at}  ${rule}  ${did}. ${says}  (exchange ${exchange})`,
);

export function exchangeText(exchange: ExchangeReport): string {
  return paintLine(exchangeLine({ at: exchange.at, world: null, exchange, took: null, wrong: [] }), hasColors());
}

export function explanationText({ status, rule, section, compared }: Explanation): string {
  const values = Object.entries(Object(compared)).map(([name, value]) => `  ${name}  ${visibleLine(valueText(value))}`);
  return [`${status}  ${rule}${section === '-' ? '' : `  (spec ${section})`}`, ...values].join('\n');
}
