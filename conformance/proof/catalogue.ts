import type { TestServer } from '../run/self-test.ts';

/** What a server can be made to do on request: break a rule (a deviation), or differ within the law (a variant). */
export type Entry =
  | { kind: 'deviation'; id: string; rule: string; also: string[]; about: string; subtle: boolean; fired: number }
  | { kind: 'variant'; id: string; cites: string; about: string; fired: number };

/** The catalogue of a server, with how often each entry has changed something so far, in whichever account. */
export async function readCatalogue({ driver_url }: TestServer): Promise<Entry[]> {
  const response = await fetch(`${driver_url}/deviations`);
  if (!response.ok) throw new Error(`${driver_url}/deviations answers ${response.status}: it names no deviations`);
  return (await response.json()) as Entry[];
}
