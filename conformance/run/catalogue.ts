import { startEmulator, type TestServer } from './self-test.ts';

/** What a server can be made to do on request: break a rule (a deviation), or make another choice (by its old name). */
export type Entry =
  | { kind: 'deviation'; id: string; rule: string; also: string[]; about: string; subtle: boolean; fired: number }
  | { kind: 'variant'; id: string; cites: string; about: string; fired: number };

/** Returns the catalogue of a server, with how often each entry has had an effect so far, in any account. */
export async function readCatalogue({ driver_url }: TestServer): Promise<Entry[]> {
  return (await read(`${driver_url}/deviations`)) as Entry[];
}

/** Returns what an emulator of this package can be made to do. */
export async function catalogueOfPackage(): Promise<Entry[]> {
  const server = await startEmulator();
  return readCatalogue(server).finally(() => server.close());
}

/** Returns whether one of some deviations has had an effect so far. */
export async function hasFired(server: TestServer, ids: readonly string[]): Promise<boolean> {
  return (await readCatalogue(server)).some(({ id, fired }) => ids.includes(id) && fired > 0);
}

/** Returns the questions whose non-default choice has made a difference so far. */
export async function readFired({ driver_url }: TestServer): Promise<string[]> {
  const readings = (await read(`${driver_url}/readings`)) as { name: string; fired: number }[];
  return readings.flatMap(({ name, fired }) => (fired > 0 ? [name] : []));
}

async function read(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.json();
}
