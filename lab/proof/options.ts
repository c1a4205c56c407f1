import { countFlag, type Flags, textFlag } from '../../shared/command.ts';
import { onlyIn } from './script.ts';

export const HELP = `npm run prove -- [options]: shows that the suite catches what is broken, and spares what is lawful.

  --deviations    the deviations of the emulator: each has to be caught by the id of its rule
  --breaches      the same of the breaches of a server of another make, written from the specification alone
  --choices       the choices of open questions (scenarios/questions), each alone, in the emulator and in the server of
                  another make: none may fail a rule but those that it is marked with (blamed, warned)
  --pairs         the same of rows in which each two choices of two questions stand together
                  Without one of the four: all of them
  --fresh         breaches of the server of another make whose authors did not know the suite: prints how many of them any
                  rule fails, which rules, and which breaches are not found. This is a measure: the exit code does not
                  depend on it
  --sessions-only no scenario is run: sessions, judged by what their own answers make certain, are played on each server
                  until one breaks a rule; prints what they find, rule by rule, and what they do not. Deviations and
                  breaches, unless choices are named, which none may fail
  --sessions N    so many on each server, at most (default 10)
  --seeds N       each server with so many seeds (default 1)
  --only X,Y      deviations and breaches by name or rule, fresh breaches by name; choices as NAME=CHOICE, by question, or by the old name of a
                  variant; rows as row-7. "other-make: " before a choice or a row means the server of another make alone
  --sample N      so many of each, drawn by the seed
  --seed TEXT     makes the rows, and draws the sample (default: today's date)
  --mark          writes the marks that were found wrong into scenarios/questions; without it their lines are printed
  --write         writes the tables into scenarios/PROOF.md (after a run with every deviation and every breach), and the
                  verdicts into docs/public-api/verdicts/emulator.txt (after one with every choice); without it they are
                  compared

Ends with 0 where all is as it should be, with 1 where something is not, with 2 where an option is wrong, and with 4 where
the proof itself failed.`;

const KINDS = ['deviations', 'breaches', 'choices', 'pairs', 'fresh'] as const;
export type Kind = (typeof KINDS)[number];
/** The kinds that are proved by default. */
const USUAL: readonly Kind[] = ['deviations', 'breaches', 'choices', 'pairs'];
/** The kinds that are not lawful. */
const BROKEN: readonly Kind[] = ['deviations', 'breaches'];

export type Options = {
  kinds: readonly Kind[];
  /** The selected names; null means everything. */
  only: readonly string[] | null;
  sample: number | null;
  seed: string;
  mark: boolean;
  write: boolean;
  /** How to run sessions alone; null if scenarios are run. */
  sessions: { most: number; seeds: number } | null;
};

const MOST_DRAWN = 100_000;

export function readOptions(flags: Flags, today: string): Options {
  const named = KINDS.filter((kind) => flags[kind] === true);
  return {
    kinds: named.length > 0 ? named : flags['sessions-only'] === true ? BROKEN : USUAL,
    only: onlyIn(flags),
    sample: countFlag(flags, 'sample', MOST_DRAWN) ?? null,
    seed: textFlag(flags, 'seed') ?? today,
    mark: flags['mark'] === true,
    write: flags['write'] === true,
    sessions:
      flags['sessions-only'] === true
        ? { most: countFlag(flags, 'sessions', MOST_DRAWN) ?? 10, seeds: countFlag(flags, 'seeds', MOST_DRAWN) ?? 1 }
        : null,
  };
}
