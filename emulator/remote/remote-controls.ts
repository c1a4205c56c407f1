import { assertAllUsed, assertClean, assertVerified, unusedPlans } from '../control/assertions.ts';
import type { AuditControl } from '../control/audit-control.ts';
import type { ClockControl } from '../control/clock-control.ts';
import type { DeviationControl } from '../control/deviation-control.ts';
import type { FaultControl } from '../control/fault-control.ts';
import type { FileControl } from '../control/files/file-control.ts';
import type { InspectControl } from '../control/inspect/inspect-control.ts';
import type { JobControl } from '../control/job-control.ts';
import type { JournalControl, VerifyInput } from '../control/journal-control.ts';
import type { PlanControl } from '../control/plan-control.ts';
import type { ReadingControl } from '../control/reading-control.ts';
import type { CreditChangeInput } from '../control/schemas/tenant-input.ts';
import type { SnapshotControl } from '../control/snapshot-control.ts';
import type { SwitchControl } from '../control/switch-control.ts';
import type { TenantControl } from '../control/tenant-control.ts';
import type { WorldControl } from '../control/world-control.ts';
import { type EndpointRef, endpointIdOf } from '../webhooks/endpoint-ref.ts';
import type { DeliveryReport } from '../webhooks/reports.ts';
import type { ScriptedReceivers } from '../webhooks/scripted-receivers.ts';
import type { WebhookControl } from '../webhooks/webhook-control.ts';
import type { ControlCall } from './control-call.ts';

