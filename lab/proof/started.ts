import { startEmulator, type TestServer } from '../../conformance/run/self-test.ts';
import type { AnyBreach } from '../other-make/breaches/fresh-breaches.ts';
import { startOtherServer } from '../other-make/start.ts';
import { type Chosen, type Make, serverOptions } from './choices.ts';

/** The settings of a server. `deviate` applies to the emulator, `broken` to the other server. */
export type Setting = { make?: Make; chosen?: Chosen; deviate?: string[]; broken?: AnyBreach };

export function started({ make = 'emulator', chosen = {}, deviate = [], broken }: Setting): Promise<TestServer> {
  if (make === 'emulator') return startEmulator({ ...serverOptions(chosen), deviate, onUnexpected: () => {} });
  return startOtherServer({ choices: chosen, ...(broken !== undefined && { broken }) });
}
