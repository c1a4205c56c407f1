import { DRIVERS, FEATURES, type Feature, HAIR_FIELDS, ROLES, type Role } from '../suite/vocabulary.ts';
import type { Probe } from './probe.ts';
import { DEFAULT_DATA, environmentOfKey, type KeyEnvironment } from './target.ts';
import { SETTINGS } from './target-file.ts';

/** Writes a target.yaml: the results of the probe, and a comment for every field. */
export function initTarget(base_url: string, key: string | null, probe: Probe): string {
  const parts = [
    ['# The server under test, and all that the tester may use on it.', `# ${foundOut(probe)}`],
    serverLines(base_url, probe),
    keyLines(key === null ? null : environmentOfKey(key)),
    featureLines(probe),
    DRIVER_LINES,
    budgetLines(),
    hairLines(),
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Returns the environment variable for the key of a role. */
export function variableOf(role: Role): string {
  return `TRYON_KEY_${role.toUpperCase()}`;
}

function foundOut({ reachable, detail, key_works }: Probe): string {
  if (!reachable)
    return `It did not answer (${detail ?? 'no reason known'}) when this was written: nothing was found out.`;
  if (key_works === false) return 'It refused the key when this was written: not much was found out.';
  if (key_works === null) return 'It answered when this was written; without a usable key not much was found out.';
  return 'It answered when this was written, and took the key.';
}

function serverLines(base_url: string, { products }: Probe): string[] {
  return [
    'target:',
    ...commented([
      [`  base_url: ${JSON.stringify(base_url)}`, 'everything below it begins /v1'],
      [`  name: ${JSON.stringify(new URL(base_url).host)}`, 'how the report calls it'],
      ['  # version: 1.0.0', 'of the server, for the report'],
      ['  spec: 1.0.0-rc.1', 'the version of the specification that it follows'],
    ]),
    '  # What the scenarios try on; scenarios of your own find whatever else is here as target.data.',
    '  data:',
    `    products: ${JSON.stringify(products ?? DEFAULT_DATA['products'])}`,
  ];
}

function keyLines(environment: KeyEnvironment | null): string[] {
  const roles = Object.keys(ROLES) as Role[];
  return [
    '# API keys by what they stand for: env:NAME is the value of the variable NAME. A key that is not there makes checks',
    '# inconclusive, never wrong. Only pk_test_ keys may be written out. Scopes, where it matters: {secret: env:NAME, scopes: […]}.',
    'keys:',
    ...commented(
      roles.map((role) => {
        const isGiven = role === 'primary' && environment !== null;
        const about = isGiven ? `${ROLES[role]}; the one given was a ${environment} key` : ROLES[role];
        return [`  ${isGiven ? '' : '# '}${role}: env:${variableOf(role)}`, about];
      }),
    ),
  ];
}

function featureLines({ features }: Probe): string[] {
  const names = Object.keys(FEATURES) as Feature[];
  return [
    '# What the server has. on: it is tested. off: it is tested that it answers as an unknown path does. auto: found by asking.',
    '# What it lacks and cannot show to lack says why, as in webhooks: {off: "our clients poll"}; test-mode: {off: …} and live-mode: {off: …}.',
    'features:',
    ...commented(
      names.map((name) => {
        const isOn = features[name];
        const declared = isOn === null ? 'auto' : isOn ? 'on' : 'off';
        const how = isOn === null ? 'not to be seen by asking' : isOn ? 'found' : 'answers as an unknown path does';
        return [`  ${name}: ${declared}`, `${FEATURES[name]} (${how})`];
      }),
    ),
  ];
}

/** The purpose of each driver. */
export const DRIVER_ABOUT: Record<(typeof DRIVERS)[number], string> = {
  tenants: 'makes accounts with the credits and keys that a check needs',
  clock: 'moves the time of the server, so that a day of retries takes a second',
  jobs: 'holds jobs in a stage, and decides how they end',
  credits: 'changes the balance of an account',
  webhooks: 'registers endpoints, rotates secrets, sends again',
  faults: 'makes stores unreadable, and sets the admission limit',
};

const DRIVER_LINES = [
  '# What the tester may do that the API cannot; each is optional. Either the whole contract at one address:',
  'drivers:',
  '  # url: http://127.0.0.1:4011',
  '  # token: env:TRYON_DRIVER_TOKEN',
  '  # Or one by one:',
  ...commented(DRIVERS.map((driver) => [`  # ${driver}: http://127.0.0.1:4011/${driver}`, DRIVER_ABOUT[driver]])),
  '  # Or, for events without a driver, an endpoint that you have registered and that leads to the tester:',
  '  # webhooks: {listen: ":8443", public_url: "https://hooks.example.test", secret: env:TRYON_WEBHOOK_SECRET}',
];

function budgetLines(): string[] {
  const { budget, timeouts, live_keys } = SETTINGS;
  return [
    '# Limits of a run; null is none. What does not fit becomes inconclusive.',
    'budget:',
    ...commented([
      [`  wall: ${(budget.wall ?? 0) / 60_000}m`, 'time for the whole run'],
      [`  jobs: ${budget.jobs}`, 'jobs submitted'],
      [`  credit_units: ${budget.credit_units}`, 'units spent'],
      [`  live_keys: ${live_keys}`, 'allow: submit with pk_live_ keys too, where that is not this machine'],
    ]),
    'timeouts:',
    ...commented([[`  answer: ${timeouts.answer / 1_000}s`, 'how long one answer may take']]),
  ];
}

function hairLines(): string[] {
  return [
    '# The body of a hair try-on is a draft. Say how your server names its parts, and it is graded as well.',
    '# hair:',
    ...HAIR_FIELDS.map((field) => `#   ${field}: ${field}`),
  ];
}

/** Aligns comments behind their lines. */
function commented(lines: readonly (readonly [line: string, comment: string])[]): string[] {
  const width = lines.reduce((widest, [line]) => Math.max(widest, line.length), 0);
  return lines.map(([line, comment]) => `${line.padEnd(width)}  # ${comment}`);
}
