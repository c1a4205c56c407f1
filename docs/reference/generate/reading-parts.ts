import type { Rule } from '../../../conformance/suite/rules/rule.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { isSettable } from '../../../shared/questions/question.ts';
import { EMULATOR_ANSWERS } from './emulator-answers.ts';
import { codes, table } from './markdown.ts';
import type { Parts } from './regions.ts';
import { registryOfSuite } from './suite-parts.ts';

export const READING_PARTS: Parts = { 'all-readings': allReadings };

function allReadings(): string {
  const rules = [...registryOfSuite().values()];
  const rows = Object.entries(EMULATOR_ANSWERS).map(([number, answer]) => {
    const citing = rules.filter(({ reading }) => reading === Number(number));
    return [number, sectionsOf(citing), answer, codes(namesOf(number)), codes(gapsOf(citing))];
  });
  const cells = rows.map((row) => row.map((text) => (text === '(nothing)' ? '' : text)));
  return table(['reading', 'section', 'what the emulator does', 'set by', 'noted by the kit as'], cells);
}

function sectionsOf(rules: readonly Rule[]): string {
  return [...new Set(rules.map(({ clause }) => clause))].join(', ');
}

function gapsOf(rules: readonly Rule[]): string[] {
  return rules.filter(({ level }) => level === 'gap').map(({ id }) => id);
}

/** The names under `readings` by which it is set. */
function namesOf(number: string): string[] {
  return QUESTIONS.filter((question) => isSettable(question) && question.reading === Number(number)).map(
    ({ name }) => name,
  );
}
