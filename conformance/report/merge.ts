import type { Evidence, Observation } from '../run/evidence.ts';
import type { InstanceReport, Report } from './report.ts';
import { shown } from './wire-text.ts';

/** What the shards found together: all that verdicts are drawn from. */
export type MergedParts = {
  evidence: Evidence[];
  observations: Observation[];
  instances: InstanceReport[];
  leftovers: string[];
  errors: Report['errors'];
  took: number;
  requests: number;
  started: string;
  /** The first report: what it says of suite, target and options holds for all of them. */
  first: Report;
};

/** Reports that are no parts of one run. */
export class CannotMerge extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CannotMerge';
  }
}

/**
 * One report of the shards of a run. Verdicts are drawn anew from the evidence of all: a rule that one shard could not
 * test may be shown by another, so verdicts themselves cannot be joined.
 */
export function mergeReports(reports: readonly Report[], conclude: (parts: MergedParts) => Report): Report {
  const [first, ...others] = reports;
  if (first === undefined) throw new CannotMerge('there is no report to merge; name at least one report file');
  others.forEach((other, index) => {
    assertSameRun(first, other, index + 2);
  });
  assertNoneTwice(reports);
  return conclude(joined(first, reports));
}

function joined(first: Report, reports: readonly Report[]): MergedParts {
  return {
    evidence: reports.flatMap(({ evidence }) => evidence),
    observations: reports.flatMap(({ observations }) => observations),
    instances: reports.flatMap(({ instances }) => instances),
    leftovers: [...new Set(reports.flatMap(({ leftovers }) => leftovers))],
    errors: reports.flatMap(({ errors }) => errors),
    // Shards run beside each other: the whole took as long as the longest of them.
    took: reports.reduce((longest, { took }) => Math.max(longest, took), 0),
    requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    started: reports.map(({ started }) => started).reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a)),
    first: { ...first, options: { ...first.options, shard: null } },
  };
}

type Trait = { name: string; of: (report: Report) => unknown; remedy: string };

const TRAITS: readonly Trait[] = [
  { name: 'version of the report', of: ({ report }) => report, remedy: 'run all shards with one version of the tool' },
  { name: 'version of the tool', of: ({ tool }) => tool.version, remedy: 'run all shards with one version of it' },
  { name: 'digest of the suite', of: ({ suite }) => suite.digest, remedy: 'run all shards with the same scenarios' },
  {
    name: 'target',
    of: ({ target }) => [target.name, target.version, target.spec],
    remedy: 'merge reports of one target',
  },
  { name: 'seed', of: ({ options }) => options.seed, remedy: 'give all shards the same --seed' },
  { name: 'choice of scenarios', of: ({ options }) => options.only, remedy: 'give all shards the same --only' },
  { name: 'number of repeats', of: ({ options }) => options.repeat, remedy: 'give all shards the same --repeat' },
];

function assertSameRun(first: Report, other: Report, number: number): void {
  for (const { name, of, remedy } of TRAITS) {
    const [one, another] = [shown(of(first)), shown(of(other))];
    if (one === another) continue;
    throw new CannotMerge(
      `reports 1 and ${number} are no shards of one run: the ${name} is ${one} and ${another}; ${remedy}`,
    );
  }
}

/** An instance that two reports have would be counted twice: most likely the same file was given twice. */
function assertNoneTwice(reports: readonly Report[]): void {
  const seen = new Map<string, number>();
  reports.forEach(({ instances, options }, index) => {
    for (const { id } of instances) {
      const earlier = seen.get(id);
      if (earlier !== undefined && earlier !== index)
        throw new CannotMerge(
          `reports ${earlier + 1} and ${index + 1} both ran ${id}; merge each shard once (the latter is ${options.shard ?? 'no shard'})`,
        );
      seen.set(id, index);
    }
  });
}
