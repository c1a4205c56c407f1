import { DRIVERS, type DriverName, FEATURES, HAIR_FIELDS, type HairField, ROLES } from '../suite/vocabulary.ts';
import { SETTINGS } from './read-settings.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a target.yaml, for completion and hints in editors. The reader has the last word. */
export function targetSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A server for the conformance kit to grade',
    ...closed(
      {
        target: {
          description: 'the server',
          ...closed(
            {
              base_url: { description: 'where its API begins: what comes below is /v1', ...ADDRESS },
              name: { description: 'how the report calls it', ...TEXT },
              version: { description: 'of the server, for the report', ...TEXT },
              spec: { description: 'the version of the specification that it follows', ...TEXT },
              data: { description: 'values for the scenarios', type: 'object' },
            },
            ['base_url'],
          ),
        },
        keys: { description: 'API keys by what they stand for', ...named(ROLES, KEY) },
        features: {
          description: 'what the server has; auto is found by asking',
          ...named(FEATURES, { ...DECLARED, default: 'auto' }),
        },
        drivers: { description: 'what the tester may do that the API cannot', ...driversSchema() },
        budget: { description: 'limits of a run', ...closed(BUDGET) },
        timeouts: {
          description: 'how long to wait',
          ...closed({
            answer: {
              description: 'how long an answer may take',
              default: lengthText(SETTINGS.timeouts.answer),
              ...DURATION,
            },
          }),
        },
        hair: {
          description: 'names in the body of a hair try-on, where they are given the draft is graded',
          ...closed(Object.fromEntries(HAIR_FIELDS.map((field) => [field, hairName(field)]))),
        },
      },
      ['target'],
    ),
  };
}

const TEXT = { type: ['string', 'number'] };
const ADDRESS = { type: 'string', pattern: '^https?://' };
const DURATION = { type: ['string', 'null'], pattern: '^[\\d.]+(ms|s|m|h|d)([\\d.]+(ms|s|m|h))*$' };
const COUNT = { type: ['integer', 'null'], minimum: 0 };
const SECRET = { type: 'string', pattern: '^env:[A-Za-z_]\\w*$' };
const KEY_TEXT = { type: 'string', pattern: '^(env:[A-Za-z_]\\w*|pk_test_.*)$' };
const DECLARED = { enum: ['on', 'off', 'auto', true, false] };
const KEY = {
  anyOf: [
    KEY_TEXT,
    closed(
      {
        secret: { description: 'env:NAME of the key', ...KEY_TEXT },
        scopes: {
          description: 'the scopes that it has, where they are not those of its role',
          type: ['array', 'string'],
          items: { type: 'string' },
        },
      },
      ['secret'],
    ),
  ],
};
const BUDGET = {
  wall: {
    description: 'how long a run may take; null is as long as it needs',
    default: lengthText(SETTINGS.budget.wall ?? 0),
    ...DURATION,
  },
  jobs: { description: 'how many jobs it may submit', ...COUNT },
  credit_units: { description: 'how many units it may spend', ...COUNT },
  live_keys: {
    description: 'whether to submit with keys that spend credits',
    default: SETTINGS.live_keys,
    enum: ['refuse', 'allow'],
  },
};

const DRIVER_SAYS: Readonly<Record<DriverName, string>> = {
  tenants: 'where accounts are made',
  clock: 'where time is moved',
  jobs: 'where it is decided what becomes of jobs',
  credits: 'where credits are changed',
  webhooks: 'where endpoints are registered, or how the tester takes events itself',
  faults: 'where stores are made unreadable',
};

function hairName(field: HairField): Schema {
  return { description: `what ${field} is called`, default: field, ...TEXT };
}

/** A duration in the largest unit that gives a whole number. */
function lengthText(milliseconds: number): string {
  return milliseconds % 60_000 === 0 ? `${milliseconds / 60_000}m` : `${milliseconds / 1000}s`;
}

function driversSchema(): Schema {
  const receiver = closed({
    listen: { description: 'host:port on which the tester takes events', default: '127.0.0.1:0', type: 'string' },
    public_url: { description: 'the address under which the target reaches it', ...ADDRESS },
    secret: { description: 'the signing secret of an endpoint that was registered by hand', ...SECRET },
  });
  const each = Object.fromEntries(
    DRIVERS.map((driver) => [
      driver,
      { description: DRIVER_SAYS[driver], ...(driver === 'webhooks' ? { anyOf: [ADDRESS, receiver] } : ADDRESS) },
    ]),
  );
  return closed({
    url: { description: 'where the whole contract is served', ...ADDRESS },
    token: { description: 'what its calls must carry', ...SECRET },
    ...each,
  });
}

function named(names: Readonly<Record<string, string>>, value: Schema): Schema {
  const properties = Object.entries(names).map(([name, description]) => [name, { description, ...value }]);
  return closed(Object.fromEntries(properties));
}

/** An empty section counts as missing. */
function closed(properties: Schema, required: readonly string[] = []): Schema {
  return {
    type: required.length > 0 ? 'object' : ['object', 'null'],
    properties,
    required,
    additionalProperties: false,
  };
}
