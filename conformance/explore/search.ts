import type { Means } from '../sessions/draw/means.ts';
import type { WrittenScenario } from '../sessions/write/write-scenario.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import type { Product } from '../suite/vocabulary.ts';
import type { Target } from '../target/target.ts';
import { type Bounds, type Explored, explore, type Sides, type Watching } from './explore.ts';
import { outlookOf } from './means-of.ts';
import { openSide, playSession } from './play-session.ts';
import { rulesOf } from './tell/rules-of.ts';
import { scenarioFor } from './tell/scenario-file.ts';

export type Search = Omit<Bounds, 'isOver'> & {
  signal: AbortSignal;
  nonce: string;
  isOver(): boolean;
  only: Means['only'];
  /** The chosen products; none means all products of the target. */
  products?: readonly Product[];
};

/** `problem`: why the search was impossible. */
export type Searched = {
  explored: Explored;
  rules: readonly string[];
  scenario: WrittenScenario | null;
  requests: number;
};

/** Searches for the first difference between a target and its twin. */
export async function search(
  loaded: Loaded,
  servers: { target: Target; twin: Target },
  { only, products = [], nonce, ...bounds }: Search,
  watching: Watching = {},
): Promise<Searched | { problem: string }> {
  const { suite } = loaded;
  await suite.shapes.prepare();
  const options = { seed: bounds.seed, nonce, signal: bounds.signal };
  const target = await openSide(loaded, servers.target, options);
  try {
    if (!target.found.reachable) return { problem: target.found.detail ?? 'no answer' };
    const twin = await openSide(loaded, servers.twin, options);
    try {
      const { means, account, problem } = await outlookOf(target, only, products);
      if (problem !== null) return { problem };
      const sides: Sides = { target, twin, registry: suite.registry, means, account };
      const explored = await explore(sides, bounds, watching);
      const rules = explored.confirmed === null ? [] : rulesOf(explored.confirmed.difference);
      const scenario = await shownBy(sides, explored, rules);
      return { explored, rules, scenario, requests: target.session.allowance.requests() };
    } finally {
      await twin.close();
    }
  } finally {
    await target.close();
  }
}

/** Returns a scenario that failed on the target and passed on the twin; null if none of ours did. */
async function shownBy(
  sides: Sides,
  { confirmed }: Explored,
  rules: readonly string[],
): Promise<WrittenScenario | null> {
  if (confirmed === null) return null;
  const written = scenarioFor(confirmed.session, confirmed.difference, rules, sides);
  if (written === null) return null;
  const onTarget = await playSession(written, sides.target.session);
  const onTwin = await playSession(written, sides.twin.session);
  const [rule] = written['covers'] as string[];
  const isBroken = ({ evidence }: typeof onTarget) =>
    evidence.some((one) => one.rule === rule && one.outcome === 'violated');
  return isBroken(onTarget) && !isBroken(onTwin) && onTwin.ended.outcome === 'done' ? written : null;
}
