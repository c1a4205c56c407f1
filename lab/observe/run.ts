import { openSuite } from '../../conformance/certify.ts';
import { EXIT, type Flags, textFlag } from '../../shared/command.ts';
import { assertSome, inPart, kindsIn, runProof, sampled } from '../proof/script.ts';
import { latency } from './latency.ts';
import { type ObservedRun, observedRun, violatedIn } from './observed-run.ts';
import { KINDS, serversOf, type Watched } from './servers.ts';

const HELP = `npm run observe-proof -- [options]: run the suite on servers that break a rule, and on lawful ones, and only observe the traffic.

  --kinds X,Y     ${KINDS.join(', ')} (default all of them)
  --sample N      so many of each kind, drawn by the seed (default 24)
  --only X,Y      these alone, by their names
  --part 1/2      the first half of them, so that two processes share the work
  --seed TEXT     default proof
  --latency       only print what the proxy adds to a request

A line a server as JSON, and at the end how many were found. Ends with 1 where a lawful server is blamed, where a broken one is blamed of
what it does not break, or where less than 60 % of the breaches are found that the suite finds and traffic can show.`;

const SAMPLE = 24;
/** The share of breaches that observation must find. */
const LEAST = 0.6;
/** Rules that requests and answers alone cannot show. */
const NEEDS_MORE: readonly RegExp[] = [
  // Deliveries do not pass through the proxy of this proof.
  /^(?:WH|EVENT)-/,
  // They need the totals of an account that no other client uses.
  /^(?:CREDIT|USAGE|QUOTA)-|^CANCEL-REFUND|^IDEM-CHARGE|-BILLED$/,
  // They need to know which keys were issued, to whom, and with which scopes.
  /^AUTH-(?:401|REVOKED|EXPIRED|DISABLED|NETWORK|SCOPE|UNREADABLE)|-SCOPE-|^ISOLATION-/,
  // They need the stage of a job, which a driver holds.
  /^CANCEL-(?:PICKED|TABLE|QUEUED|BOUNDARY|RUNS)|^JOB-IN-PROGRESS/,
];
/** Other rules that a breach also violates: a live job that is visible to a test key has the wrong `livemode`. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  'ISOLATION-ENVIRONMENT': ['LIVEMODE-JOB', 'LIVEMODE-ASSET'],
};
/** The milliseconds that the proxy may add to the median time of a request. */
const MOST_ADDED = 1;
/**
 * The suite is divided into this many parts. A lawful server runs one of them, a broken one the scenarios for its rule.
 */
const PARTS = 24;

/**
 * `sent`: the rules that the suite fails. `observed`: the rules that the traffic violates. `beyond`: those of
 * `observed` that are not broken.
 */
type Line = {
  kind: Watched['kind'];
  name: string;
  rule: string | null;
  sent: string[];
  observed: string[];
  beyond: string[];
  /** The suite finds the breach, and requests and answers alone can show it. */
  hasOccasion: boolean;
  judged: number;
  exchanges: number;
};

const loaded = openSuite();
await runProof('observe-proof', HELP, main);

async function main(flags: Flags): Promise<number> {
  if (flags['latency'] === true) return printLatency();
  const chosen = kindsIn(flags, KINDS).flatMap((kind) => sampled(serversOf(kind), flags, SAMPLE));
  const servers = inPart(chosen, textFlag(flags, 'part'));
  assertSome(servers);
  const lines: Line[] = [];
  for (const [place, server] of servers.entries()) {
    const line = lineOf(server, await observedRun(loaded, server.options, scenariosFor(server, place)));
    console.log(JSON.stringify(line));
    lines.push(line);
  }
  return summary(lines);
}

async function printLatency(): Promise<number> {
  const { straight, through } = await latency();
  const added = through - straight;
  console.log(
    `median of a request: ${straight.toFixed(3)} ms straight, ${through.toFixed(3)} ms through the proxy, which adds ${added.toFixed(3)} ms`,
  );
  return added < MOST_ADDED ? EXIT.fine : EXIT.problems;
}

function scenariosFor({ rule }: Watched, place: number): string[] {
  const { scenarios } = loaded.suite;
  const isMeant = (index: number, covers: readonly { rule: string }[]) =>
    rule === null ? index % PARTS === place % PARTS : covers.some((one) => one.rule === rule);
  return scenarios.filter(({ covers }, index) => isMeant(index, covers)).map(({ id }) => id);
}

function lineOf({ kind, name, rule }: Watched, run: ObservedRun): Line {
  const [sent, observed] = [violatedIn(run.sent), violatedIn(run.observed)];
  const broken = new Set([...sent, ...(rule === null ? [] : [rule, ...(FOLLOWS[rule] ?? [])])]);
  return {
    ...{ kind, name, rule, sent, observed },
    beyond: observed.filter((one) => !broken.has(one)),
    hasOccasion: sent.length > 0 && !NEEDS_MORE.some((rules) => rules.test(rule ?? '')),
    judged: run.observed.observed?.judged ?? 0,
    exchanges: run.observed.observed?.exchanges ?? 0,
  };
}

function summary(lines: readonly Line[]): number {
  const lawful = lines.filter(({ rule }) => rule === null);
  const breaches = lines.filter(({ rule }) => rule !== null);
  const blamed = lawful.filter(({ observed }) => observed.length > 0);
  const beyond = breaches.filter((line) => line.beyond.length > 0);
  const able = breaches.filter(({ hasOccasion }) => hasOccasion);
  const found = able.filter(({ observed }) => observed.length > 0);
  const share = able.length === 0 ? 1 : found.length / able.length;
  const [judged, exchanges] = [sum(lines.map((line) => line.judged)), sum(lines.map((line) => line.exchanges))];
  console.log(`lawful servers blamed: ${blamed.length} of ${lawful.length}${namesOf(blamed)}`);
  console.log(
    `broken servers blamed of what they do not break: ${beyond.length} of ${breaches.length}${namesOf(beyond)}`,
  );
  console.log(
    `breaches found by looking on: ${found.length} of ${able.length} (${(100 * share).toFixed(0)} %) that the suite finds and traffic has the occasion for`,
  );
  console.log(`exchanges judged: ${judged} of ${exchanges}`);
  return blamed.length + beyond.length === 0 && share >= LEAST ? EXIT.fine : EXIT.problems;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function namesOf(lines: readonly Line[]): string {
  return lines.length === 0
    ? ''
    : `: ${lines.map(({ name, beyond, observed }) => `${name} (${(beyond.length > 0 ? beyond : observed).join(', ')})`).join('; ')}`;
}
