/** A place in a file. Lines and columns count from 1. */
export type Place = { file: string; line: number; column: number };

export type Scalar = string | number | boolean | null;
/** Any value except lists and maps. */
export type ScalarNode = {
  kind: 'scalar';
  value: Scalar;
  place: Place;
  /** The source of an unquoted scalar. An anchor of digits, for example, is not a number. */
  source?: string;
  /**
   * The column of the text without quotes, if it is on one line and has no escapes, so that a place in it can be
   * reported.
   */
  textColumn?: number;
};
export type ListNode = { kind: 'list'; items: readonly Node[]; place: Place };
export type MapEntry = { key: string; keyPlace: Place; value: Node };
export type MapNode = { kind: 'map'; entries: readonly MapEntry[]; place: Place };

/** YAML values with their places, so that every mistake can be reported where it is. */
export type Node = ScalarNode | ListNode | MapNode;

/** Returns the value without its places. */
export function plain(node: Node): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
}

export function childOf(node: Node | undefined, key: string): Node | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}

/** Returns the source text of a scalar: the version 2.10 differs from 2.1. */
export function scalarText(node: Node | undefined): string | null {
  if (node?.kind !== 'scalar' || node.value === null) return null;
  return node.source ?? String(node.value);
}

/** Returns the items of a list; a single-item list for any other node. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  if (node === undefined) return [];
  return node.kind === 'list' ? node.items : [node];
}
