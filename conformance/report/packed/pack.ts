/**
 * A JSON value in which what stands there more than once is told once. Of a map stand the number of its `shapes`, which names its
 * members, and their values; of a list 0 and its items; `$` and a number to the base of 36 is one of those `shared`, and a text
 * that begins with `$` has one more.
 */
export type Packed = { shapes: string[][]; shared: PackedValue[]; value: PackedValue };
export type PackedValue = null | boolean | number | string | PackedValue[];

/** A text, a list or a map, by which its like are found. */
type Node = {
  /** Its name among the others; null of one that stands there once, as far as anybody can tell at a glance. */
  name: string | null;
  uses: number;
  /** About how many characters it takes. */
  width: number;
  parts: Part[] | string;
  /** Of a map its shape, of a list 0. */
  shape: number;
  shared: string | null;
};
type Part = Node | null | boolean | number;

/** What is not longer is as short as the name of what is shared. */
const SHORT = 8;

/** Values that JSON cannot hold are as JSON.stringify has them. */
export function pack(value: unknown): Packed {
  const known = createNodes();
  const root = known.partOf(value);
  const shared: PackedValue[] = [];
  const written = (part: Part): PackedValue => {
    if (typeof part !== 'object' || part === null) return part;
    if (part.shared !== null) return part.shared;
    const { parts, shape } = part;
    const whole = typeof parts === 'string' ? textOf(parts) : [shape, ...parts.map(written)];
    if (part.uses < 2 || part.width <= SHORT) return whole;
    part.shared = `$${(shared.push(whole) - 1).toString(36)}`;
    return part.shared;
  };
  const packed = written(root);
  return { shapes: known.shapes(), shared, value: packed };
}

function textOf(text: string): string {
  return text.startsWith('$') ? `$${text}` : text;
}

function createNodes() {
  const texts = new Map<string, Node>();
  const lists = new Map<string, Node>();
  const shapes = createShapes();
  const newNode = (shape: number, parts: Node['parts'], width: number): Node => {
    return { name: null, uses: 0, width, parts, shape, shared: null };
  };
  const named = (nodes: Map<string, Node>, key: string, node: Node): Node => {
    node.name = `#${texts.size + lists.size}`;
    nodes.set(key, node);
    return node;
  };
  const textNode = (text: string): Node => {
    const before = texts.get(text);
    if (before !== undefined) return before;
    const node = newNode(0, text, text.length + 2);
    return named(texts, text, node);
  };
  const listNode = (shape: number, parts: Part[]): Node => {
    const key = parts.some(standsOnce) ? null : keyOf(shape, parts);
    const before = key === null ? undefined : lists.get(key);
    if (before !== undefined) return before;
    // What stands in it is told with it, however often that is used.
    for (const part of parts) if (typeof part === 'object' && part !== null) part.uses += 1;
    const node = newNode(
      shape,
      parts,
      parts.reduce((sum: number, one) => sum + widthOf(one), 3),
    );
    return key === null || isShortList(node) ? node : named(lists, key, node);
  };
  const mapNode = (map: Readonly<Record<string, unknown>>): Node => {
    let shape = shapes.empty;
    const parts: Part[] = [];
    for (const name of Object.keys(map)) {
      const member = map[name];
      if (member === undefined) continue;
      shape = shapes.with(shape, name);
      parts.push(partOf(member));
    }
    return listNode(shapes.numberOf(shape), parts);
  };
  const partOf = (value: unknown): Part => {
    if (typeof value === 'string') return textNode(value);
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (typeof value !== 'object' || value === null) return null;
    return Array.isArray(value) ? listNode(0, value.map(partOf)) : mapNode(value as Readonly<Record<string, unknown>>);
  };
  return { partOf, shapes: shapes.all };
}

/** A time with a fraction is like no other, and so is what holds it: most of a report is not looked up for that. */
function standsOnce(part: Part): boolean {
  if (typeof part === 'number') return !Number.isInteger(part);
  return typeof part === 'object' && part !== null && part.name === null;
}

/** Positions, for the most part: to tell them is as short as to name them. */
function isShortList({ shape, parts, width }: Node): boolean {
  return shape === 0 && width <= SHORT && typeof parts !== 'string' && parts.length > 0;
}

function keyOf(shape: number, parts: readonly Part[]): string {
  let key = `${shape}`;
  for (const part of parts) key += `,${typeof part === 'object' && part !== null ? part.name : part}`;
  return key;
}

/** The names of the members of a map, one after the other. */
type Shape = { names: readonly string[]; number: number | null; longer: Map<string, Shape> };

function createShapes() {
  const numbered: string[][] = [];
  const empty: Shape = { names: [], number: null, longer: new Map() };
  return {
    empty,
    with: (shape: Shape, name: string): Shape => {
      const longer = shape.longer.get(name) ?? { names: [...shape.names, name], number: null, longer: new Map() };
      shape.longer.set(name, longer);
      return longer;
    },
    numberOf: (shape: Shape): number => {
      shape.number ??= numbered.push([...shape.names]);
      return shape.number;
    },
    all: () => numbered,
  };
}

function widthOf(part: Part): number {
  return 1 + (typeof part === 'object' && part !== null ? part.width : String(part).length);
}
