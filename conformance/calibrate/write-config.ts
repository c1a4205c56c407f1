import { formatDuration } from '../../shared/duration.ts';
import { isDuration, type Question } from '../../shared/questions/question.ts';
import { visibleLine } from '../../shared/visible.ts';
import type { Decision, Sight } from './decision.ts';

type SetDecision = Extract<Decision, { kind: 'set' }>;

/**
 * A configuration that makes the emulator behave as observed, with a comment for each choice and for each question that
 * is left open.
 */
export function configText(
  server: string,
  questions: readonly Question[],
  decisions: readonly Decision[],
  { answers = [], left = [], alike = null }: Beside = {},
): string {
  const set = decisions.filter((one) => one.kind === 'set');
  const rest = decisions.filter((one) => one.kind !== 'set');
  return [
    `# An emulator that does what ${visibleLine(server)} was seen to do; written by tryon-conformance calibrate.`,
    '# Start it: tryon-emulator start --config THIS_FILE. Has the server changed? tryon-conformance calibrate … --check THIS_FILE.',
    ...sectionLines('readings', questions, set),
    ...sectionLines('stages', questions, set),
    ...answerLines(answers),
    '',
    '# The emulator does as by default in these; nothing was seen of them, or what was seen has no choice:',
    ...rest.filter(({ sights }) => sights.length > 0).flatMap(leftLines),
    ...rest.filter(({ sights }) => sights.length === 0).flatMap(leftLines),
    ...(alike === null ? [] : ['', `${ALIKE}${alike.alike} of ${alike.compared}`]),
    ...differenceLines(left),
    '',
  ].join('\n');
}

/** What is written besides the choices: answer templates, and the facts that still differ, with the server's value. */
export type Beside = {
  answers?: readonly object[];
  left?: readonly { place: string; a: unknown }[];
  alike?: { alike: number; compared: number } | null;
};

function answerLines(answers: readonly object[]): string[] {
  if (answers.length === 0) return [];
  const about = '# Stand-ins for what no choice shows: in which case, and what is answered in its place.';
  return [about, 'answers:', ...answers.map((one) => `  - ${visibleLine(JSON.stringify(one))}`)];
}

/** The beginning of the line that states how alike the emulator is. The list of differences follows it. */
export const ALIKE = '# facts alike: ';

/** The beginning of a line that names a fact in which the emulator is known to differ. */
export const DIFFERS = '# differs: ';

function differenceLines(left: readonly { place: string; a: unknown }[]): string[] {
  if (left.length === 0) return [];
  const lines = left.map(({ place, a }) => `${DIFFERS}${visibleLine(JSON.stringify([place, a]))}`);
  return ['# Facts in which the emulator still differs, with what the server shows:', ...lines];
}

function leftLines(one: Decision): string[] {
  if (one.kind === 'set') return [];
  return [`# ${one.question}: ${visibleLine(one.why)}`];
}

/** A dot in the name of a question separates a group from the question. */
function sectionLines(section: string, questions: readonly Question[], all: readonly SetDecision[]): string[] {
  const isStage = ({ question }: SetDecision) => question.startsWith('stages.');
  const own = all.filter((one) => isStage(one) === (section === 'stages'));
  if (own.length === 0) return [];
  const groups = [...new Set(own.map(({ question }) => groupOf(question, section)))];
  const groupLines = groups.flatMap((group) => {
    const indent = group === '' ? '  ' : '    ';
    const members = own.filter(({ question }) => groupOf(question, section) === group);
    const lines = members.flatMap((one) => choiceLines(one, questions, indent));
    return group === '' ? lines : [`  ${group}:`, ...lines];
  });
  return [`${section}:`, ...groupLines];
}

function groupOf(question: string, section: string): string {
  return section === 'readings' && question.includes('.') ? (question.split('.')[0] ?? '') : '';
}

function choiceLines(one: SetDecision, questions: readonly Question[], indent: string): string[] {
  const question = questions.find(({ name }) => name === one.question);
  if (question === undefined) return [];
  const [first] = one.sights;
  const usual = one.choice === question.default ? ', as by default' : '';
  return [
    `${indent}# ${visibleLine(question.ask)} (${question.section})`,
    ...(first === undefined ? [] : [`${indent}# seen: ${sightText(first)}${usual}`]),
    `${indent}${one.question.split('.').at(-1)}: ${spelt(question, one.choice)}`,
  ];
}

/** `201 (status of upload in assets/upload-kinds)`. */
export function sightText({ value, path, step, instance }: Sight): string {
  return visibleLine(`${value} (${path} of ${step} in ${instance})`);
}

/** A choice as it is written in a configuration. */
export function spelt(question: Question, choice: unknown): string {
  if (isDuration(question) && typeof choice === 'number') return formatDuration(choice);
  return JSON.stringify(choice);
}
