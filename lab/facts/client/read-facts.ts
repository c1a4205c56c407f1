import { hangUp } from './http.ts';
import type { Access } from './service.ts';

/** Something plain that is true of a service: a text, a number, or true and false. */
export type Fact = string | number | boolean | null;
export type Facts = Readonly<Record<string, Fact>>;

/** Exchanges with a service, and the facts that are read from them. */
export type Group = {
  /** Whether it sends much: it is read once, where all else is read twice. */
  isLarge: boolean;
  names: readonly string[];
  read(access: Access): Promise<Facts>;
};

/** Facts by name, each with how it is read from what a scene gives. */
export function from<Scene>(
  scene: (access: Access) => Promise<Scene>,
  readers: Readonly<Record<string, (seen: Scene) => unknown>>,
  isLarge = false,
): Group {
  const read = async (access: Access) => {
    const seen = await scene(access).catch((error: Error) => error);
    const facts = Object.entries(readers).map(([name, reader]) => [
      name,
      seen instanceof Error ? null : factOf(reader, seen),
    ]);
    if (seen instanceof Error) notes.push(`${Object.keys(readers)[0]} and others: ${seen.message}`);
    return Object.fromEntries(facts) as Facts;
  };
  return { isLarge, names: Object.keys(readers), read };
}

/** Why facts could not be read, for who extends the table. */
export const notes: string[] = [];

function factOf<Scene>(reader: (seen: Scene) => unknown, seen: Scene): Fact {
  try {
    const value = reader(seen);
    if (value === undefined) return 'absent';
    return typeof value === 'object' ? JSON.stringify(value) : (value as Fact);
  } catch {
    return null;
  }
}

/** Reads all facts; null is what cannot be read, `varies` what was not the same twice. */
export async function readFacts(
  access: Access,
  groups: readonly Group[],
  only: readonly string[] = [],
): Promise<Facts> {
  const found: Record<string, Fact> = {};
  for (const group of groups) {
    if (only.length > 0 && !group.names.some((name) => only.includes(name))) continue;
    const first = await group.read(access);
    const second = group.isLarge ? first : await group.read(access);
    for (const name of group.names) {
      const [one = null, other = null] = [first[name], second[name]];
      found[name] = one === other ? one : 'varies';
    }
  }
  hangUp();
  return found;
}
