import { hangUp } from './http.ts';
import type { Access } from './service.ts';

/** Something plain that is true of a service: a text, a number, or true and false; null is what could not be read. */
export type Fact = string | number | boolean | null;
export type Facts = Readonly<Record<string, Fact>>;
/** Facts by name, as exchanges with a service show them. */
export type Found = Readonly<Record<string, unknown>>;

/** Reads some facts of a service. What sends much is read once, and all else twice. */
export type Reader = { read(access: Access): Promise<Found>; once?: true };

/** Reads facts. `varies` is what was not the same twice; `onTrouble` hears why some could not be read. */
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
