import { certifyWith, openSuite } from '../../conformance/certify.ts';
import { type Observed, observedIn, SEED } from '../../conformance/cli/calibrate/observe-server.ts';
import { startEmulator, type TestServer } from '../../conformance/run/self-test.ts';
import type { Target } from '../../conformance/target/target.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { type Chosen, serverOptions } from '../proof/choices.ts';

const loaded = openSuite();

/** What scenarios show of a target, without any word about it. */
export async function observe(target: Target, only: readonly string[]): Promise<Observed> {
  return observedIn(await certifyWith(loaded, target, { only, seed: SEED }));
}

export function targetAt({ base_url, driver_url }: TestServer): Target {
  return targetFromFlags({ base_url, drivers: { url: driver_url } });
}

/** What scenarios show of the emulator under some choices. */
export async function observeChosen(chosen: Chosen, only: readonly string[]): Promise<Observed> {
  const server = await startEmulator({ ...serverOptions(chosen), onUnexpected: () => {} });
  try {
    return await observe(targetAt(server), only);
  } finally {
    await server.close();
  }
}
