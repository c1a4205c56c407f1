import type { Allowance } from '../effects/allowance.ts';
import type { Drivers } from '../effects/drivers/drivers.ts';
import type { HttpClient } from '../effects/http/http-client.ts';
import type { ReceiverSource } from '../effects/receiver/receiver-source.ts';
import type { Secret } from '../effects/secrets/secret-index.ts';
import type { TapeEntry } from '../effects/tape.ts';
import type { Evidence, Observation } from '../judge/evidence.ts';
import type { Choice } from '../plan/choose.ts';
import type { RecordedFacts } from '../plan/facts.ts';
import type { FeatureFacts } from '../plan/feature-facts.ts';
import type { InstanceResult } from '../play/run-instance.ts';
import type { Scenario, Suite, SuiteContext } from '../suite/scenario/suite.ts';
import type { DriverName } from '../suite/vocabulary.ts';
import type { Probe } from '../target/probe.ts';
import type { Target } from '../target/target.ts';

export type RunOptions = Choice & {
  seed: string;
  nonce: string;
  repeat: number;
  atOnce: number;
  signal: AbortSignal;
  /** Cleans up after the scenarios where they have no account of their own. */
  erase: boolean;
  onProgress?(progress: Progress): void;
};

export type Progress = { total: number; done: number; running: number; failures: number; last: string | null };

/** One instance that was run, or that could not be, with all that came of it. */
export type Ran = Omit<InstanceResult, 'evidence' | 'observations' | 'leftovers'> & {
  id: string;
  scenario: string;
  arm: string | null;
  row: string | null;
  took: number;
  tape: TapeEntry[];
  facts: RecordedFacts | null;
};

export type SuiteRun = {
  scenarios: readonly Scenario[];
  features: FeatureFacts;
  offered: readonly DriverName[];
  probe: Probe;
  evidence: Evidence[];
  observations: Observation[];
  ran: Ran[];
  leftovers: string[];
  /** All that came up in the run and nobody is to see. */
  secrets: readonly Secret[];
  requests: number;
  started: number;
  took: number;
};

/** All that the instances of a run share. */
export type Session = {
  suite: Suite;
  context: SuiteContext;
  target: Target;
  options: RunOptions;
  allowance: Allowance;
  client: HttpClient;
  drivers: Drivers;
  receivers: ReceiverSource;
  /** How long jobs took that have ended so far. */
  jobTimes: number[];
  features: FeatureFacts;
  offered: readonly DriverName[];
  /** Of the target, and of the accounts and endpoints that were made so far. */
  secrets: Secret[];
};

export type Collected = Pick<SuiteRun, 'evidence' | 'observations' | 'ran' | 'leftovers'>;
