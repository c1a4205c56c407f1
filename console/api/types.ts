/** What the control API answers, as far as the console reads it. docs/reference/control-api.md has the whole of it. */

export type Status = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
export type Mode = 'auto' | 'frozen' | 'running';
export type Environment = 'live' | 'test';
export type Clock = { now: string; mode: Mode; rate: number };
export type World = { name: string; keys: { live: string | null; test: string | null }; clock: Clock };
export type Snapshot = { name: string; at: string; jobs: number; assets: number };

export type Summary = {
  clock: Clock;
  jobs: Record<Status, number>;
  deliveries: Record<'pending' | 'delivered' | 'exhausted' | 'cancelled', number>;
  exchanges: number;
  findings: number;
  next_due: string | null;
  changes?: number;
};

export type AgendaRow = { at: string; kind: string; ref: string };
export type Finding = { rule: string; says: string; did: string; exchange: number; at: string };

export type Job = {
  id: string;
  status: Status;
  stage: string;
  held: boolean;
  cancel_requested: boolean;
  operation: string;
  account: string;
  environment: Environment;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
};

export type Picture = { name: string; role: string; media_type: string | null; width: number; height: number };
export type Concern = { concern: string; score: number | null; status: string; unavailable_reason: string | null };
export type JobBody = {
  expires_at: string | null;
  error: { code: string; message: string } | null;
  output: { type: string; concerns?: Concern[] } | null;
};
export type JobStory = Job & {
  body: JobBody;
  etag: string;
  idempotency_key: string | null;
  pictures: Picture[];
  stages: Record<string, number>;
  stage_since: string;
  hold_at: string | null;
  decided_by: { by: 'plan' | 'magic_image' | 'input'; plan: string | null };
  outcome: Record<string, unknown>;
  charge: { units: number; state: string } | null;
};

export type Exchange = {
  serial: number;
  at: string;
  route: string | null;
  method: string;
  path: string;
  query: string;
  key: string | null;
  keyId: string | null;
  requestHeaders: Record<string, string>;
  requestBody: string | null;
  status: number;
  responseHeaders: Record<string, string>;
  responseBody: string | null;
  requestId: string | null;
  because: { rule: string; section: string; compared: Record<string, unknown> } | null;
  fault: string | null;
};

export type Endpoint = {
  id: string;
  account: string;
  environment: Environment;
  url: string;
  events: string[];
  enabled: boolean;
  failing: { count: number; since: string } | null;
  previous_secret_until: string | null;
  created_at: string;
  secret?: string;
};
export type Attempt = {
  number: number;
  at: string;
  status: number | null;
  failure: string | null;
  took: number;
  answer: string;
};
export type Delivery = {
  id: string;
  endpoint: string;
  event: { id: string; type: string; created: string; job: string | null };
  state: string;
  resend: boolean;
  attempts: Attempt[];
  next_attempt_at: string | null;
};
export type AttemptRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  base_string: string;
  signatures: { value: string; secret: 'present' | 'previous' | null }[];
};
export type Receiver = {
  id: string;
  url: string;
  endpoint: string;
  received: { at: string; attempt: number; body: string; verified: boolean; reason: string | null; reply: unknown }[];
};

export type Key = {
  id: string;
  secret: string;
  environment: Environment;
  scopes: string[];
  usable: boolean;
  networks: string[] | null;
};
export type KeyTimes = { id: string; revoked_at: string | null; expires_at: string | null };
export type Account = {
  id: string;
  disabled: boolean;
  webhooks: boolean;
  features: Record<Environment, Record<string, boolean>>;
  balance: Record<'settled_units' | 'held_units' | 'available_units' | 'spendable_units', number> & {
    enforced: boolean;
    low_balance: boolean;
    unit_costs: Record<string, number>;
  };
  keys: Key[];
};
export type LedgerRow = {
  at: string | null;
  kind: string;
  units: number;
  job: string | null;
  settled: number;
  held: number;
  available: number;
};
export type Reading = {
  name: string;
  section: string;
  reading: number | null;
  ask: string;
  choices: string;
  choice: unknown;
  default: unknown;
  fired: number;
};
export type PlanReport = { id: string; place: string; matched: number; used: number; spent: boolean; plan: unknown };
export type FaultReport = {
  id: string;
  effect: { kind: string };
  matched: number;
  hits: number;
  spent: boolean;
  fault: unknown;
};
export type Fixtures = { faces: { name: string; files: { href: string; media_type: string }[] }[] };
