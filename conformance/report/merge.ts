import type { Evidence, Observation } from '../judge/evidence.ts';
import { readShard, type Shard, shardWords } from '../plan/shard.ts';
import { missingShards } from './facts-of-run.ts';
import type { InstanceReport, Report, ShardReport } from './report.ts';
import { valueLine } from './terminal/wire-text.ts';

/** A report, with its name for messages, such as its file name. */
export type NamedReport = { name: string; report: Report };

/** What the shards recorded together, from which verdicts are derived. */
export type MergedParts = {
  evidence: Evidence[];
  observations: Observation[];
  instances: InstanceReport[];
  leftovers: string[];
  left_behind: NonNullable<Report['left_behind']>;
  errors: Report['errors'];
  took: number;
  requests: number;
  started: string;
  shards: ShardReport[];
  /** The shards of the run whose reports were not given. */
  missing: Shard[];
  sessions?: NonNullable<Report['sessions']>;
  /** The first report. Its suite, target and options apply to all. */
  first: Report;
};

/** Thrown if the reports are not all from one run. */
export class CannotMerge extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CannotMerge';
  }
}

/**
 * Merges the shards of a run into one report. Verdicts are derived again from all the evidence: another shard may show
 * a rule that one shard could not test, so the verdicts themselves cannot be joined.
 */
export function mergeReports(reports: readonly NamedReport[], conclude: (parts: MergedParts) => Report): Report {
  const [first, ...others] = reports;
  if (first === undefined) throw new CannotMerge('there is no report to merge; name at least one report file');
  if (others.length > 0) refuseNoShards(reports);
  for (const other of others) refuseOtherRun(first, other);
  refuseTwice(reports);
  const inOrder = reports
    .map(({ report }) => report)
    .sort((one, other) => (shardOf(one)?.index ?? 0) - (shardOf(other)?.index ?? 0));
  return conclude(joined(inOrder, inOrder[0] ?? first.report));
}

function shardOf({ options: { shard } }: Report): Shard | null {
  return shard === null ? null : readShard(shard);
}

function joined(reports: readonly Report[], { without_waits: _, ...first }: Report): MergedParts {
  const sessions = reports.flatMap((report) => report.sessions ?? []);
  return {
    ...(sessions.length > 0 && { sessions: joinedSessions(sessions) }),
    evidence: reports.flatMap(({ evidence }) => evidence),
    observations: reports.flatMap(({ observations }) => observations),
    instances: reports.flatMap(({ instances }) => instances),
    leftovers: [...new Set(reports.flatMap(({ leftovers }) => leftovers))],
    left_behind: reports.flatMap(({ left_behind = [] }) => left_behind),
    errors: reports.flatMap(({ errors }) => errors),
    // Shards run in parallel: the run took as long as the longest of them.
    took: reports.reduce((longest, { took }) => Math.max(longest, took), 0),
    requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    started: reports.map(({ started }) => started).reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a)),
    shards: reports.flatMap(shardReport),
    missing: missingShards(reports.flatMap((report) => shardOf(report) ?? [])),
    first: { ...first, options: { ...first.options, shard: null } },
  };
}

function joinedSessions(all: readonly NonNullable<Report['sessions']>[]): NonNullable<Report['sessions']> {
  return {
    played: all.reduce((sum, { played }) => sum + played, 0),
    texts: all.flatMap(({ texts }) => texts),
    broken: all.flatMap(({ broken }) => broken),
    unsure: all.flatMap(({ unsure }) => unsure),
  };
}

/** The shard of a report. A merged report has several, and the report of a whole run has none. */
function shardReport({
  options: { shard, nonce },
  target,
  features,
  drivers,
  pictures,
  shards = [],
}: Report): ShardReport[] {
  return shard === null ? shards : [{ shard, nonce, target, features, drivers, ...(pictures && { pictures }) }];
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
  { name: 'choice of groups', of: ({ options }) => options.groups ?? [], remedy: 'give all shards the same --groups' },
  { name: 'version of the rules', of: ({ options }) => options.as_of, remedy: 'give all shards the same --as-of' },
  { name: 'number of repeats', of: ({ options }) => options.repeat, remedy: 'give all shards the same --repeat' },
  {
    name: 'number of shards',
    of: (report) => shardOf(report)?.of,
    remedy: 'give all shards the same N in --shard I/N',
  },
];

function refuseOtherRun(first: NamedReport, other: NamedReport): void {
  for (const { name, of, remedy } of TRAITS) {
    const [one, another] = [valueLine(of(first.report)), valueLine(of(other.report))];
    if (one === another) continue;
    throw new CannotMerge(
      `${other.name} is not a shard of the run of ${first.name}: the ${name} is ${another} in the one and ${one} in the other; ${remedy}`,
    );
  }
}

/** Refuses the report of a whole run or a merged report, whose evidence would be counted twice. */
function refuseNoShards(reports: readonly NamedReport[]): void {
  const whole = reports.find(({ report }) => shardOf(report) === null);
  if (whole === undefined) return;
  const what = (whole.report.shards ?? []).length > 0 ? 'a merged report' : 'the report of a whole run';
  throw new CannotMerge(`${whole.name} is ${what}; merge the reports that run --shard … --json has written, each once`);
}

function refuseTwice(reports: readonly NamedReport[]): void {
  const names = new Map<number, string>();
  for (const { name, report } of reports) {
    const shard = shardOf(report);
    if (shard === null) continue;
    const earlier = names.get(shard.index);
    if (earlier !== undefined)
      throw new CannotMerge(`${earlier} and ${name} are both of ${shardWords(shard)}; merge each shard once`);
    names.set(shard.index, name);
  }
}
