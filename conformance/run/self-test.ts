import { createEmulator, type EmulatorOptions } from '../../emulator/index.ts';
import { basePathOf } from '../../shared/questions/base-path.ts';

/** A server to try the kit on, with the addresses of its API and its driver contract. */
export type TestServer = { base_url: string; driver_url: string; close(): Promise<void> };

/** The only place where the kit uses the emulator in code. Everything else goes over HTTP, as with any other server. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<TestServer> {
  const emulator = await createEmulator(options);
  const base = basePathOf({ base_path: options.readings?.base_path ?? 'none' });
  return {
    base_url: `${emulator.url}${base}`,
    driver_url: `${emulator.url}/_emulator/v1`,
    close: () => emulator.close(),
  };
}
