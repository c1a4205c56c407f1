import * as z from 'zod/mini';
import { didYouMean } from '../../shared/nearest.ts';
import {
  DRIVERS,
  type DriverName,
  FEATURES,
  type Feature,
  HAIR_FIELDS,
  ROLES,
  type Role,
} from '../suite/vocabulary.ts';
import { byName, must, part, textThat, unlessEmpty, Wrong } from '../suite/yaml/schema-parts.ts';
import { PLAIN_CONNECTION } from './connection.ts';
import type { Declared, Target } from './target.ts';
import { address, baseAddress, driverAddress, duration, key, listenAddress, secret } from './target-texts.ts';

const about = z.describe;

const filled = z.string(must('be a text')).check(z.refine((said) => said !== '', 'must be a text'));
/** Numbers, such as a version 2, are treated as texts. */
const text = z.pipe(z.union([filled, z.number()], must('be a text')), z.transform(String));

const COUNT = must('be an integer, or null for no limit');
const limit = z.nullish(z.int(COUNT).check(z.minimum(0, COUNT)));

const headerValue = textThat(
  (said) => (said === '' || /[^\t\x20-\x7e]/.test(said) ? new Wrong('must be a text of one line, or env:NAME') : said),
  { be: 'be a text of one line, or env:NAME' },
);

const server = z.strictObject({
  base_url: baseAddress,
  name: unlessEmpty(z.optional(text)).check(about('how the report calls it')),
  version: unlessEmpty(z.optional(text)).check(about('of the server, for the report')),
  spec: unlessEmpty(z.optional(text)).check(about('the version of the specification that it follows')),
  data: z.optional(z.record(z.string(), z.unknown())).check(about('values for the scenarios')),
  headers: unlessEmpty(z.optional(z.record(z.string(), headerValue))).check(
    about(
      'sent with every request to the server, as a gateway wants them; masked like keys, but for values under 6 characters',
    ),
  ),
});

const scopes = z.union([z.array(filled), filled], must('be a list'));
const scopedKey = z.strictObject({
  secret: key,
  scopes: z.optional(scopes).check(about('its scopes, if they differ from those of its role')),
});

const WORDS = ['on', 'off', 'auto'] as const;
const WHY_OFF = 'why the server does not have it; reports name it';
const reason = z.string(must(`be ${WHY_OFF}`)).check(z.regex(/\S/, `must be ${WHY_OFF}`), about(WHY_OFF));

/** Some YAML readers convert on and off to booleans. `off` can have a reason. */
const declared = z.pipe(
  z.union([z.literal([...WORDS, true, false]), z.strictObject({ off: reason })], {
    error: ({ input }) => (input === undefined ? undefined : otherDeclaration(input)),
  }),
  z.transform((said): { declared: Declared; because?: string } => {
    if (typeof said === 'object') return { declared: 'off', because: said.off };
    return { declared: said === true ? 'on' : said === false ? 'off' : said };
  }),
);

function otherDeclaration(input: unknown): string {
  const seen = typeof input === 'string' ? `, not ${input}${didYouMean(input, WORDS)}` : '';
  return `is ${WORDS.join(' or ')}${seen}; off can have a reason: {off: "…"}`;
}

const receiver = z.strictObject({
  listen: unlessEmpty(z.prefault(listenAddress, '127.0.0.1:0')).check(
    about('host:port on which the tester takes events'),
  ),
  public_url: unlessEmpty(z.optional(address)).check(about('the address under which the target reaches it')),
  secret: unlessEmpty(z.optional(secret)).check(about('the signing secret of an endpoint that was registered by hand')),
});

const DRIVER_SAYS: Readonly<Record<DriverName, string>> = {
  tenants: 'URL of the driver that creates accounts',
  clock: 'URL of the driver that moves the clock',
  jobs: 'URL of the driver that decides the outcome of jobs',
  credits: 'URL of the driver that changes credits',
  webhooks: 'where endpoints are registered, or how the tester takes events itself',
  faults: 'URL of the driver that makes stores unreadable',
};

