/** Between what figures a limit was seen to lie: the largest that was accepted, and the smallest that was refused. */
export type Range = { accepted: number; refused: number | null };

/** What a scenario that narrowed a limit down observed: `[accepted, refused]`, with null where nothing was refused. */
export function rangeOf(value: unknown): Range | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [accepted, refused]: unknown[] = value;
  if (typeof accepted !== 'number' || (typeof refused !== 'number' && refused !== null)) return null;
  return { accepted, refused };
}

export function isWithin(figure: unknown, { accepted, refused }: Range): boolean {
  return typeof figure === 'number' && accepted <= figure && (refused === null || figure < refused);
}

/** The figures that both allow; null where there are none. */
export function overlapOf(one: Range, other: Range): Range | null {
  const accepted = Math.max(one.accepted, other.accepted);
  const refused = leastOf(one.refused, other.refused);
  return refused !== null && refused <= accepted ? null : { accepted, refused };
}

function leastOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

const UNITS = [...powersOf(2, 40), ...powersOf(10, 12)].sort((one, other) => other - one);

function powersOf(base: number, most: number): number[] {
  return Array.from({ length: most }, (_, exponent) => base ** exponent);
}

/** The figure of a range that somebody is likeliest to have chosen: a multiple of the largest power of two or ten. */
export function likeliestIn({ accepted, refused }: Range): number {
  const below = refused ?? 2 * accepted;
  const multiples = UNITS.map((unit) => Math.ceil(accepted / unit) * unit);
  return multiples.find((figure) => figure < below) ?? accepted;
}

export function rangeText({ accepted, refused }: Range): string {
  return refused === null ? `${accepted} is accepted` : `${accepted} is accepted, and ${refused} refused`;
}
