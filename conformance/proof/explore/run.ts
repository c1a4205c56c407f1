import { parseArgs } from 'node:util';
import { EXIT } from '../../../shared/command.ts';
import { openSuite } from '../../certify.ts';
import { search } from '../../explore/search.ts';
import { seededDraws } from '../../plan/seeded-draws.ts';
import type { TestServer } from '../../run/self-test.ts';
import { targetFromFlags } from '../../target/target-from-flags.ts';
import { KINDS, type Kind, type Searched, serversOf } from './servers.ts';

const HELP = `npm run explore-proof -- [options]: search servers that break a rule, and lawful ones, with a budget of requests each.

  --kinds X,Y     ${KINDS.join(', ')} (default all of them)
  --sample N      so many of each kind, drawn by the seed
  --only X,Y      these alone, by their names
  --part 1/2      the first half of them, so that two processes share the work
  --seed TEXT     default proof
  --requests N    for each server (default 2000)
  --seconds N     of processor time for each server (default 60)

A line a server as JSON, and at the end how many were found. Ends with 1 where a lawful server is blamed.`;

const { values } = parseArgs({
  options: {
    kinds: { type: 'string', default: KINDS.join(',') },
    sample: { type: 'string' },
    only: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    seed: { type: 'string', default: 'proof' },
    requests: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean' },
  },
});

type Line = {
  kind: Kind;
  name: string;
  rule: string | null;
  found: boolean | null;
  at: number | null;
  length: number | null;
};

const loaded = openSuite();
process.exitCode = values.help ? help() : await main();

function help(): number {
  console.log(HELP);
  return EXIT.fine;
}

async function main(): Promise<number> {
  const kinds = KINDS.filter((kind) => values.kinds.split(',').includes(kind));
  const [part = 1, parts = 1] = values.part.split('/').map(Number);
  const lines: Line[] = [];
  for (const kind of kinds) {
    const drawn = sampled(await serversOf(kind));
    for (const [index, server] of drawn.entries()) if (index % parts === part - 1) lines.push(await searched(server));
    console.log(summary(kind, lines));
  }
  const blamed = lines.filter(({ rule, found }) => rule === null && found === true);
  return blamed.length === 0 ? EXIT.fine : EXIT.problems;
}

function sampled(servers: readonly Searched[]): Searched[] {
  const only = values.only?.split(',') ?? null;
  const meant = servers.filter(({ name }) => only === null || only.includes(name));
  if (values.sample === undefined) return meant;
  const random = seededDraws(values.seed);
  const drawn = meant.map((server) => ({ server, place: random() })).sort((one, other) => one.place - other.place);
  return drawn.slice(0, Number(values.sample)).map(({ server }) => server);
}

async function searched({ kind, name, rule, keys, start, twin }: Searched): Promise<Line> {
  const [target, beside] = [await start(), await twin()];
  const begun = process.cpuUsage();
  const { signal } = new AbortController();
  const bounds = {
    seed: values.seed,
    nonce: values.seed,
    steps: 1_000_000,
    length: 30,
    requests: Number(values.requests),
  };
  // How much a machine does beside it changes nothing.
  const isOver = () => {
    const { user, system } = process.cpuUsage(begun);
    return user + system > Number(values.seconds) * 1_000_000;
  };
  try {
    const servers = { target: targetAt(target, keys), twin: targetAt(beside) };
    const outcome = await search(loaded, servers, { ...bounds, only: null, signal, isOver });
    const plain = { kind, name, rule, found: null, at: null, length: null };
    if ('problem' in outcome) return told({ ...plain, problem: outcome.problem });
    const { explored, rules, scenario } = outcome;
    const first = explored.told;
    return told({
      ...{ kind, name, rule, found: first !== null, at: explored.firstAt },
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

function told<Shown extends Line>(line: Shown): Line {
  console.log(JSON.stringify(line));
  return line;
}

function summary(kind: Kind, lines: readonly Line[]): string {
  const own = lines.filter((line) => line.kind === kind);
  const found = own.filter((line) => line.found === true);
  const numbers = `median ${medianOf(found.map(({ at }) => at ?? 0))} requests to the first difference, ${medianOf(found.map(({ length }) => length ?? 0))} operations in its session`;
  return `${kind}: a difference in ${found.length} of ${own.length}${found.length === 0 ? '' : `; ${numbers}`}`;
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
