import { type Outcome as FixtureOutcome, fixtures } from '../../fixtures/index.ts';
import { parseDuration } from '../../shared/duration.ts';
import { type PictureFolder, readPictureFile } from '../adapters/picture-file.ts';
import { accountRows } from '../control/account-rows.ts';
import { switchOn } from '../control/deviation-control.ts';
import { faultOf } from '../control/fault-control.ts';
import { planOf } from '../control/plan-control.ts';
import type { AccountConfig } from '../control/schemas/account-input.ts';
import { usualAccount } from '../control/schemas/read-config.ts';
import type { WorldConfig } from '../control/schemas/world-input.ts';
import { ownerOf } from '../domain/account.ts';
import { unusualChoices } from '../domain/choices.ts';
import { KEY_PREFIX } from '../domain/key.ts';
import { STANDARD_RULES } from '../domain/rulebook.ts';
import { DEFAULT_WORLD } from '../domain/test-control/default-world.ts';
import { BadInput } from '../domain/values/bad-input.ts';
import { digestOf } from '../domain/values/digest.ts';
import type { Instant } from '../domain/values/time.ts';
import { ENVIRONMENTS } from '../domain/vocabulary.ts';
import { usualEnvironment } from '../domain/webhook.ts';
import { type ClockMode, createClock } from '../runtime/clock.ts';
import { openHost } from '../runtime/open-host.ts';
import { markReady } from '../runtime/snapshots.ts';
import { changeClock, execute, type HostPorts, portsOf, type WorldHost } from '../runtime/world-host.ts';
import { addressProblem } from '../webhooks/endpoint-ref.ts';
import { resumeConduct } from '../world/deviations.ts';
import { emptyState } from '../world/state.ts';
import { type MagicImage, PLAIN_EDGES, type World } from '../world/world.ts';
import { loadDeviator } from './load-deviator.ts';
import { oldestAge, seedJobs } from './seed-jobs.ts';

/** The default start of virtual time: the same on every run. */
const VIRTUAL_START: Instant = Date.UTC(2026, 0, 1);

const USUAL_MODE: ClockMode = 'auto';

/** Fills a world with the content of its configuration, and makes it ready. */
export async function fillWorld(
  host: WorldHost,
  config: WorldConfig,
  files: PictureFolder = 'anywhere',
): Promise<void> {
  const past = pastOf(config);
  if (unusualChoices(config).length + config.answers.length > 0) {
    host.world.deviator = await loadDeviator();
    resumeConduct(host.world);
  }
  const madeFor = host.name === DEFAULT_WORLD ? '' : `${host.name}_`;
  for (const account of config.accounts ?? [demoAccount(host.name)])
    execute(host, 'add_account', accountRows(account, madeFor));
  if (past !== null) await seedJobs(host, config.jobs, host.world.state.now + past);
  for (const [index, account] of (config.accounts ?? []).entries()) seedEndpoints(host, account, index);
  for (const [index, asset] of config.assets.entries()) await seedAsset(host, asset, index, files);
  const place = 'configured';
  for (const plan of config.plans) execute(host, 'add_plan', { plan: { ...planOf(plan, host), place } });
  for (const fault of config.faults) execute(host, 'add_fault', { fault: { ...faultOf(fault, host), place } });
  await switchOn(host, loadDeviator, config.deviate, 'The configuration');
  if (past !== null) changeClock(host, { mode: clockOf(config).mode ?? USUAL_MODE });
  markReady(host);
}

function clockOf({ clock }: WorldConfig): Exclude<WorldConfig['clock'], string> {
  return typeof clock === 'string' ? { mode: clock } : clock;
}

/** How long before its start a world begins, so that its jobs have their ages; null without jobs. */
function pastOf({ jobs }: Pick<WorldConfig, 'jobs'>): number | null {
  return jobs.length === 0 ? null : oldestAge(jobs);
}

