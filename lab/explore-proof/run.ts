import { openSuite } from '../../conformance/certify.ts';
import { search } from '../../conformance/explore/search.ts';
import type { TestServer } from '../../conformance/run/self-test.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { countFlag, EXIT, type Flags, textFlag } from '../../shared/command.ts';
import { median } from '../../shared/median.ts';
import { assertSome, inPart, kindsIn, MOST, runProof, sampled } from '../proof/script.ts';
import { KINDS, type Kind, type Searched, serversOf } from './servers.ts';

const HELP = `npm run explore-proof -- [options]: search servers that break a rule, and lawful ones, with a budget of requests each.

  --kinds X,Y     ${KINDS.join(', ')} (default all of them)
  --sample N      so many of each kind, drawn by the seed
  --only X,Y      these alone, by their names
  --part 1/2      the first half of them, so that two processes share the work
  --seed TEXT     default proof
  --seeds N       each server with so many seeds: the seed with a number from 1 on behind it
  --requests N    for each server (default 2000)
  --seconds N     of processor time for each server (default 60)

A line a server as JSON, and at the end how many were found. Ends with 1 where a lawful server is blamed.`;

type Line = {
  kind: Kind;
  name: string;
  rule: string | null;
  seed: string;
  found: boolean | null;
  at: number | null;
  length: number | null;
};

type Bounds = { seed: string; requests: number; seconds: number };

const loaded = openSuite();
await runProof('explore-proof', HELP, main);

async function main(flags: Flags): Promise<number> {
  const bounds = {
    seed: textFlag(flags, 'seed') ?? 'proof',
    requests: countFlag(flags, 'requests', MOST) ?? 2_000,
    seconds: countFlag(flags, 'seconds', MOST) ?? 60,
  };
  const chosen = new Map<Kind, Searched[]>();
  for (const kind of kindsIn(flags, KINDS))
    chosen.set(kind, inPart(sampled(await serversOf(kind), flags), textFlag(flags, 'part')));
  assertSome([...chosen.values()].flat());
  const lines: Line[] = [];
  for (const [kind, servers] of chosen) {
    for (const server of servers)
      for (const seed of seedsOf(flags, bounds)) lines.push(await searched(server, { ...bounds, seed }));
    console.log(summary(kind, lines));
  }
  const blamed = lines.filter(({ rule, found }) => rule === null && found === true);
  return blamed.length === 0 ? EXIT.fine : EXIT.problems;
}

function seedsOf(flags: Flags, { seed }: Bounds): string[] {
  const seeds = countFlag(flags, 'seeds', MOST);
  return seeds === undefined ? [seed] : Array.from({ length: seeds }, (_, index) => `${seed}-${index + 1}`);
}

async function searched(
  { kind, name, rule, keys, start, twin }: Searched,
  { seed, requests, seconds }: Bounds,
): Promise<Line> {
  const [target, beside] = [await start(), await twin()];
  const begun = process.cpuUsage();
  const { signal } = new AbortController();
  const bounds = { seed, nonce: seed, steps: 1_000_000, length: 30, requests };
  // CPU time does not depend on other work of the machine.
  const isOver = () => {
    const { user, system } = process.cpuUsage(begun);
    return user + system > seconds * 1_000_000;
  };
  try {
    const servers = { target: targetAt(target, keys), twin: targetAt(beside) };
    const outcome = await search(loaded, servers, { ...bounds, only: null, signal, isOver });
    const plain = { kind, name, rule, seed, found: null, at: null, length: null };
    if ('problem' in outcome) return printLine({ ...plain, problem: outcome.problem });
    const { explored, rules, scenario } = outcome;
    const first = explored.confirmed;
    return printLine({
      ...{ kind, name, rule, seed, found: first !== null, at: explored.firstAt },
      unsure: explored.unsure.length,
      length: first?.session.operations.length ?? null,
      ...{ rules, written: scenario !== null, sessions: explored.sessions, requests: outcome.requests },
      ...(first !== null && { does: first.difference.operation.does, what: first.difference.what }),
      ...(first !== null && { target: first.difference.target, twin: first.difference.twin }),
      ...(first !== null && rule === null && { session: first.session }),
    });
  } finally {
    await target.close();
    await beside.close();
  }
}

function targetAt({ base_url, driver_url }: TestServer, keys: Searched['keys'] = {}) {
  return targetFromFlags({ base_url, keys, drivers: { url: driver_url }, live_keys: 'allow' });
}

function printLine<Shown extends Line>(line: Shown): Line {
  console.log(JSON.stringify(line));
  return line;
}

function summary(kind: Kind, lines: readonly Line[]): string {
  const own = lines.filter((line) => line.kind === kind);
  const found = own.filter((line) => line.found === true);
  const numbers = `median ${median(found.map(({ at }) => at ?? 0))} requests to the first difference, ${median(found.map(({ length }) => length ?? 0))} operations in its session`;
  return `${kind}: a difference in ${found.length} of ${own.length}${found.length === 0 ? '' : `; ${numbers}`}`;
}
