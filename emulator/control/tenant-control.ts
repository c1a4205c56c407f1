import * as z from 'zod';
import type { Account } from '../domain/account.ts';
import { KEY_PREFIX, type Key } from '../domain/key.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { hash53 } from '../domain/values/random.ts';
import { ENVIRONMENTS, FEATURES, SCOPE_NAMES, SCOPES } from '../domain/vocabulary.ts';
import { execute, nowIn, type WorldHost } from '../runtime/world-host.ts';
import { balanceBody } from '../world/reports.ts';
import {
  accountRow,
  creditsSchema,
  FEATURE_SAYS,
  featuresOf,
  featuresSchema,
  keyRow,
  nameSchema,
  networksSchema,
  secretSchema,
  unitCostsSchema,
} from './schemas/account-input.ts';
import { type WorldConfig, worldFields } from './schemas/world-input.ts';

const tenantKeySchema = z
  .strictObject({
    environment: z.enum(ENVIRONMENTS).optional().describe('live, or what the secret says'),
    secret: secretSchema.optional().describe('a secret of your own; one is made where none is given'),
    scopes: z
      .array(z.enum(SCOPE_NAMES))
      .default([...SCOPES])
      .describe('the products that it may submit, cancel and delete'),
    revoked: z.boolean().default(false).describe('whether it was revoked (401)'),
    expired: z.boolean().default(false).describe('whether it has expired (401)'),
    allowlist: networksSchema,
  })
  .refine(({ environment, secret }) => !environment || !secret || secret.startsWith(KEY_PREFIX[environment]), {
    path: ['secret'],
    error: 'is of the other environment',
  });

const featureSwitches = z
  .strictObject(Object.fromEntries(FEATURES.map((feature) => [feature, z.boolean().describe(FEATURE_SAYS[feature])])))
  .partial();

/** An account made on the fly (the first row of the driver contract). */
export const tenantSchema = z
  .strictObject({
    id: nameSchema.optional().describe('a name of your own; one is made where none is given'),
    own_clock: z.boolean().default(false).describe('the account lives alone in a world whose clock moves nobody else'),
    clock: worldFields.clock.unwrap().optional().describe('of that world; frozen unless told otherwise'),
    disabled: z.boolean().default(false).describe('whether all of its keys are unusable (401)'),
    webhooks: z.boolean().default(true).describe('where off, nothing is sent'),
    credits: z.int().default(10_000).describe('units at the start'),
    enforced: z.boolean().default(true).describe('refuse a submission that the units do not cover (402)'),
    threshold: z.int().nullable().default(null).describe('threshold of low_balance; null is none'),
    test_funded: z.int().min(0).default(0).describe('of these, units that are not spendable while enforced'),
    unit_costs: unitCostsSchema.prefault({}).describe('units that an accepted job costs'),
    features: z
      .union([featureSwitches, featuresSchema])
      .default({})
      .describe('features that are off, for both environments or for each'),
    keys: z
      .record(nameSchema, tenantKeySchema.prefault({}))
      .prefault({ live: {}, test: { environment: 'test' } })
      .describe('its keys, by a name for each'),
  })
  .refine(({ own_clock, clock }) => own_clock || clock === undefined, {
    path: ['clock'],
    error: 'is for a tenant with own_clock: true',
  });

export const tenantChangeSchema = z.strictObject({
  features: featureSwitches.describe('features to switch, for both environments; the others stay'),
});

export const creditChangeSchema = z
  .strictObject({
    adjust: z.int().describe('a grant, or a correction where it is negative'),
    set: z.int().describe('the settled units from now on, whatever there was before'),
    enforced: z.boolean().describe('refuse a submission that the units do not cover (402)'),
    threshold: z.int().nullable().describe('threshold of low_balance; null is none'),
    test_funded: z.int().min(0).describe('units that are not spendable while enforced'),
  })
  .partial()
  .refine(({ adjust, set }) => adjust === undefined || set === undefined, {
    path: ['set'],
    error: 'cannot stand beside adjust: name one of them',
  });

export type TenantInput = z.input<typeof tenantSchema>;
export type CreditChangeInput = z.input<typeof creditChangeSchema>;
export type TenantChangeInput = z.input<typeof tenantChangeSchema>;
export type TenantReport = {
  id: string;
  account: string;
  keys: Record<string, { id: string; secret: string }>;
  /** Members that were not honoured: none. It tells a tester that the account is all that was asked for. */
  declined: string[];
};

export type TenantControl = {
  /** Makes an account, and returns its secrets by the given names. */
  create(tenant?: TenantInput): TenantReport;
  list(): string[];
  /** Removes an account with all that it owns, and its world where it has one of its own. */
  remove(id: string): void;
  /** Switches features of an account that is there. Returns what is enabled now. */
  change(id: string, change: TenantChangeInput): { features: Account['features']; declined: string[] };
  /** Changes the credits of an account, by default of the first. Returns the balance. */
  credits(id: string | null, change: CreditChangeInput): ReturnType<typeof balanceBody>;
};

