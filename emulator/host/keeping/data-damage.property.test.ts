import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../adapters/files/memory-files.ts';
import { uniform } from '../../domain/values/random.ts';
import { DataProblem } from '../../storage/data-problem.ts';
import { inspectFolder } from '../../storage/inspect-folder.ts';
import { afterKill, CONFIG, emulatorOn, type Files } from '../../testing/kept-emulator.ts';
import { loadDeviator } from '../load-deviator.ts';
import { keptWorld } from './kept-config.ts';

const RUNS = Number(process.env['RUNS'] ?? 24);

/** The outcome of a trial. Each of these is allowed; a loss that is not reported is not. */
type Outcome = 'whole' | 'refused' | 'reported';

type Draw = (end: number) => number;

const WAYS: Readonly<Record<string, (bytes: Buffer, draw: Draw) => Buffer | null>> = {
  flip: (bytes, draw) => {
    const flipped = Buffer.from(bytes);
    const at = draw(bytes.byteLength);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << draw(8));
    return flipped;
  },
  cut: (bytes, draw) => bytes.subarray(0, draw(bytes.byteLength)),
  'cut at a line': (bytes, draw) => {
    const ends = [0, ...[...bytes.keys()].filter((at) => bytes[at] === 10).map((at) => at + 1)].slice(0, -1);
    return bytes.subarray(0, ends[draw(ends.length)]);
  },
  'swap lines': (bytes, draw) => {
    const lines = bytes.toString('latin1').split(/(?<=\n)/);
    const at = draw(Math.max(1, lines.length - 1));
    lines.splice(at, 2, ...lines.slice(at, at + 2).reverse());
    return Buffer.from(lines.join(''), 'latin1');
  },
  'leave out a line': (bytes, draw) => {
    const lines = bytes.toString('latin1').split(/(?<=\n)/);
    lines.splice(draw(lines.length), 1);
    return Buffer.from(lines.join(''), 'latin1');
  },
  append: (bytes, draw) => Buffer.concat([bytes, Buffer.from(['{"n":99}\n', 'x', '\n', '\0\0\0\0'][draw(4)] ?? '')]),
  zero: (bytes, draw) => {
    const zeroed = Buffer.from(bytes);
    const start = draw(bytes.byteLength);
    return zeroed.fill(0, start, Math.min(bytes.byteLength, start + 1 + draw(64)));
  },
  delete: () => null,
};

const KINDS = ['manifest.json', 'manifest.previous', 'changes-', 'segments/', 'blobs/', 'acknowledged'] as const;

/** A directory of a killed process, with a checkpoint, a snapshot and later changes, and what was acknowledged. */
async function directory() {
  const all: Files = new Map();
  const { client, emulator, host } = await emulatorOn(memoryFiles(all));
  await client.submitOn('skin.analyze');
  await emulator.data?.compact();
  await client.submitOn('skin.analyze');
  await emulator.snapshots.save('kept');
  await emulator.data?.compact();
  await client.submitOn('skin.analyze');
  await emulator.clock.advance('1m');
  await client.submitOn('skin.analyze');
  await emulator.data?.synced();
  return { all: new Map(all), state: host.world.state };
}

type Kept = Awaited<ReturnType<typeof directory>>;

async function trial({ all, state }: Kept, kind: string, way: string, draw: Draw): Promise<Outcome> {
  const damaged = new Map(all);
  const names = [...all.keys()].filter((name) => name.startsWith(kind)).sort();
  const name = names[draw(names.length)] ?? '';
  const bytes = WAYS[way]?.(Buffer.from(all.get(name) ?? ''), draw) ?? null;
  if (bytes === null) damaged.delete(name);
  else damaged.set(name, bytes);
  const { problem } = await inspect(damaged);
  const opened = await emulatorOn(afterKill(damaged)).catch((error: unknown) => {
    if (error instanceof DataProblem) return error;
    throw error;
  });
  if (opened instanceof DataProblem) {
    expect(opened.message).toMatch(/^memory is damaged: .*(?:Put it back|--accept-loss)/);
    expect(problem).not.toBeNull();
    const accepted = await emulatorOn(afterKill(damaged), { ...CONFIG, acceptLoss: true }).catch((error) => error);
    if (!(accepted instanceof DataProblem)) expect(accepted.warnings).not.toEqual([]);
    return 'refused';
  }
  expect(problem).toBeNull();
  const { world } = opened.host;
  expect(world.state).toEqual(state);
  for (const { id, results } of world.state.jobs.values()) {
    expect((await opened.client.get(`/v1/jobs/${id}`)).status).toBe(200);
    for (const result of results) expect((await opened.client.get(`/v1/assets/${result}/content`)).status).toBe(200);
  }
  return opened.warnings.length > 0 ? 'reported' : 'whole';
}

function inspect(all: Files) {
  const as = new Map(all);
  return inspectFolder({ files: memoryFiles(all), makeWorld: keptWorld, loadDeviator })
    .catch((error) => ({ problem: String(error) }))
    .finally(() => expect(all).toEqual(as));
}

describe('a data directory that was damaged anywhere', () => {
  it('has everything that was acknowledged, is refused, or reports what is missing', async () => {
    const kept = await directory();
    const outcomes: Record<Outcome, number> = { whole: 0, refused: 0, reported: 0 };
    for (let run = 0; run < RUNS; run += 1) {
      let drawn = 0;
      const draw: Draw = (end) => {
        drawn += 1;
        return Math.floor(uniform(`damage ${run}`, drawn) * end);
      };
      const [kind, way] = [KINDS[draw(KINDS.length)] ?? '', Object.keys(WAYS)[draw(8)] ?? ''];
      outcomes[
        await trial(kept, kind, way, draw).catch((error) => {
          throw new Error(`run ${run}, ${way} of ${kind}: ${error.message}`, { cause: error });
        })
      ] += 1;
    }
    if (process.env['RUNS'] !== undefined)
      console.log(`${RUNS} trials: ${JSON.stringify(outcomes)}, 0 with something missing that was not reported`);
    expect(outcomes.refused).toBeGreaterThan(0);
    expect(outcomes.reported).toBeGreaterThan(0);
  });
});
