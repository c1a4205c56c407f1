import type { Settings } from '../settings.ts';

/**
 * A kind of disguise: its name, the reason why it is lawful, and what it sets. Two kinds that set the same cannot be
 * combined, except the styles of ids, of which each applies to other ids.
 */
export type Kind = { name: string; lawful: string; sets: Partial<Settings>; isUndrawn?: true };

/** The kinds of a family that has one setting. */
export function family<Field extends keyof Settings>(
  name: string,
  lawful: string,
  field: Field,
  choices: Readonly<Record<string, Settings[Field]>>,
): Kind[] {
  return Object.entries(choices).map(([choice, value]) => ({
    name: `${name}=${choice}`,
    lawful,
    sets: { [field]: value } as Partial<Settings>,
  }));
}
