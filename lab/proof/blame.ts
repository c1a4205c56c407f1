import { formatDuration } from '../../shared/duration.ts';
import { choiceText, isDuration, type Question } from '../../shared/questions/question.ts';
import { AS_IS, type Choice, MARKS, marksOf, type PairRow } from './choices.ts';
import type { ChoiceResult } from './prove.ts';

/** A single choice, the result of the suite for it, and the result for the server that it is compared with. */
export type Tried = { choice: Choice; result: ChoiceResult; base: ChoiceResult };

/**
 * The objections to a single choice: rules that it fails without a mark, and marks for rules that it does not fail. The
 * marks apply to the emulator, so the other server need not fail these rules.
 */
export function objectionsToChoice(tried: Tried): string[] {
  const { choice, result } = tried;
  const unmarked = without(blamedFor(tried), marksOf(choice));
  const spared = choice.make === AS_IS ? without(marksOf(choice), result.rules) : [];
  return [
    ...(unmarked.length > 0 ? [`${choice.name} is lawful, and fails ${unmarked.join(', ')}`] : []),
    ...(spared.length > 0 ? [`${choice.name} does not fail ${spared.join(', ')} any more: take the mark away`] : []),
    ...failuresOf([choice], result),
    ...faults(result),
  ];
}

/** The rules that fail with a choice and not without it. A rule that the choice is marked with always belongs to it. */
function blamedFor({ choice, result, base }: Tried): string[] {
  const marks = marksOf(choice);
  return result.rules.filter((rule) => marks.includes(rule) || !base.rules.includes(rule));
}

/**
 * The objections to a row: rules that it fails although none of its choices is marked with them, and that also fail
 * without the marked choices.
 */
export function objectionsToRow({ choices }: PairRow, result: ChoiceResult): string[] {
  const unmarked = without(result.rules, [...choices.flatMap(marksOf), ...result.byMarked]);
  const nameOf = (question: string) => choices.find((one) => one.question.name === question)?.name ?? question;
  const followed = result.enough.map(({ rules, questions }) => ({ rules, enough: questions.map(nameOf) }));
  const rest = without(
    unmarked,
    followed.flatMap(({ rules }) => rules),
  );
  return [
    ...followed.map(
      ({ rules, enough }) =>
        `${result.name} fails ${rules.join(', ')}: it is enough to choose ${enough.join(' with ')}`,
    ),
    ...(rest.length > 0 ? [`${result.name} fails ${rest.join(', ')}, which none of its choices is marked with`] : []),
    ...failuresOf(choices, result),
    ...faults(result),
  ];
}

/** Rules that fail although a lawful choice may only get warnings from them: their `spares` do not cover the choice. */
function failuresOf(choices: readonly Choice[], { name, failed }: ChoiceResult): string[] {
  const warned = new Set(choices.flatMap(({ question, choice }) => question.warned?.[choiceText(choice)] ?? []));
  const wrong = failed.filter((rule) => warned.has(rule));
  return wrong.length === 0 ? [] : [`${name} fails ${wrong.join(', ')}, of which it may only be warned`];
}

export function objectionsToUsual(result: ChoiceResult): string[] {
  const { name, rules } = result;
  return [...(rules.length > 0 ? [`${name} as it is fails ${rules.join(', ')}`] : []), ...faults(result)];
}

function faults({ name, errors }: ChoiceResult): string[] {
  return errors.map((message) => `${name} makes the kit itself fail: ${message.split('\n')[0]}`);
}

/** The correct mark of a question: a line of its entry, or null if no mark remains. */
export type Mark = { question: string; field: (typeof MARKS)[number]; line: string | null };

/** The marks that must change, by question. Choices that were not tried keep their marks. */
export function marksToChange(tried: readonly Tried[], isWarning: (rule: string) => boolean): Mark[] {
  const questions = [...new Set(tried.map(({ choice }) => choice.question))];
  return questions.flatMap((question) => {
    const found = tried.filter(({ choice }) => choice.question === question);
    return MARKS.flatMap((field): Mark[] => {
      const before = question[field] ?? {};
      const now = found.map((one): [string, string[]] => [
        choiceText(one.choice.choice),
        blamedFor(one).filter((rule) => isWarning(rule) === (field === 'warned')),
      ]);
      if (now.every(([key, rules]) => isSame(before[key] ?? [], rules))) return [];
      const parts = Object.entries({ ...before, ...Object.fromEntries(now) })
        .filter(([, rules]) => rules.length > 0)
        .map(([key, rules]) => `${keyText(question, key)}: [${[...rules].sort().join(', ')}]`);
      return [{ question: question.name, field, line: parts.length === 0 ? null : `${field}: {${parts.join(', ')}}` }];
    });
  });
}

/** The mark as it is written in a file of the table. */
export function markText({ question, field, line }: Mark): string {
  return `${question}:\n  ${line ?? `# nothing is ${field} any more: take that line away`}`;
}

/** A choice as a key in YAML, with durations as in a configuration. */
function keyText(question: Question, key: string): string {
  if (isDuration(question) && /^\d+$/.test(key)) return formatDuration(Number(key));
  return /^[\w.]+$/.test(key) && !/^(?:on|off|yes|no)$/i.test(key) ? key : JSON.stringify(key);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return without(one, other).length + without(other, one).length === 0;
}

function without(rules: readonly string[], others: readonly string[]): string[] {
  return rules.filter((rule) => !others.includes(rule));
}
