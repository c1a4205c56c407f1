import { hangUp } from './http.ts';
import type { Access } from './service.ts';

/** A simple observation about a service. Null if it could not be read. */
export type Fact = string | number | boolean | null;
export type Facts = Readonly<Record<string, Fact>>;
/** Facts by name, as found in the exchanges with a service. */
export type Found = Readonly<Record<string, unknown>>;

/** Reads some facts of a service. Readers that send many requests run only once, the others twice. */
export type Reader = { read(access: Access): Promise<Found>; once?: true };

/**
 * Reads facts. A fact that differs the second time is `varies`. `onTrouble` is called with the reason if some could not
 * be read.
 */
export async function readFacts(
  access: Access,
  readers: readonly Reader[],
  onTrouble: (why: string) => void = () => {},
): Promise<Facts> {
  const facts: Record<string, Fact> = {};
  for (const { read, once } of readers) {
    const found = async () =>
      read(access).catch((error: Error) => {
        onTrouble(`${read.name}: ${error.message}`);
        return {};
      });
    const first: Found = await found();
    const second: Found = once ? first : await found();
    for (const name of new Set([...Object.keys(first), ...Object.keys(second)])) {
      const [one, other] = [factOf(first, name), factOf(second, name)];
      facts[name] = one === other ? one : 'varies';
    }
  }
  hangUp();
  return facts;
}

function factOf(found: Found, name: string): Fact {
  const value = found[name] === undefined ? 'absent' : found[name];
  if (!Object.hasOwn(found, name)) return null;
  return typeof value === 'object' ? null : (value as Fact);
}
