import * as z from 'zod';
import { usageKey } from '../../domain/usage.ts';
import type { ChoiceRow, DeviationRow, Effect, TableName, Timer, WorldState } from '../state.ts';
import { account, admission, claim, key, quotaUse, usage } from './account-rows.ts';
import { asset, tombstone } from './asset-rows.ts';
import { job } from './job-rows.ts';
import { count, digest, instant, name, schemaOf, text } from './schema-of.ts';
import { delivery, endpoint, event } from './webhook-rows.ts';

type RowOf<Name extends TableName> = WorldState[Name] extends Map<unknown, infer Row> ? Row : never;
type KeyOf<Name extends TableName> = WorldState[Name] extends Map<infer Key, unknown> ? Key : never;

/** The schema of the keys and rows of a table, and the key in a row if it contains one. */
type Table<Name extends TableName> = {
  key: z.ZodType<KeyOf<Name>>;
  row: z.ZodType<RowOf<Name>>;
  nameOf?: (row: RowOf<Name>) => KeyOf<Name>;
};

const timer = schemaOf<Timer>()(
  z.strictObject({
    serial: count,
    due: instant,
    kind: z.enum(['stage', 'asset-expiry', 'snapshot-expiry', 'job-expiry', 'job-timeout', 'delivery', 'disabling']),
    ref: name,
  }),
);

const effect = schemaOf<Effect>()(
  z.discriminatedUnion('kind', [
    z.strictObject({ serial: count, kind: z.literal('process'), job: name }),
    z.strictObject({ serial: count, kind: z.literal('deliver'), delivery: name, at: instant, retry: count }),
  ]),
);

/** Deviations and choices define their own memory. */
const remembered = { fired: count, memory: z.record(z.string(), z.unknown()) };
const deviation = schemaOf<DeviationRow>()(z.strictObject(remembered));
const choice = schemaOf<ChoiceRow>()(z.strictObject({ ...remembered, choice: z.unknown() }));

const byId = (row: { id: string }) => row.id;
const bySerial = (row: { serial: number }) => row.serial;

/** The tables of a state. Everything that is read from a file is checked with these before it replaces anything. */
export const TABLES: { [Name in TableName]: Table<Name> } = {
  serials: { key: name, row: count },
  accounts: { key: name, row: account, nameOf: (row) => row.name },
  keys: { key: name, row: key, nameOf: (row) => row.secret },
  assets: { key: name, row: asset, nameOf: byId },
  jobs: { key: name, row: job, nameOf: byId },
  tombstones: { key: name, row: tombstone },
  claims: { key: text, row: claim },
  usage: { key: name, row: usage, nameOf: (row) => usageKey(row.owner, row.date, row.operation) },
  quotaUses: { key: name, row: quotaUse },
  admissions: { key: name, row: admission },
  deviations: { key: name, row: deviation },
  choices: { key: name, row: choice },
  timers: { key: count, row: timer, nameOf: bySerial },
  effects: { key: count, row: effect, nameOf: bySerial },
  endpoints: { key: name, row: endpoint, nameOf: byId },
  events: { key: name, row: event, nameOf: byId },
  deliveries: { key: name, row: delivery, nameOf: byId },
  pendingDeliveries: { key: name, row: name },
  blobUses: { key: digest, row: count.min(1) },
};
