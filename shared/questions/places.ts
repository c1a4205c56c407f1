/** The places of choices: `readings` by the parts of their names, and next to it the durations of stages. */
export type Places = { readings?: object | undefined; stages?: object | undefined };

/** The same with other choices, by question. */
export function withChoices<Kept extends Places>(places: Kept, chosen: Readonly<Record<string, unknown>>): Kept {
  const readings: Record<string, unknown> = { ...places.readings };
  const stages: Record<string, unknown> = { ...places.stages };
  for (const [name, choice] of Object.entries(chosen)) {
    const [first, second] = pathOf(name);
    if (second === undefined) readings[first] = choice;
    else if (first === 'stages') stages[second] = choice;
    else readings[first] = { ...asMap(readings[first]), [second]: choice };
  }
  return { ...places, readings, stages };
}

/** The choice for a question; undefined if there is none. */
export function choiceAt({ readings, stages }: Places, name: string): unknown {
  const [first, second] = pathOf(name);
  const value = first === 'stages' ? stages : asMap(readings)[first];
  return second === undefined ? value : asMap(value)[second];
}

type Path = readonly [first: string, second: string | undefined];

/** Cached, because every world looks up every question when it opens. */
const knownPaths = new Map<string, Path>();

/** A dot in the name of a question leads to a group. */
function pathOf(name: string): Path {
  const known = knownPaths.get(name);
  if (known !== undefined) return known;
  const [first = '', second] = name.split('.');
  const path: Path = [first, second];
  knownPaths.set(name, path);
  return path;
}

function asMap(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
