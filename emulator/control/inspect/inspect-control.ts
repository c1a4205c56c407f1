import { isUsableKey } from '../../domain/key.ts';
import { parseInput } from '../../domain/values/bad-input.ts';
import { keysAscending } from '../../domain/values/sorted-list.ts';
import { toIso } from '../../domain/values/time.ts';
import { nowIn, type WorldHost } from '../../runtime/world-host.ts';
import { deliveryReport } from '../../webhooks/reports.ts';
import type { DeliveryReport } from '../../webhooks/shapes.ts';
import { balanceBody } from '../../world/reports.ts';
import { requireAccount } from '../key-control.ts';
import { attemptRequests } from './attempt-requests.ts';
import { jobStory } from './job-story.ts';
import { ledgerRows } from './ledger-rows.ts';
import {
  type AccountStory,
  type AgendaInput,
  type AgendaRow,
  type AttemptRequest,
  agendaSchema,
  type DeliveryFilterInput,
  deliveryFilterSchema,
  type JobStory,
  type LedgerInput,
  type LedgerRow,
  ledgerSchema,
  type SummaryReport,
} from './shapes.ts';
import { summaryOf } from './summary.ts';

export type InspectControl = {
  summary(): SummaryReport;
  /** What falls due, the next first. */
  agenda(input?: AgendaInput): AgendaRow[];
  job(id: string): JobStory;
  account(id: string): AccountStory;
  /** What the jobs that are there did to the credits of an account. */
  ledger(account: string, input?: LedgerInput): LedgerRow[];
  /** Deliveries that match, oldest first; with a `limit` the newest of them. */
  deliveries(filter?: DeliveryFilterInput): DeliveryReport[];
  /** The requests of a delivery as they went out; the oldest are forgotten first. */
  requests(delivery: string): AttemptRequest[];
};

export function controlInspect(host: WorldHost): InspectControl {
  return {
    summary: () => summaryOf(host),
    agenda: (input = {}) => agendaOf(host, parseInput('The agenda', agendaSchema, input).limit),
    job: (id) => jobStory(host, id),
    account: (id) => accountStory(host, id),
    ledger: (id, input = {}) => {
      nowIn(host);
      const { limit } = parseInput('The ledger', ledgerSchema, input);
      return ledgerRows(host.world, requireAccount(host, id)).slice(limit === undefined ? 0 : -limit);
    },
    deliveries: (input = {}) => {
      nowIn(host);
      const { id, endpoint, job, limit } = parseInput('The filter', deliveryFilterSchema, input);
      const { deliveries, events } = host.world.state;
      const found = [...deliveries.values()].filter(
        (row) =>
          (id === undefined || row.id === id) &&
          (endpoint === undefined || row.endpoint === endpoint) &&
          (job === undefined || events.get(row.event)?.job === job),
      );
      return found.slice(limit === undefined ? 0 : -limit).map((row) => deliveryReport(host, row));
    },
    requests: (id) => attemptRequests(host, id),
  };
}

function agendaOf(host: WorldHost, limit = Number.POSITIVE_INFINITY): AgendaRow[] {
  nowIn(host);
  const { timers, timerOrder } = host.world.state;
  const rows: AgendaRow[] = [];
  for (const [, serial] of keysAscending(timerOrder)) {
    if (rows.length >= limit) break;
    const timer = timers.get(Number(serial));
    if (timer !== undefined) rows.push({ at: toIso(timer.due), kind: timer.kind, ref: timer.ref });
  }
  return rows;
}

function accountStory(host: WorldHost, id: string): AccountStory {
  const account = requireAccount(host, id);
  const now = nowIn(host);
  const keys = [...host.world.state.keys.values()].filter((key) => key.account === id);
  return {
    id,
    disabled: account.disabled,
    webhooks: account.webhooks,
    features: account.features,
    balance: balanceBody(host.world, `${id}/live`),
    keys: keys.map((key) => ({
      id: key.id,
      secret: key.secret,
      environment: key.environment,
      scopes: [...key.scopes],
      usable: isUsableKey(key, account, now),
      networks: key.networks === null ? null : [...key.networks],
    })),
  };
}
