import type { Likeness } from './imitate.ts';
import { ALSO_TOLD, NOT_IMITATED } from './known.ts';
import type { Walked } from './walk.ts';

export type Imitated = { name: string; options: readonly string[]; found: readonly Likeness[] };

/** Server by server how much is alike, and a table of what is not. */
export function likenessText(all: readonly Imitated[]): string {
  const counts = all.map(({ name, options, found }) => {
    const of = (is: Likeness['is']) => found.filter((one) => one.is === is).length;
    const seen = of('same') + of('other');
    return `${name}: ${of('same')} of ${seen} questions that were seen are alike${options.length === 0 ? '' : `; ${options.length} options`}`;
  });
  const unlike = all.flatMap(({ name, found }) =>
    found.filter(({ is }) => is === 'other').map((one) => ({ name, one })),
  );
  const questions = [...new Set(unlike.map(({ one }) => one.question))].sort();
  const rows = questions.map((question) => {
    const own = unlike.filter(({ one }) => one.question === question);
    const [first] = own;
    const server = first?.one.server ?? '';
    return `| \`${question}\` | ${own.length} of ${all.length} | \`${server}\` | \`${first?.one.twin}\` | ${NOT_IMITATED[question] ?? first?.one.why} |`;
  });
  const options = new Set(all.flatMap((one) => one.options));
  return [
    ...counts,
    `${all.length} servers with ${options.size} options; ${questions.length} questions could not be imitated everywhere`,
    '| question | servers | the server | the emulator | why |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** How many choices are reported exactly, and each of which more or less is reported. */
export function walkText(all: readonly Walked[]): string {
  const count = (of: (one: Walked) => readonly unknown[]) => all.flatMap(of).length;
  return [
    `${count(({ told }) => told)} choices are told by their question, and nothing else of them`,
    `${count(({ quiet }) => quiet)} choices show nothing that a run observes, and nothing is told of them`,
    ...all.flatMap(({ missing }) => missing.map((name) => `${name}: not told`)),
    ...all.flatMap(({ extra }) => extra.map(({ what, by }) => `${by.join(' with ')}: ${what} is told as well`)),
  ].join('\n');
}

/** What no one gave a reason for. */
export function problemsIn(imitated: readonly Imitated[], walked: readonly Walked[]): string[] {
  const unlike = imitated.flatMap(({ name, found }) =>
    found
      .filter(({ is, question }) => is === 'other' && !Object.hasOwn(NOT_IMITATED, question))
      .map(({ question, server, twin }) => `${name}: ${question} is ${server}, and ${twin} of the emulator`),
  );
  const silent = walked.flatMap(({ missing }) => missing);
  const loud = walked.flatMap(({ extra }) =>
    extra
      .filter(({ what, by }) => !by.some((name) => ALSO_TOLD[name]?.what.includes(what)))
      .map(({ what, by }) => `${what} is told of ${by.join(' with ')}`),
  );
  return [...unlike, ...silent.map((name) => `${name} is not told`), ...loud];
}
