import { type Account, ownerOf } from '../../domain/account.ts';
import type { Job } from '../../domain/job.ts';
import { isUsableKey } from '../../domain/key.ts';
import { checkSignature } from '../../domain/signature.ts';
import { ControlRefusal } from '../../domain/test-control/control-refusal.ts';
import { parseInput } from '../../domain/values/bad-input.ts';
import { keysAscending } from '../../domain/values/sorted-list.ts';
import { type Instant, SECOND, toIso } from '../../domain/values/time.ts';
import type { Endpoint } from '../../domain/webhook.ts';
import type { SentRequest } from '../../runtime/sent-requests.ts';
import { nowIn, type WorldHost } from '../../runtime/world-host.ts';
import { deliveryReport } from '../../webhooks/reports.ts';
import type { DeliveryReport } from '../../webhooks/shapes.ts';
import { balanceBody } from '../../world/reports.ts';
import type { World } from '../../world/world.ts';
import { requireAccount } from '../key-control.ts';
import { jobStory } from './job-story.ts';
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
  /** What is due, the earliest first. */
  agenda(input?: AgendaInput): AgendaRow[];
  job(id: string): JobStory;
  account(id: string): AccountStory;
  /** What existing jobs did to the credits of an account. */
  ledger(account: string, input?: LedgerInput): LedgerRow[];
  /** Matching deliveries, oldest first; with a `limit` the newest of them. */
  deliveries(filter?: DeliveryFilterInput): DeliveryReport[];
  /** The requests of a delivery as they were sent. Only the newest are kept. */
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

type Entry = { at: Instant; kind: 'hold' | 'capture' | 'release'; units: number; job: string };

/** What jobs did to the units of an account. The first row sums up grants, adjustments and removed jobs. */
function ledgerRows({ state }: World, { name, ledger }: Account): LedgerRow[] {
  const owner = ownerOf(name, 'live');
  const entries = [...state.jobs.values()].filter((job) => job.owner === owner).flatMap(entriesOf);
  entries.sort((one, other) => one.at - other.at);
  const captured = entries.reduce((sum, { kind, units }) => (kind === 'capture' ? sum + units : sum), 0);
  let settled = ledger.settled + captured;
  let held = 0;
  const rows: LedgerRow[] = [rowOf(null, 'opening', settled, null, settled, held)];
  for (const { at, kind, units, job } of entries) {
    held += kind === 'hold' ? units : -units;
    if (kind === 'capture') settled -= units;
    rows.push(rowOf(toIso(at), kind, units, job, settled, held));
  }
  return rows;
}

function entriesOf({ id, charge, createdAt, completedAt, stageSince }: Job): Entry[] {
  if (charge === null) return [];
  const hold: Entry = { at: createdAt, kind: 'hold', units: charge.units, job: id };
  if (charge.state === 'held') return [hold];
  const kind = charge.state === 'captured' ? 'capture' : 'release';
  return [hold, { at: completedAt ?? stageSince, kind, units: charge.units, job: id }];
}

function rowOf(
  at: string | null,
  kind: LedgerRow['kind'],
  units: number,
  job: string | null,
  settled: number,
  held: number,
): LedgerRow {
  return { at, kind, units, job, settled, held, available: settled - held };
}

type Signer = AttemptRequest['signatures'][number]['secret'];

/** The requests of a delivery as they were sent, and the secret that each of their signatures matches. */
function attemptRequests({ name, world, sent }: WorldHost, id: string): AttemptRequest[] {
  const delivery = world.state.deliveries.get(id);
  if (delivery === undefined) throw new ControlRefusal(404, `there is no delivery ${id} in the world ${name}`);
  const endpoint = world.state.endpoints.get(delivery.endpoint);
  return sent.of(id).map((request) => requestReport(request, endpoint));
}

function requestReport({ url, headers, body }: SentRequest, endpoint: Endpoint | undefined): AttemptRequest {
  const header = headers['Service-Signature'] ?? '';
  const seconds = /(?:^|,)t=(\d+)/.exec(header)?.[1] ?? '';
  const values = [...header.matchAll(/(?:^|,)v1=([0-9A-Fa-f]+)/g)].map(([, value = '']) => value);
  const signatures = values.map((value) => ({ value, secret: secretOf(value, seconds, body, endpoint) }));
  return { url, headers, body, base_string: `${seconds}.${body}`, signatures };
}

/** The current secret comes first, because a receiver should use it. */
function secretOf(value: string, seconds: string, body: string, endpoint: Endpoint | undefined): Signer {
  if (endpoint === undefined) return null;
  const isBy = (secret: string) =>
    checkSignature({
      body,
      header: `t=${seconds},v1=${value.toLowerCase()}`,
      secret,
      now: new Date(Number(seconds) * SECOND),
      toleranceSeconds: 1,
    }).ok;
  if (isBy(endpoint.secret)) return 'present';
  const previous = [...(endpoint.previous === null ? [] : [endpoint.previous]), ...endpoint.older];
  return previous.some(({ secret }) => isBy(secret)) ? 'previous' : null;
}
