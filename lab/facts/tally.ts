import type { Fact, Facts } from './client/read-facts.ts';
import type { Measured } from './measure.ts';

/**
 * For a form: the facts in which its server differs from the default emulator, which of them are reproduced, and which
 * got worse.
 */
export type Tally = { name: string; seconds: number; differing: string[]; reproduced: string[]; worse: string[] };

export function tallyOf({ name, seconds, server, usual, calibrated }: Measured): Tally {
  const known = Object.keys(server).filter((fact) => isKnown(server[fact]));
  const differing = known.filter((fact) => server[fact] !== usual[fact]);
  const isSame = (fact: string) => server[fact] === calibrated[fact];
  const worse = known.filter((fact) => server[fact] === usual[fact] && !isSame(fact));
  return { name, seconds, differing, reproduced: differing.filter(isSame), worse };
}

/** An emulator cannot reproduce what could not be read or what varies. */
function isKnown(fact: Fact | undefined): boolean {
  return fact !== undefined && fact !== null && fact !== 'varies';
}

/** The reproduced facts out of those that differ, over all forms. */
export function totalOf(tallies: readonly Tally[]): string {
  const count = (of: (one: Tally) => readonly string[]) => tallies.flatMap(of).length;
  const [of, differing] = [count(({ reproduced }) => reproduced), count((one) => one.differing)];
  const share = differing === 0 ? '' : ` (${Math.round((of / differing) * 100)} %)`;
  return `reproduced ${of} of ${differing}${share}, ${count(({ worse }) => worse)} made worse`;
}

export function formTable(tallies: readonly Tally[]): string {
  const rows = tallies.map(({ name, differing, reproduced, worse, seconds }) =>
    [name, differing.length, reproduced.length, worse.length, seconds.toFixed(1)].join(' | '),
  );
  return ['form | differing | reproduced | made worse | seconds of calibrate', ...rows].join('\n');
}

/** The facts that are not always reproduced, the most frequent first, each with its values in the first form. */
export function missingTable(all: readonly Measured[]): string {
  const tallied = all.map((one) => ({ one, tally: tallyOf(one) }));
  const names = [...new Set(tallied.flatMap(({ tally }) => [...tally.differing, ...tally.worse]))];
  const rows = names.map((name) => {
    const missed = tallied.filter(({ tally }) => isMissed(tally, name));
    return { name, missed, of: tallied.filter(({ tally }) => tally.differing.includes(name)).length };
  });
  const lines = rows
    .filter(({ missed }) => missed.length > 0)
    .toSorted((one, other) => other.missed.length - one.missed.length)
    .map(({ name, missed, of }) => `${missed.length} of ${of} | ${name} | ${valuesIn(missed[0]?.one, name)}`);
  return ['missed | fact | server | default | calibrated', ...lines].join('\n');
}

function isMissed({ differing, reproduced, worse }: Tally, name: string): boolean {
  return worse.includes(name) || (differing.includes(name) && !reproduced.includes(name));
}

function valuesIn(measured: Measured | undefined, name: string): string {
  const sides = [measured?.server, measured?.usual, measured?.calibrated];
  return sides.map((facts: Facts | undefined) => shortened(String(facts?.[name] ?? null))).join(' | ');
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
