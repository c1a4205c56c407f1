import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import type { Decision } from '../../calibrate/decide.ts';
import { configText } from '../../calibrate/write-config.ts';
import { OBSERVABLE } from '../../observe/open-answers.ts';
import { grouped } from '../../report/grouped.ts';
import type { ObservedTraffic, Report } from '../../report/report.ts';

/** A configuration of the emulator with the choices that the traffic shows. */
export function calibrationOf({ observed, target }: Report): string {
  const byQuestion = grouped(observed?.answers ?? [], ({ question }) => question);
  const decisions = QUESTIONS.map(({ name }) => decisionOf(name, byQuestion.get(name) ?? []));
  return configText(target.name, QUESTIONS, decisions);
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
