/**
 * Where choices stand, in a configuration and among the settings that are read from it: under `readings` by the parts of
 * their names, and how long the stages of a job last beside them.
 */
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

/** What is chosen for a question; undefined if nothing is. */
export function choiceAt({ readings, stages }: Places, name: string): unknown {
  const [first, second] = pathOf(name);
  const value = first === 'stages' ? stages : asMap(readings)[first];
  return second === undefined ? value : asMap(value)[second];
}

type Path = readonly [first: string, second: string | undefined];

/** Every world asks for every question when it opens. */
const knownPaths = new Map<string, Path>();

/** A dot in the name of a question leads into a group. */
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
