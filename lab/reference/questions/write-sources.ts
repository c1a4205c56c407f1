import { fileURLToPath } from 'node:url';
import { choicesText, isEnumeration, isSettable, type Question } from '../../../shared/questions/question.ts';
import type { Retired } from '../../../shared/questions/retired.ts';
import { readQuestions, readRetired } from './read-questions.ts';

/** The files that are generated from the table, and their paths. */
export function generatedSources(): { path: string; text: string }[] {
  const questions = readQuestions();
  const retired = readRetired();
  return [
    { path: pathOf('table.ts'), text: tableSource(questions) },
    { path: pathOf('readings.ts'), text: readingTypesSource(questions, Object.keys(retired)) },
    { path: pathOf('retired.ts'), text: retiredSource(retired) },
  ];
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(`../../../shared/questions/generated/${file}`, import.meta.url));
}

const HEAD = '// Written by `npm run reference` from scenarios/questions.\n';
const OPERATIONS = ['skin.analyze', 'makeup.apply', 'hair.try_on'];

/** The table as a TypeScript source, so that programs need not read files. */
export function tableSource(questions: readonly Question[]): string {
  const rows = questions.map((question) => `  ${JSON.stringify(question)},\n`);
  return `${HEAD}import type { Question } from '../question.ts';

/** Every question that the specification leaves open, in the order of scenarios/questions. */
export const QUESTIONS: readonly Question[] = [
${rows.join('')}];
`;
}

function retiredSource(retired: Readonly<Record<string, Retired>>): string {
  const rows = Object.entries(retired).map(([name, facts]) => `  ${JSON.stringify(name)}: ${JSON.stringify(facts)},\n`);
  return `${HEAD}import type { Retired } from '../retired.ts';

/** Names that are accepted without effect until the next version. */
export const RETIRED: Readonly<Record<string, Retired>> = {
${rows.join('')}};
`;
}

type Group = { readonly [name: string]: Question | Group };

/** The types of what a configuration says under \`readings\`: as it is written, and as it is read. */
export function readingTypesSource(questions: readonly Question[], retired: readonly string[] = []): string {
  const own = questions.filter((question) => isSettable(question) && !question.name.startsWith('stages.'));
  const group = groupOf(own);
  return `${HEAD}
/** What a server does where the specification is silent. */
export type Readings = ${membersOf(group, 'read', '')};

/** The same as a configuration gives it: what is left out is the default. */
export type ReadingsInput = ${membersOf(group, 'given', '').replace(/\}$/, `${retiredMembers(retired)}}`)};
`;
}

/** Retired choices and variants are not members. */
function retiredMembers(names: readonly string[]): string {
  return names
    .filter((name) => /^[a-z0-9_]+$/.test(name))
    .map((name) => `  /** @deprecated It has no effect. */\n  ${name}?: unknown;\n`)
    .join('');
}

function groupOf(questions: readonly Question[]): Group {
  const groups: Record<string, Question | Record<string, Question>> = {};
  for (const question of questions) {
    const [first = '', second] = question.name.split('.');
    if (second === undefined) groups[first] = question;
    else groups[first] = { ...(groups[first] as Record<string, Question> | undefined), [second]: question };
  }
  return groups;
}

function membersOf(group: Group, as: 'read' | 'given', indent: string): string {
  const mark = as === 'given' ? '?' : '';
  const lines = Object.entries(group).map(([name, member]) => {
    const inner = `${indent}  `;
    if (!isQuestion(member)) return `${inner}${name}${mark}: ${membersOf(member, as, inner)};\n`;
    return `${inner}/** ${commentOf(member)} */\n${inner}${name}${mark}: ${typeOf(member, as)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function isQuestion(member: Question | Group): member is Question {
  return typeof (member as Question).ask === 'string';
}

function commentOf(question: Question): string {
  const { reading, section, ask } = question;
  const place = reading === undefined ? `Spec ${section}` : `Reading ${reading}`;
  return `${place}: ${ask} The default is ${JSON.stringify(question.default)}; choices: ${choicesText(question)}.`;
}

function typeOf({ choices, or_null }: Question, as: 'read' | 'given'): string {
  const type = isEnumeration(choices)
    ? choices.map((choice) => (typeof choice === 'string' ? `'${choice}'` : String(choice))).join(' | ')
    : rangeType(choices.kind, as);
  const optional = as === 'given' ? ' | undefined' : '';
  return `${type}${or_null ? ' | null' : ''}${optional}`;
}

function rangeType(kind: string, as: 'read' | 'given'): string {
  if (kind === 'code') return 'string';
  if (kind === 'pair') return '[number, number]';
  if (kind === 'quota') return `{ ${OPERATIONS.map((name) => `'${name}'?: number | undefined`).join('; ')} }`;
  return kind === 'duration' && as === 'given' ? 'number | string' : 'number';
}
