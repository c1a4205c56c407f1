import type { NamedWorldInput } from '../control/schemas/world-input.ts';
import type { WorldReport } from '../control/schemas/world-shapes.ts';
import type { ControlCall } from './control-call.ts';
import { type RemoteControls, remoteControls } from './remote-controls.ts';

/** A world in a running emulator, with keys, clock and scripts of its own; those of the default one stay as they are. */
export type RemoteWorld = RemoteControls & {
  readonly name: string;
  readonly keys: WorldReport['keys'];
  /** Ends the world: its keys are unknown from then on. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export function listWorlds(call: ControlCall): Promise<WorldReport[]> {
  return call('GET', '/worlds');
}

/** Makes a world; `callIn` gives the calls that are for the world of a name. */
export async function createRemoteWorld(
  callIn: (world?: string) => ControlCall,
  input: NamedWorldInput = {},
): Promise<RemoteWorld> {
  const { name, keys } = await callIn()<WorldReport>('POST', '/worlds', input);
  const dispose = () => callIn()<void>('DELETE', `/worlds/${encodeURIComponent(name)}`);
  return { ...remoteControls(callIn(name)), name, keys, dispose, [Symbol.asyncDispose]: dispose };
}