const drivers = {
  url: unlessEmpty(z.optional(address)).check(about('URL of all drivers')),
  token: unlessEmpty(z.optional(secret)).check(about('token for the drivers')),
  ...byName(DRIVERS, (driver) => unlessEmpty(z.optional(driverAddress(driver))).check(about(DRIVER_SAYS[driver]))),
  webhooks: z.nullish(z.union([driverAddress('webhooks'), receiver])).check(about(DRIVER_SAYS.webhooks)),
};

const rate = unlessEmpty(
  z.optional(z.number(must('be a number of requests a second')).check(z.positive('must be more than 0'))),
).check(about('how many requests a second it may send'));

const budget = {
  rate,
  wall: z.prefault(z.nullable(duration), '10m').check(about('time limit of a run; null: no limit')),
  jobs: limit.check(about('how many jobs it may submit')),
  credit_units: limit.check(about('how many units it may spend')),
  live_keys: unlessEmpty(z.prefault(z.literal(['refuse', 'allow']), 'refuse')).check(
    about('whether to submit with keys that spend credits'),
  ),
};

const tls = {
  ca: unlessEmpty(z.optional(filled)).check(about('a PEM file with who signs the certificate of the server')),
  cert: unlessEmpty(z.optional(filled)).check(about('a PEM file with the certificate of the tester')),
  key: unlessEmpty(z.optional(filled)).check(about('a PEM file with the key of that certificate')),
  insecure: unlessEmpty(z.prefault(z.boolean(), false)).check(about('whether any certificate will do')),
};

const LONGEST_ANSWER = '10s';
const answer = z.pipe(
  z.prefault(z.nullable(duration), LONGEST_ANSWER),
  z.transform((given) => given ?? z.parse(duration, LONGEST_ANSWER)),
);
const timeouts = { answer: answer.check(about('how long an answer may take')) };

const keys = byName(Object.keys(ROLES) as Role[], (role) =>
  unlessEmpty(z.optional(z.union([key, scopedKey]))).check(about(ROLES[role])),
);
const features = byName(Object.keys(FEATURES) as Feature[], (feature) =>
  unlessEmpty(z.prefault(declared, 'auto')).check(about(FEATURES[feature])),
);
const hair = byName(HAIR_FIELDS, (field) =>
  unlessEmpty(z.prefault(text, field)).check(about(`what ${field} is called`)),
);

/** All fields of a target.yaml. The reader, the schema for editors and the reference are derived from this. */
export const targetFile = z.strictObject({
  target: server.check(about('the server')),
  keys: part(keys).check(about('API keys by role')),
  features: part(features).check(about('features of the server; auto: the kit detects them')),
  drivers: part(drivers).check(about('drivers: test endpoints beyond the API')),
  budget: part(budget).check(about('limits of a run')),
  tls: part(tls).check(about('certificates, if those of the system are not enough')),
  timeouts: part(timeouts).check(about('how long to wait')),
  hair: z.optional(part(hair)).check(about('names in the body of a hair try-on; if set, the draft is graded')),
});

export type TargetFile = z.output<typeof targetFile>;

type Settings = Pick<Target, 'features' | 'declared_off' | 'budget' | 'live_keys' | 'timeouts' | 'hair' | 'connection'>;

export function settingsOf({
  features,
  budget,
  timeouts,
  hair: named,
}: Omit<TargetFile, 'target' | 'keys' | 'drivers' | 'tls'>): Settings {
  const { live_keys, wall, jobs = null, credit_units = null, rate = null } = budget;
  const fields = named ?? z.parse(z.strictObject(hair), {});
  const said = Object.entries(features) as [Feature, (typeof features)[Feature]][];
  return {
    features: Object.fromEntries(said.map(([name, { declared }]) => [name, declared])) as Target['features'],
    declared_off: Object.fromEntries(
      said.flatMap(([name, { because }]) => (because === undefined ? [] : [[name, because]])),
    ),
    budget: { wall, jobs, credit_units },
    live_keys,
    timeouts,
    connection: { ...PLAIN_CONNECTION, rate },
    hair: { mapped: named !== undefined, fields },
  };
}

/** The default settings. */
export const SETTINGS: Settings = settingsOf(
  z.parse(z.omit(targetFile, { target: true, keys: true, drivers: true, tls: true }), {}),
);
