import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { compareRules } from '../../calibrate/compare.ts';
import type { Decision } from '../../calibrate/decision.ts';
import { configText } from '../../calibrate/write-config.ts';
import { OBSERVABLE } from '../../observe/open-answers.ts';
import { grouped } from '../../report/grouped.ts';
import type { ObservedTraffic, Report } from '../../report/report.ts';

/** A configuration of the emulator with the choices that the traffic shows. */
export function calibrationOf(report: Report): string {
  return configText(report.target.name, QUESTIONS, decisionsIn(report));
}

/**
 * What changed between two reports about a server, one change per line. What only one of them covers is not a change.
 */
export function changeLines(before: Report, now: Report): string[] {
  const lines = [
    ...compareRules(before, now).differ.map((one) => ({ ...one, name: one.rule })),
    ...changedChoices(decisionsIn(before), decisionsIn(now)),
  ];
  const head = lines.length === 0 ? 'nothing changed since the earlier report' : 'changed since the earlier report';
  return [head, ...lines.map(({ name, a, b }) => `  ${name}: ${a} before, ${b} now`)];
}

function changedChoices(before: readonly Decision[], now: readonly Decision[]) {
  return before.flatMap((own) => {
    const other = now.find(({ question }) => question === own.question);
    const [a, b] = [decisionText(own), decisionText(other)];
    return a === null || b === null || a === b ? [] : [{ name: own.question, a, b }];
  });
}

function decisionText(decision: Decision | undefined): string | null {
  if (decision === undefined || decision.kind === 'unseen') return null;
  return decision.kind === 'set' ? JSON.stringify(decision.choice) : decision.why;
}

function decisionsIn({ observed }: Report): Decision[] {
  const byQuestion = grouped(observed?.answers ?? [], ({ question }) => question);
  return QUESTIONS.map(({ name }) => decisionOf(name, byQuestion.get(name) ?? []));
}

function decisionOf(question: string, answers: ObservedTraffic['answers']): Decision {
  const sights = answers.map(({ choice, path, number }) => ({
    ...{ instance: 'the traffic', step: `exchange ${number}`, path },
    value: JSON.stringify(choice),
  }));
  const [first, ...more] = answers;
  const why = OBSERVABLE.includes(question) ? 'the traffic shows nothing of it' : 'single exchanges do not show it';
  if (first === undefined) return { question, kind: 'unseen', sights, why };
  if (more.length > 0)
    return { question, kind: 'foreign', sights, why: 'another answer from one exchange to the next' };
  return { question, kind: 'set', choice: first.choice, sights };
}
