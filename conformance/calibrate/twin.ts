/**
 * What the emulator shows under each choice of a question, at the places at which its choices differ: `shows` has the
 * values in the order of `choices`, null where nothing is seen under that choice.
 */
export type Twin = { question: string; gap: string; choices: readonly unknown[]; points: readonly TwinPoint[] };
export type TwinPoint = { at: string; shows: readonly (string | null)[] };

/** The twins of all questions, and the scenarios that observe each gap. */
export type Twins = { scenarios: Readonly<Record<string, readonly string[]>>; questions: readonly Twin[] };

/** What was seen under a choice: by place, as `pointsOf` tells it. */
export type Seen = ReadonlyMap<string, string>;

/**
 * The places at which the choices differ. What differs between two runs of the same choice is left out: `again` has the
 * places of the first choice as a second run showed them.
 */
export function twinOf(question: string, gap: string, tried: readonly (readonly [unknown, Seen])[], again: Seen): Twin {
  const [first] = tried;
  const places = [...new Set(tried.flatMap(([, seen]) => [...seen.keys()]))].filter((at) => at.startsWith(`${gap} | `));
  const points = places
    .filter((at) => first?.[1].get(at) === again.get(at))
    .map((at) => ({ at, shows: tried.map(([, seen]) => seen.get(at) ?? null) }))
    .filter(({ shows }) => new Set(shows).size > 1);
  return { question, gap, choices: tried.map(([choice]) => choice), points };
}

/**
 * Each question by what it alone moves, where that tells its choices as well as all that they move does: what another
 * question of the same gap moves too says nothing of which of the two it was.
 */
export function byOwnPoints(twins: readonly Twin[]): Twin[] {
  const movers = new Map<string, number>();
  for (const twin of twins) for (const path of pathsOf(twin)) movers.set(path, (movers.get(path) ?? 0) + 1);
  return twins.map((twin) => {
    const own = { ...twin, points: twin.points.filter((point) => movers.get(pathOf(point)) === 1) };
    return kindsIn(own) === kindsIn(twin) ? own : twin;
  });
}

function pathsOf({ points }: Twin): Set<string> {
  return new Set(points.map(pathOf));
}

/** The gap, the scenario and what is looked at, in whichever row. */
function pathOf({ at }: TwinPoint): string {
  return at.replace(/\[.*?\] \| /, ' | ');
}

/** How many of the choices can be told from each other. */
function kindsIn({ choices, points }: Twin): number {
  return new Set(choices.map((_, index) => JSON.stringify(points.map(({ shows }) => shows[index])))).size;
}
