import { AbstractStartedContainer, GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { containerProblem } from '../conformance/cli/container.ts';
import { mintToken } from '../emulator/adapters/token.ts';
import type { ConfigInput } from '../emulator/control/schemas/config-input.ts';
import type { NamedWorldInput } from '../emulator/control/schemas/world-input.ts';
import type { WorldReport } from '../emulator/control/schemas/world-shapes.ts';
import type { ControlCall } from '../emulator/remote/control-call.ts';
import {
  createRemoteWorld,
  listWorlds,
  type RemoteControls,
  type RemoteWorld,
  remoteControls,
} from '../emulator/remote/remote-controls.ts';
import type { ClockMode } from '../emulator/runtime/clock.ts';
import { baseUrlOf, callsInto, PORT } from './container-calls.ts';
import { type Recording, recordOutput, removeContainer, withOutput } from './container-output.ts';
import { configText, defaultImage, type EmulatorSettings, startFlags } from './emulator-settings.ts';

const STARTUP_MS = 60_000;
const POLL_MS = 250;
const NO_KEYS = { live: null, test: null };

/** The emulator in a separate container, for a test. */
export class TryOnEmulatorContainer extends GenericContainer {
  private readonly settings: EmulatorSettings = { deviations: [], flags: [] };
  private token: string | null = null;
  private created: { id: string; recording: Recording } | null = null;

  constructor(image: string = defaultImage()) {
    super(image);
    this.withExposedPorts(PORT)
      .withWaitStrategy(
        Wait.forHttp('/_emulator/v1/health', PORT, { abortOnContainerExit: true }).withReadTimeout(POLL_MS),
      )
      .withStartupTimeout(STARTUP_MS);
  }

  /** The seed of every id, score and picture. */
  withSeed(seed: string): this {
    this.settings.seed = seed;
    return this;
  }

  /** By default `auto`, unless the configuration sets another clock: polling an unfinished job moves it. */
  withClock(mode: ClockMode): this {
    this.settings.clock = mode;
    return this;
  }

  /** The contents of an emulator.yaml, or the path of one: accounts, keys, credits, readings, stages, plans, faults. */
  withConfig(config: ConfigInput | string): this {
    this.settings.config = config;
    return this;
  }

  /** Deviations and lawful variants that are on from the start. */
  withDeviations(...ids: string[]): this {
    this.settings.deviations.push(...ids);
    return this;
  }

  /** The token that control calls must send. By default, a secret token is generated for each start. */
  withToken(token: string): this {
    this.token = token;
    return this;
  }

  /** Additional flags of `tryon-emulator start`. */
  override withCommand(flags: string[]): this {
    this.settings.flags = flags;
    return this;
  }

  override async start(): Promise<StartedTryOnEmulatorContainer> {
    if (this.reuse && this.token === null)
      throw new Error(
        'withReuse needs withToken: a generated token differs at each start, so the container would not be found again',
      );
    this.created = null;
    const token = this.token ?? mintToken();
    const config = await configText(this.settings);
    super.withCommand(startFlags(this.settings, config)).withEnvironment({ TRYON_TOKEN: token });
    if (config !== null) this.withCopyContentToContainer([{ content: config, target: '/config/emulator.yaml' }]);
    const started = await this.startHeld().catch((error: unknown) => this.tellWhy(error));
    this.stopRecording();
    try {
      const [world] = await listWorlds(callsInto(started, token)());
      return new StartedTryOnEmulatorContainer(started, token, world?.keys ?? NO_KEYS);
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  /** While testcontainers reads the logs of a container that has ended, only this timer keeps the process alive. */
  private async startHeld(): Promise<StartedTestContainer> {
    const hold = setInterval(() => undefined, STARTUP_MS);
    return super.start().finally(() => clearInterval(hold));
  }

  protected override async containerCreated(id: string): Promise<void> {
    this.created = { id, recording: await recordOutput(id) };
  }

  private stopRecording(): void {
    this.created?.recording.stop();
  }

  private async tellWhy(error: unknown): Promise<never> {
    const { created } = this;
    this.stopRecording();
    if (created !== null) await removeContainer(created.id);
    const message = error instanceof Error ? error.message : String(error);
    const hasEnded = /container exited/i.test(message);
    // If the container has ended, the message contains its output, which could look like another problem.
    const reason = hasEnded ? 'it ended before it answered' : (containerProblem(message) ?? message);
    const what = `the emulator did not start from the image ${this.imageName.string}: ${reason}`;
    throw new Error(withOutput(what, created?.recording.text() ?? ''), { cause: error });
  }
}

/** A running emulator, with all controls of its default world. */
export class StartedTryOnEmulatorContainer extends AbstractStartedContainer {
  readonly clock: RemoteControls['clock'];
  readonly plans: RemoteControls['plans'];
  readonly faults: RemoteControls['faults'];
  readonly deviations: RemoteControls['deviations'];
  readonly switches: RemoteControls['switches'];
  readonly jobs: RemoteControls['jobs'];
  readonly accounts: RemoteControls['accounts'];
  /** The former name of `accounts`. */
  readonly tenants: RemoteControls['accounts'];
  readonly journal: RemoteControls['journal'];
  readonly audit: RemoteControls['audit'];
  readonly webhooks: RemoteControls['webhooks'];
  readonly snapshots: RemoteControls['snapshots'];
  readonly files: RemoteControls['files'];
  /** Restores the exact state after the start. */
  readonly reset: RemoteControls['reset'];
  private readonly token: string;
  private readonly keys: WorldReport['keys'];
  private readonly callIn: (world?: string) => ControlCall;

  constructor(started: StartedTestContainer, token: string, keys: WorldReport['keys']) {
    super(started);
    this.token = token;
    this.keys = keys;
    this.callIn = callsInto(started, token);
    const controls = remoteControls(this.callIn());
    this.clock = controls.clock;
    this.plans = controls.plans;
    this.faults = controls.faults;
    this.deviations = controls.deviations;
    this.switches = controls.switches;
    this.jobs = controls.jobs;
    this.accounts = controls.accounts;
    this.tenants = controls.accounts;
    this.journal = controls.journal;
    this.audit = controls.audit;
    this.webhooks = controls.webhooks;
    this.snapshots = controls.snapshots;
    this.files = controls.files;
    this.reset = controls.reset;
  }

  /** The address for clients on this machine, without a slash at the end. */
  getBaseUrl(): string {
    return baseUrlOf(this);
  }

  /** The first key of an environment, for the header X-API-Key. */
  getApiKey(environment: 'test' | 'live'): string {
    const key = this.keys[environment];
    if (key !== null) return key;
    throw new Error(`there is no ${environment} key: the configuration names accounts without one`);
  }

  /** The token that control calls must send as `Authorization: Bearer …`, for tools outside this test. */
  getToken(): string {
    return this.token;
  }

  /** Creates a separate world, with keys, clock and scripts that no other test uses, until it is disposed of. */
  world(world?: NamedWorldInput): Promise<RemoteWorld> {
    return createRemoteWorld(this.callIn, world);
  }
}
