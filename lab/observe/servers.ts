import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { BREACHES, type Breach } from '../other-make/breaches/breaches.ts';
import { ownTable } from '../other-make/choices.ts';
import { HABITS, type OtherServerOptions } from '../other-make/options.ts';
import { alone, choicesOf } from '../proof/choices.ts';

/** A server whose traffic is observed. `rule` is the rule that it breaks, null if it is lawful. */
export type Watched = { kind: Kind; name: string; rule: string | null; options: OtherServerOptions };

export const KINDS = ['breaches', 'choices', 'habits'] as const;
export type Kind = (typeof KINDS)[number];

/** Every server of a kind, in the order of its list. */
export function serversOf(kind: Kind): Watched[] {
  switch (kind) {
    case 'breaches':
      return (Object.keys(BREACHES) as Breach[]).map((broken) => ({
        ...{ kind, name: broken, rule: BREACHES[broken], options: { broken } },
      }));
    case 'choices':
      return choicesOf(ownTable(QUESTIONS), 'other-make').map((choice) => ({
        ...{ kind, name: choice.name, rule: null, options: { choices: alone(choice) } },
      }));
    case 'habits':
      return HABITS.map((habit) => ({ kind, name: habit, rule: null, options: { habits: [habit] } }));
  }
}
