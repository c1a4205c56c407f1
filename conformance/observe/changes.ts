import { isEqual } from '../../shared/expression/equal.ts';
import type { Report } from '../report/report.ts';

/** What changed between two looks at a server. What one of them did not see is no change. */
export type Changes = {
  rules: { rule: string; was: string; is: string }[];
  answers: { question: string; was: unknown; is: unknown }[];
};

const SEEN: readonly string[] = ['pass', 'warn', 'fail'];

export function changesSince(before: Report, now: Report): Changes {
  const verdicts = new Map(before.rules.map(({ id, verdict }) => [id, verdict]));
  const rules = now.rules.flatMap(({ id, verdict }) => {
    const was = verdicts.get(id);
    const isSeen = was !== undefined && SEEN.includes(was) && SEEN.includes(verdict);
    return isSeen && was !== verdict ? [{ rule: id, was, is: verdict }] : [];
  });
  const [old, own] = [choicesIn(before), choicesIn(now)];
  const answers = [...own].flatMap(([question, is]) => {
    const was = old.get(question);
    return was === undefined || isEqual(was, is) ? [] : [{ question, was, is }];
  });
  return { rules, answers };
}

/** By question; what is answered in two ways is no choice. */
function choicesIn({ observed }: Report): Map<string, unknown> {
  const all = observed?.answers ?? [];
  const isOnly = (question: string) => all.filter((one) => one.question === question).length === 1;
  return new Map(all.flatMap(({ question, choice }) => (isOnly(question) ? [[question, choice]] : [])));
}