/** A world without an account, whose clock begins with its past. The caller fills it and marks it as ready. */
export function openWorld(name: string, config: WorldConfig, all: HostPorts): WorldHost {
  const ports = portsOf(all, name);
  const past = pastOf(config);
  const { mode = USUAL_MODE, rate = 1, start = mode === 'running' ? 'now' : VIRTUAL_START } = clockOf(config);
  const begin = (start === 'now' ? ports.wall.now() : start) - (past ?? 0);
  const clock = createClock({ mode: past === null ? mode : 'frozen', rate }, begin, ports.wall);
  return openHost({ name, world: emptyWorld(config, begin), clock, journalLimit: config.journal_limit }, ports);
}

/** A world without an account in which nothing has happened: commands are replayed on it. */
export function emptyWorld(config: WorldConfig, begin: Instant): World {
  const { seed, readings, stages, answers, unreadable, emulator_now: showNow } = config;
  const state = emptyState(begin, {
    keyStoreUnreadable: unreadable.key_store,
    ledgerUnreadable: unreadable.ledger,
    admissionPerMinute: readings.admission_per_minute,
    dailyQuota: null,
    webhookTimeout: null,
  });
  for (const { question, choice } of unusualChoices(config))
    state.choices.set(question.name, { choice, fired: 0, memory: {} });
  const settings = { seed, readings, stages, answers, magic: magicImages(), showNow };
  const plain = { settings, rules: STANDARD_RULES, edges: PLAIN_EDGES };
  return { ...plain, plain, deviator: null, state, freed: new Set(), moved: new Set(), secrets: new Set(), room: null };
}

let magic: ReadonlyMap<string, MagicImage> | null = null;

/** The magic images of the fixtures, as the World needs them. */
function magicImages(): ReadonlyMap<string, MagicImage> {
  magic ??= new Map(fixtures.magic().map(({ digest, outcome }) => [digest, magicOf(outcome)]));
  return magic;
}

function magicOf(outcome: FixtureOutcome): MagicImage {
  if ('status' in outcome) return { stages: {}, outcome };
  return { stages: { processing: parseDuration(outcome.stages.processing) ?? 0 }, outcome: null };
}

function demoAccount(world: string): AccountConfig {
  const name = world === DEFAULT_WORLD ? 'demo' : world;
  const keys = ENVIRONMENTS.map((environment) => ({ name: environment, secret: `${KEY_PREFIX[environment]}${name}` }));
  return usualAccount(name, keys);
}

function seedEndpoints(host: WorldHost, { name, endpoints }: AccountConfig, index: number): void {
  for (const [position, { environment: given, url, events, secret = null }] of endpoints.entries()) {
    const problem = addressProblem(host, url);
    if (problem !== null)
      throw new BadInput('The configuration', [{ path: `accounts[${index}].endpoints[${position}].url`, problem }]);
    const environment = given ?? usualEnvironment(host.world.state.keys.values(), name);
    execute(host, 'register_endpoint', { owner: ownerOf(name, environment), url, events, secret });
  }
}

async function seedAsset(
  host: WorldHost,
  { key: secret, file, base64 = '' }: WorldConfig['assets'][number],
  index: number,
  files: PictureFolder,
): Promise<void> {
  const { images, blobs, reading = atOnce } = host.ports;
  const refuse = (part: string, problem: string) =>
    new BadInput('The configuration', [{ path: `assets[${index}].${part}`, problem }]);
  const key = host.world.state.keys.get(secret);
  if (key === undefined) throw refuse('key', 'is not a key of this world');
  const bytes = file === undefined ? Buffer.from(base64, 'base64') : await reading(() => readPictureFile(file, files));
  if ('problem' in bytes) throw refuse('file', bytes.problem);
  const digest = digestOf(bytes);
  const header = await images.inspect(bytes, digest);
  if ('problem' in header) throw refuse(file === undefined ? 'base64' : 'file', header.problem);
  const caller = { owner: ownerOf(key.account, key.environment), key: key.id };
  execute(host, 'upload', { caller, image: { ...header, sizeBytes: bytes.byteLength, digest } });
  // Only after the upload, because the bytes of a refused one would never be removed.
  blobs.put(digest, bytes);
}

function atOnce<Read>(read: () => Promise<Read>): Promise<Read> {
  return read();
}
