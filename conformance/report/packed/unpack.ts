import type { Packed, PackedValue } from './pack.ts';

/** What is packed cannot be read: it is not what `pack` makes. */
export class BadPacked extends Error {}

/** What may be told again and again in a small file must not take all memory: no report of a run has so many characters. */
const MOST = 500_000_000;
/** Lists within lists; a report has some ten. */
const DEEPEST = 500;

type Told = { value: unknown; weight: number };

/** The value as it was; what is told once stands in it as one and the same. */
export function unpack({ shapes, shared, value }: Packed): unknown {
  const known: Told[] = [];
  const told = (packed: PackedValue, depth = 0): Told => {
    if (depth > DEEPEST) throw new BadPacked(`it has lists ${DEEPEST} deep in each other`);
    if (typeof packed === 'string') return toldText(packed, known);
    if (!Array.isArray(packed)) return { value: packed, weight: 1 };
    const [shape, ...parts] = packed;
    const all = parts.map((part) => told(part, depth + 1));
    const weight = all.reduce((sum, one) => sum + one.weight, 1);
    if (weight > MOST) throw new BadPacked('it is larger than any report when it is unpacked');
    const values = all.map((one) => one.value);
    return { value: shape === 0 ? values : mapOf(shapes[Number(shape) - 1], values), weight };
  };
  for (const one of shared) known.push(told(one));
  return told(value).value;
}

function toldText(text: string, known: readonly Told[]): Told {
  if (!text.startsWith('$')) return { value: text, weight: text.length };
  if (text.startsWith('$$')) return { value: text.slice(1), weight: text.length };
  const one = known[Number.parseInt(text.slice(1), 36)];
  if (one === undefined) throw new BadPacked(`${text} is none of what was shared before it`);
  return one;
}

function mapOf(names: readonly string[] | undefined, values: readonly unknown[]): unknown {
  if (names?.length !== values.length)
    throw new BadPacked(`there is no shape of ${values.length} members where one is used`);
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}
