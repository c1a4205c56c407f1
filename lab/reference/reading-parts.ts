import { shownDefault } from '../../emulator/domain/readings.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import {
  choiceName,
  choicesText,
  isEnumeration,
  isSettable,
  otherChoices,
  type Question,
} from '../../shared/questions/question.ts';
import { code, codes, plainText, table } from './markdown.ts';
import { readTopics, type Topic } from './questions/read-questions.ts';
import type { Parts } from './regions.ts';
import { registryOfSuite } from './suite-parts.ts';

export const READING_PARTS: Parts = {
  'open-question-counts': counts,
  'open-questions': openQuestions,
  'all-readings': allReadings,
};

function counts(): string {
  const topics = readTopics();
  const rows = [...topics, { name: 'all', about: '', questions: [...QUESTIONS] }].map(({ name, questions }) => {
    const count = (isMeant: (question: Question) => boolean) => String(questions.filter(isMeant).length);
    return [
      name === 'all' ? 'all' : `[${headingOf(name)}](#${name})`,
      String(questions.length),
      count(isSettable),
      count(({ observed }) => observed !== undefined),
      count(({ blamed }) => blamed !== undefined),
      count(({ warned }) => warned !== undefined),
    ];
  });
  return table(
    [
      'topic',
      'questions',
      'that can be set',
      'that a gap observes',
      'with a choice that is blamed',
      'that is warned of',
    ],
    rows,
  );
}

function headingOf(topic: string): string {
  return `${topic[0]?.toUpperCase()}${topic.slice(1)}`;
}

function openQuestions(): string {
  return readTopics().map(topicSection).join('\n\n');
}

function topicSection({ name, about, questions }: Topic): string {
  const head = ['name', 'section', 'question', 'choices, the default first', 'reason', 'recorded as'];
  return [
    `### ${headingOf(name)}`,
    `About ${plainText(about)}.`,
    `<details><summary>${questions.length} questions</summary>`,
    table(head, questions.map(rowOf)),
    '</details>',
  ].join('\n\n');
}

function rowOf(question: Question): string[] {
  const { name, section, ask, because } = question;
  return [code(name), section, plainText(ask), choicesOf(question), plainText(because), notedAs(question)];
}

function choicesOf(question: Question): string {
  const { choices, or_null, below, not_with = [], shows_with = {}, why_not } = question;
  const usual = `**${code(usualText(question))}**`;
  const others = isEnumeration(choices)
    ? otherChoices(question).map((one) => code(String(one)))
    : [plainText(choicesText({ choices, ...(or_null && { or_null }) }))];
  const limits = [
    ...(isSettable(question) ? [] : [`cannot be set: ${plainText(why_not ?? '')}`]),
    ...(below === undefined ? [] : [`at most ${code(below)}`]),
    ...not_with.map(
      ({ choice, other, is, because }) =>
        `not ${code(String(choice))} with ${codes(
          is.map((one) => choiceName(other, one)),
          ' or ',
        )}: ${plainText(because)}`,
    ),
    ...Object.entries(shows_with).map(([other, choice]) => `shows with ${code(choiceName(other, choice))}`),
  ];
  return [[usual, ...others].join(isEnumeration(choices) ? ', ' : ': '), ...limits].join('; ');
}

/**
 * The gap whose observation shows the choice, or the reason why there is none, and the rules that fail or warn for a
 * choice.
 */
function notedAs({ observed, widen, observe, unobserved, blamed = {}, warned = {} }: Question): string {
  const marks = [
    ...Object.entries(blamed).map(([choice, rules]) => `${code(choice)} is blamed by ${codes(rules)}`),
    ...Object.entries(warned).map(([choice, rules]) => `${code(choice)} is warned of by ${codes(rules)}`),
  ];
  const gap =
    observed !== undefined
      ? code(observed)
      : observe !== undefined
        ? `nothing yet: ${plainText(observe)}`
        : `nothing: ${plainText(unobserved ?? '')}`;
  return [widen === undefined ? gap : `${gap}, but not yet ${plainText(widen)}`, ...marks].join('; ');
}

/** Readings that rules cite and no question asks, because nothing else would be lawful. */
const WITHOUT_QUESTION: Readonly<Record<number, string>> = {
  31: 'a result expires exactly with its job',
  46: 'a key in the address is not read: 401',
  51: 'a signing secret signs as it was shown, as UTF-8',
};

/** For each reading number: its sections, what the emulator does, and the gaps. */
export function readingRows(): Map<number, string[]> {
  const rules = [...registryOfSuite().values()];
  const numbers = QUESTIONS.flatMap(({ reading }) => reading ?? []);
  const all = [...new Set([...numbers, ...Object.keys(WITHOUT_QUESTION).map(Number)])];
  const rows = all
    .toSorted((one, other) => one - other)
    .map((number): [number, string[]] => {
      const citing = rules.filter(({ reading }) => reading === number);
      const own = QUESTIONS.filter(({ reading }) => reading === number);
      const sections = new Set([...citing.map(({ clause }) => clause), ...own.map(({ section }) => section)]);
      const gaps = citing.filter(({ level }) => level === 'gap').map(({ id }) => id);
      const answer = WITHOUT_QUESTION[number] ?? codes(own.map((one) => `${one.name}=${usualText(one)}`));
      return [number, [[...sections].join(', '), answer, gaps.length === 0 ? '' : codes(gaps)]];
    });
  return new Map(rows);
}

function allReadings(): string {
  const rows = [...readingRows()].map(([number, cells]) => [String(number), ...cells]);
  return table(['reading', 'section', 'what the emulator does', 'noted by the kit as'], rows);
}

function usualText(question: Question): string {
  const usual = shownDefault(question);
  return typeof usual === 'string' ? usual : JSON.stringify(usual);
}
