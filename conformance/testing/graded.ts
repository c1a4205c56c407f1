import type { CertifyOptions } from '../certify.ts';
import type { Report, RuleReport } from '../report/report.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import type { Target } from '../target/target.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { type Script, type ScriptedServer, scriptedServer } from './scripted-server.ts';
import { suiteOf } from './suite-of.ts';
import { verifiedReport } from './verified.ts';

export type TargetChanges = { [Field in 'features' | 'budget' | 'timeouts' | 'drivers']?: Partial<Target[Field]> } & {
  keys?: Target['keys'];
  data?: Target['data'];
  declared_off?: Target['declared_off'];
};

/** A target with one test key, and the changes of a test. */
export function targetAt(base_url: string, changes: TargetChanges = {}): Target {
  const target = targetFromFlags({ base_url, keys: { primary: 'pk_test_scripted' } });
  return {
    ...target,
    features: { ...target.features, ...changes.features },
    budget: { ...target.budget, ...changes.budget },
    timeouts: { ...target.timeouts, ...changes.timeouts },
    drivers: { ...target.drivers, ...changes.drivers },
    keys: changes.keys ?? target.keys,
    data: changes.data ?? target.data,
    declared_off: { ...target.declared_off, ...changes.declared_off },
  };
}

export type Graded = { report: Report; asked: ScriptedServer['asked'] };

/** Grades a scripted server with scenarios, and returns the report. */
export async function graded(
  scenarios: string | Loaded,
  script: Script,
  options: CertifyOptions & { target?: TargetChanges } = {},
): Promise<Graded> {
  const server = await scriptedServer(script);
  try {
    const loaded = typeof scenarios === 'string' ? suiteOf(scenarios) : scenarios;
    const target = targetAt(server.base_url, options.target);
    return { report: await verifiedReport(loaded, target, { seed: 'test', ...options }), asked: server.asked };
  } finally {
    await server.close();
  }
}

/** `FIRST-RULE pass`, or `FIRST-RULE inconclusive setup`, for every rule of the run. */
export function verdictsIn({ rules }: Pick<Report, 'rules'>): string[] {
  return rules.map(({ id, verdict, reason }) => [id, verdict, reason].filter((part) => part !== null).join(' '));
}

export function ruleIn({ rules }: Pick<Report, 'rules'>, id: string): RuleReport | undefined {
  return rules.find((rule) => rule.id === id);
}
