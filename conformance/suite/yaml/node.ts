/** Where something is in a file; lines and columns count from 1. */
export type Place = { file: string; line: number; column: number };

export type Scalar = string | number | boolean | null;
/** Anything but a list and no map. */
export type ScalarNode = {
  kind: 'scalar';
  value: Scalar;
  place: Place;
  /** A scalar without quotes as it was written: an anchor of digits is no number. */
  source?: string;
  /** Where the text begins, quotes left out, if it stands on one line just as it is: a place in it can be reported then. */
  textColumn?: number;
};
export type ListNode = { kind: 'list'; items: readonly Node[]; place: Place };
export type MapEntry = { key: string; keyPlace: Place; value: Node };
export type MapNode = { kind: 'map'; entries: readonly MapEntry[]; place: Place };

/** What was read from YAML, each part with its place, so that whatever is wrong with it can be shown. */
export type Node = ScalarNode | ListNode | MapNode;

/** The value without its places. */
export function plain(node: Node): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
}

export function childOf(node: Node | undefined, key: string): Node | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}

/** The text of a scalar as it was written: a version 2.10 is no 2.1. */
export function scalarText(node: Node | undefined): string | null {
  if (node?.kind !== 'scalar' || node.value === null) return null;
  return node.source ?? String(node.value);
}

/** The items of a list; of anything else that alone. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  if (node === undefined) return [];
  return node.kind === 'list' ? node.items : [node];
}