/** A control as it is from elsewhere: the same calls, each of them a request. */
type Remote<Control> = {
  readonly [Name in keyof Control]: Control[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Awaited<Answer>>
    : never;
};

type Balance = ReturnType<TenantControl['credits']>;

export type RemoteAccounts = Remote<Omit<TenantControl, 'credits'>> & {
  credits(id: string, change: CreditChangeInput): Promise<Balance>;
};

/** All that can be said over HTTP to one world, in the words of the emulator in code. */
export type RemoteControls = {
  readonly clock: Remote<ClockControl>;
  readonly plans: Remote<PlanControl>;
  readonly faults: Remote<FaultControl>;
  readonly deviations: Remote<DeviationControl>;
  readonly readings: Remote<ReadingControl>;
  readonly switches: Remote<SwitchControl>;
  readonly jobs: Remote<JobControl>;
  readonly accounts: RemoteAccounts;
  /** The former name of `accounts`. */
  readonly tenants: RemoteAccounts;
  readonly journal: Remote<JournalControl>;
  readonly audit: Remote<AuditControl>;
  coverage(of?: { worlds?: 'all' }): ReturnType<WorldControl['coverage']>;
  readonly webhooks: Remote<Omit<WebhookControl, 'deliveries' | 'receiver' | 'receivers' | 'settled'>> & {
    deliveries(endpoint: EndpointRef): Promise<DeliveryReport[]>;
    readonly receivers: Remote<ScriptedReceivers>;
  };
  readonly snapshots: Remote<SnapshotControl>;
  readonly files: Remote<FileControl>;
  readonly inspect: Remote<InspectControl>;
  reset(): Promise<void>;
};

export function remoteControls(call: ControlCall): RemoteControls {
  const accounts = remoteAccounts(call);
  return {
    clock: remoteClock(call),
    plans: remotePlans(call),
    faults: remoteFaults(call),
    deviations: remoteDeviations(call),
    readings: { read: () => call('GET', '/readings'), set: (choices) => call('PATCH', '/readings', choices) },
    switches: { read: () => call('GET', '/switches'), set: (switches) => call('PATCH', '/switches', switches) },
    jobs: remoteJobs(call),
    accounts,
    tenants: accounts,
    journal: remoteJournal(call),
    audit: remoteAudit(call),
    coverage: (of = {}) => call('GET', `/coverage${queryOf(of)}`),
    webhooks: remoteWebhooks(call),
    snapshots: remoteSnapshots(call),
    files: {
      export: (of = {}) => call('GET', `/file${queryOf(of)}`),
      import: (file, of = {}) => call('POST', `/file${queryOf(of)}`, file),
    },
    inspect: remoteInspect(call),
    reset: () => call('POST', '/reset'),
  };
}

function remoteClock(call: ControlCall): RemoteControls['clock'] {
  const read: RemoteControls['clock']['read'] = () => call('GET', '/clock');
  return {
    now: async () => (await read()).now,
    read,
    change: (change) => call('PATCH', '/clock', change),
    advance: (target) => call('POST', '/clock/advance', typeof target === 'object' ? target : { by: target }),
  };
}

function remotePlans(call: ControlCall): RemoteControls['plans'] {
  const list: RemoteControls['plans']['list'] = () => call('GET', '/plans');
  return {
    add: async (plan) => (await call<{ id: string }>('POST', '/plans', plan)).id,
    list,
    unused: async () => unusedPlans(await list()),
    assertAllUsed: async () => assertAllUsed(await list()),
    remove: (id) => call('DELETE', `/plans/${segment(id)}`),
    clear: () => call('DELETE', '/plans'),
  };
}

function remoteFaults(call: ControlCall): RemoteControls['faults'] {
  return {
    add: async (fault) => (await call<{ id: string }>('POST', '/faults', fault)).id,
    list: () => call('GET', '/faults'),
    remove: (id) => call('DELETE', `/faults/${segment(id)}`),
    clear: () => call('DELETE', '/faults'),
  };
}

function remoteDeviations(call: ControlCall): RemoteControls['deviations'] {
  return {
    list: () => call('GET', '/deviations'),
    on: (...ids) => call('POST', '/deviations', { on: ids }),
    off: async (...ids) => {
      if (ids.length === 0) await call('DELETE', '/deviations');
      for (const id of ids) await call('DELETE', `/deviations/${segment(id)}`);
    },
  };
}

function remoteJobs(call: ControlCall): RemoteControls['jobs'] {
  return {
    read: (id) => call('GET', `/jobs/${segment(id)}`),
    list: (filter = {}) => call('GET', `/jobs${queryOf(filter)}`),
    step: (id) => call('POST', `/jobs/${segment(id)}/step`),
    release: (id) => call('POST', `/jobs/${segment(id)}/release`),
  };
}

function remoteAccounts(call: ControlCall): RemoteAccounts {
  return {
    create: (account = {}) => call('POST', '/accounts', account),
    list: () => call('GET', '/accounts'),
    remove: (id) => call('DELETE', `/accounts/${segment(id)}`),
    change: (id, change) => call('PATCH', `/accounts/${segment(id)}`, change),
    read: (id) => call('GET', `/accounts/${segment(id)}`),
    keys: (id) => call('GET', `/accounts/${segment(id)}/keys`),
    addKey: (id, key = {}) => call('POST', `/accounts/${segment(id)}/keys`, key),
    changeKey: (id, key, change) => call('PATCH', `/accounts/${segment(id)}/keys/${segment(key)}`, change),
    credits: (id, change) => call('POST', `/accounts/${segment(id)}/credits`, change),
  };
}

function remoteJournal(call: ControlCall): RemoteControls['journal'] {
  const check: RemoteControls['journal']['check'] = (input) => call('POST', '/journal/verify', input);
  return {
    find: (filter = {}) => call('GET', `/journal${queryOf(filter)}`),
    check,
    verify: async (input: VerifyInput) => assertVerified(input, await check(input)),
    wait: (wanted, { signal } = {}) => call('POST', '/journal/wait', wanted, signal),
    explain: (requestId) => call('GET', `/journal/explain/${segment(requestId)}`),
  };
}

function remoteAudit(call: ControlCall): RemoteControls['audit'] {
  const findings: RemoteControls['audit']['findings'] = ({ ignore } = {}) =>
    call('GET', `/audit${queryOf({ ignore: ignore?.join(',') || undefined })}`);
  return { findings, assertClean: async (options) => assertClean(await findings(options)) };
}

function remoteWebhooks(call: ControlCall): RemoteControls['webhooks'] {
  const at = (endpoint: EndpointRef, verb = '') => `/endpoints/${segment(endpointIdOf(endpoint))}${verb}`;
  return {
    register: (endpoint) => call('POST', '/endpoints', endpoint),
    list: () => call('GET', '/endpoints'),
    read: (id) => call('GET', at(id)),
    update: (id, change) => call('PATCH', at(id), change),
    remove: (id) => call('DELETE', at(id)),
    enable: (id) => call('POST', at(id, '/enable')),
    disable: (id) => call('POST', at(id, '/disable')),
    rotate: (id, rotation = {}) => call('POST', at(id, '/rotate'), rotation),
    ping: (id) => call('POST', at(id, '/ping')),
    deliveries: (endpoint) => call('GET', at(endpoint, '/deliveries')),
    resend: (delivery) => call('POST', `/deliveries/${segment(delivery)}/resend`),
    receivers: {
      open: (receiver = {}) => call('POST', '/receivers', receiver),
      list: () => call('GET', '/receivers'),
      read: (id) => call('GET', `/receivers/${segment(id)}`),
      reply: (id, replies) => call('POST', `/receivers/${segment(id)}/replies`, replies),
      close: (id) => call('DELETE', `/receivers/${segment(id)}`),
    },
  };
}

function remoteInspect(call: ControlCall): RemoteControls['inspect'] {
  return {
    summary: () => call('GET', '/summary'),
    agenda: (given = {}) => call('GET', `/agenda${queryOf(given)}`),
    job: (id) => call('GET', `/jobs/${segment(id)}/story`),
    account: (id) => call('GET', `/accounts/${segment(id)}/story`),
    ledger: (account, given = {}) => call('GET', `/accounts/${segment(account)}/ledger${queryOf(given)}`),
    deliveries: (filter = {}) => call('GET', `/deliveries${queryOf(filter)}`),
    requests: (delivery) => call('GET', `/deliveries/${segment(delivery)}/requests`),
  };
}

function remoteSnapshots(call: ControlCall): RemoteControls['snapshots'] {
  return {
    save: (name) => call('POST', `/snapshots/${segment(name)}`),
    load: (name) => call('POST', `/snapshots/${segment(name)}/load`),
    list: () => call('GET', '/snapshots'),
    remove: (name) => call('DELETE', `/snapshots/${segment(name)}`),
  };
}

function segment(text: string): string {
  return encodeURIComponent(text);
}

function queryOf(filter: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}
