import { compileSession } from '../sessions/compile-session.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import type { Suite, SuiteContext } from '../suite/scenario/suite.ts';
import type { Report } from './report.ts';

/** The sessions that a report has the text of, as instances. A text that is no scenario has none. */
export function sessionsIn({ sessions }: Report, suite: Suite, context: SuiteContext): Instance[] {
  return (sessions?.texts ?? []).flatMap(({ text }) => {
    const compiled = compileSession(text, { suite, context });
    return 'instance' in compiled ? [compiled.instance] : [];
  });
}