/** Worlds of one tenant each, named like it. */
export type OwnWorlds = {
  names(): string[];
  /** Makes a world without accounts, and lets `fill` add one. */
  open(name: string, clock: WorldConfig['clock'], fill: (tenants: TenantControl) => TenantReport): TenantReport;
  end(name: string): void;
};

export function controlTenants(
  host: WorldHost,
  isSecretTaken: (secret: string) => boolean,
  ownWorlds: OwnWorlds,
): TenantControl {
  const { world } = host;
  const requireAccount = (id: string) => {
    if (!world.state.accounts.has(id))
      throw new ControlRefusal(404, `there is no account ${id} in the world ${host.name}`);
    return id;
  };
  return {
    create: (input = {}) => {
      const tenant = parseInput('The tenant', tenantSchema, input);
      const taken = [...world.state.accounts.keys()];
      const { id = freeName(taken, ownWorlds.names()), own_clock, clock } = tenant;
      if (taken.includes(id) || ownWorlds.names().includes(id))
        throw new ControlRefusal(409, `there is an account ${id} already`);
      if (own_clock)
        return ownWorlds.open(id, ownClock(clock), (tenants) =>
          tenants.create({ ...input, id, own_clock: false, clock: undefined }),
        );
      const keys = Object.entries(tenant.keys).map(([name, key]) => keyOf(host, id, name, key));
      keys.forEach(({ secret }, index) => {
        const again = keys.findIndex((key) => key.secret === secret) < index;
        const path = `keys.${Object.keys(tenant.keys)[index]}.secret`;
        if (again || isSecretTaken(secret)) throw new BadInput('The tenant', [{ path, problem: 'is a key already' }]);
      });
      execute(host, 'add_account', { account: accountOf(id, tenant, keys), keys });
      const names = Object.keys(tenant.keys);
      const made = keys.map(({ secret }, index) => [names[index], { id: world.state.keys.get(secret)?.id, secret }]);
      return { id, account: id, keys: Object.fromEntries(made), declined: [] };
    },
    list: () => [...world.state.accounts.keys()],
    remove: (id) => {
      const livesElsewhere = host.name === id || !world.state.accounts.has(id);
      if (livesElsewhere && ownWorlds.names().includes(id)) ownWorlds.end(id);
      else execute(host, 'remove_account', { account: requireAccount(id) });
    },
    change: (id, input) => {
      const { features } = parseInput('The change', tenantChangeSchema, input);
      return { features: execute(host, 'switch_features', { account: requireAccount(id), features }), declined: [] };
    },
    credits: (id, input) => {
      const account = requireAccount(id ?? [...world.state.accounts.keys()][0] ?? '');
      const { set, enforced, threshold, test_funded, ...given } = parseInput('The credits', creditChangeSchema, input);
      const adjust = set === undefined ? given.adjust : set - balanceBody(world, `${account}/live`).settled_units;
      const change = {
        ...(adjust !== undefined && { adjust }),
        ...(enforced !== undefined && { enforced }),
        ...(threshold !== undefined && { lowBalanceAt: threshold }),
        ...(test_funded !== undefined && { testFunded: test_funded }),
      };
      execute(host, 'change_credits', { account, change });
      return balanceBody(world, `${account}/live`);
    },
  };
}

function ownClock(clock: z.output<typeof tenantSchema>['clock']): WorldConfig['clock'] {
  return typeof clock === 'object' ? { mode: 'frozen', ...clock } : (clock ?? 'frozen');
}

function accountOf(name: string, tenant: z.output<typeof tenantSchema>, keys: readonly Omit<Key, 'id'>[]) {
  const { credits: granted, enforced, threshold: low_balance_at, test_funded, unit_costs, disabled, webhooks } = tenant;
  const credits = parseInput('The credits', creditsSchema, {
    granted,
    enforced,
    low_balance_at,
    test_funded,
    unit_costs,
  });
  const features = 'live' in tenant.features ? featuresSchema.parse(tenant.features) : featuresOf(tenant.features);
  const hasTestKey = keys.some(({ environment }) => environment === 'test');
  return accountRow({ name, disabled, webhooks, hasTestKey, features, credits });
}

function keyOf(host: WorldHost, account: string, name: string, key: z.output<typeof tenantKeySchema>): Omit<Key, 'id'> {
  const { seed } = host.world.settings;
  const now = nowIn(host);
  const made = hash53(`${seed}\u0000${host.name}\u0000${account}\u0000${name}`).toString(36);
  const secret = key.secret ?? `${KEY_PREFIX[key.environment ?? 'live']}${account}_${name}_${made}`;
  const limits = { revokedAt: key.revoked ? now : null, expiresAt: key.expired ? now : null, networks: key.allowlist };
  return keyRow(account, secret, key.scopes, limits);
}

function freeName(accounts: readonly string[], elsewhere: readonly string[]): string {
  const taken = [...accounts, ...elsewhere];
  let number = accounts.length;
  while (taken.includes(`tenant-${number}`)) number += 1;
  return `tenant-${number}`;
}
