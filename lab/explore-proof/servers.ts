import { catalogueOfPackage } from '../../conformance/run/catalogue.ts';
import { startEmulator, type TestServer } from '../../conformance/run/self-test.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { BREACHES, type Breach } from '../other-make/breaches/breaches.ts';
import { ownTable } from '../other-make/choices.ts';
import type { OtherServerOptions } from '../other-make/options.ts';
import { startOtherServer } from '../other-make/start.ts';
import { alone, type Choice, choicesOf, refusalAlone, serverOptions } from '../proof/choices.ts';
import { bugsOfExample, KEYS, startExample } from './python.ts';

/** A server to search. If it breaks a rule, the search must find a difference, otherwise none. */
export type Searched = {
  kind: Kind;
  name: string;
  /** The rule that it breaks; null if it is lawful. */
  rule: string | null;
  /** The keys to use if the server cannot create accounts. */
  keys?: Readonly<Record<string, string>>;
  start(): Promise<TestServer>;
  /** Starts the emulator to compare with. */
  twin(): Promise<TestServer>;
};

export const KINDS = ['breaches', 'deviations', 'choices', 'other-choices', 'other-drivers', 'python'] as const;
export type Kind = (typeof KINDS)[number];

/** Every server of a kind, in the order of its list. */
export async function serversOf(kind: Kind): Promise<Searched[]> {
  switch (kind) {
    case 'breaches':
      return (Object.keys(BREACHES) as Breach[]).map((broken) => ({
        ...{ kind, name: broken, rule: BREACHES[broken], twin: plainTwin },
        start: () => startOtherServer({ clock: 'stands', broken }),
      }));
    case 'deviations':
      return (await catalogueOfPackage()).flatMap((entry) =>
        entry.kind === 'deviation'
          ? [
              {
                ...{ kind, name: entry.id, rule: entry.rule, twin: plainTwin },
                start: () => startEmulator({ ...serverOptions({}), deviate: [entry.id] }),
              },
            ]
          : [],
      );
    case 'choices':
      return lawfulAlone(QUESTIONS).map((choice) => {
        const start = () => startEmulator({ ...serverOptions(alone(choice)), onUnexpected: () => {} });
        return { kind, name: choice.name, rule: null, start, twin: start };
      });
    case 'other-choices':
      return choicesOf(ownTable(QUESTIONS), 'other-make').map((choice) => ({
        ...{ kind, name: choice.name, rule: null, twin: plainTwin },
        start: () => startOtherServer({ clock: 'stands', choices: alone(choice) }),
      }));
    case 'other-drivers':
      return Object.entries(WAYS_TO_DRIVE).map(([name, options]) => ({
        ...{ kind, name, rule: null, twin: plainTwin },
        start: () => startOtherServer({ clock: 'stands', ...options }),
      }));
    case 'python':
      return [{ bug: null, rule: null }, ...bugsOfExample()].map(({ bug, rule }) => ({
        ...{ kind, name: bug ?? 'as it is', rule, keys: KEYS, twin: plainTwin },
        start: () => startExample(bug),
      }));
  }
}

/** Options that the contract of drivers leaves open. */
export const WAYS_TO_DRIVE: Readonly<Record<string, OtherServerOptions>> = {
  'one clock for all accounts': { declines: ['clock.per_tenant'] },
  'one clock for all accounts, drivers by account': { declines: ['clock.per_tenant'], driversBy: 'account' },
  'one clock for all accounts, plans by key': { declines: ['clock.per_tenant'], driversBy: 'key' },
  'a clock for each account, drivers by account': { driversBy: 'account' },
  'a clock for each account, plans by key': { driversBy: 'key' },
};

function plainTwin(): Promise<TestServer> {
  return startEmulator(serverOptions({}));
}

/** Leaves out choices that only make sense together with others. */
function lawfulAlone(questions: typeof QUESTIONS): Choice[] {
  return choicesOf(questions).filter((choice) => refusalAlone(questions, choice) === null);
}
