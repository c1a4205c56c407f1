import { median } from '../../shared/median.ts';
import { type Heat, KINDS, type Kind, type Memory, prepareHeat, type Turn, type Turns } from './heat.ts';
import { PEERS } from './peers.ts';
import type { Row } from './rows.ts';

export type Pace = { rounds: number; roundMs: number; warmUpMs: number; starts: number };
export type RoundOptions = Pace & { profileTo: string | null };

export type RowResult = { row: Row; medians: Turns; memory: Memory };

/** Runs rows side by side: each of their servers has a turn in each round, so that all meet the same machine. */
export async function runRounds(rows: readonly Row[], options: RoundOptions): Promise<RowResult[]> {
  const { rounds, roundMs, warmUpMs, profileTo } = options;
  const heats: { heat: Heat; turns: Turns[] }[] = [];
  for (const row of rows) heats.push({ heat: await prepareHeat(row, profileTo), turns: [] });
  for (const { heat } of heats) await heat.takeTurns(warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const { heat, turns } of heats) turns.push(await heat.takeTurns(roundMs));
  }
  const results: RowResult[] = [];
  for (const { heat, turns } of heats) {
    results.push({ row: heat.row, medians: mediansOf(turns), memory: await heat.memory() });
    await heat.stop();
  }
  return results;
}

function mediansOf(turns: readonly Turns[]): Turns {
  const own = KINDS.map((kind): [Kind, Turn] => [kind, medianTurn(turns.map((turn) => turn[kind]))]);
  const peers = PEERS.flatMap((peer) => {
    const rates = turns.flatMap((turn) => turn.peers[peer] ?? []);
    return rates.length === 0 ? [] : [[peer, median(rates)]];
  });
  return { ...(Object.fromEntries(own) as Record<Kind, Turn>), peers: Object.fromEntries(peers) };
}

function medianTurn(turns: readonly Turn[]): Turn {
  const medianOf = (name: keyof Turn) => median(turns.map((turn) => turn[name]));
  return { perSecond: medianOf('perSecond'), cpuMicroseconds: medianOf('cpuMicroseconds') };
}
