import { instancesOf } from '../suite/scenario/compile-instance.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import { readScenario } from '../suite/scenario/read-scenario.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import type { Scenario } from '../suite/scenario/suite.ts';
import type { Problem } from '../suite/yaml/problem.ts';
import { documentsOf } from '../suite/yaml/source-file.ts';

/** A session as a scenario that can be played, or what is wrong with its text. */
export type CompiledSession = { scenario: Scenario; instance: Instance } | { problems: Problem[] };

/** A session has no rules of its own: its answers show any rule. */
export function compileSession(text: string, { suite, context }: Loaded): CompiledSession {
  const { problems } = context;
  const before = problems.length;
  const [node] = documentsOf({ file: 'session.yaml', text });
  const scenario = node === undefined ? null : readScenario(node, suite.registry, problems);
  const [instance] = scenario === null ? [] : instancesOf(scenario, null, context);
  if (scenario !== null) context.compiled.delete(scenario);
  const wrong = problems.splice(before);
  if (scenario === null || instance === undefined || wrong.length > 0) return { problems: wrong };
  return { scenario: { ...scenario, covers: [] }, instance: { ...instance, covers: [] } };
}

/** The sessions of a report, by their texts. A text that is not a scenario has none. */
export function sessionsIn(texts: readonly { text: string }[], loaded: Loaded): Instance[] {
  return texts.flatMap(({ text }) => {
    const compiled = compileSession(text, loaded);
    return 'instance' in compiled ? [compiled.instance] : [];
  });
}
