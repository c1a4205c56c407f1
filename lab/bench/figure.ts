/** One number that the bench finds, by a name that stays from one run to the next. */
export type Figure = {
  name: string;
  value: number;
  unit: Unit;
  better: 'more' | 'less';
  /** What is to be reached; null where nothing is asked. */
  limit: number | null;
  /** What it was measured beside, or is made of: by name, as it is read. */
  beside: Readonly<Record<string, string>>;
};

/** `of`: a share of something else that was measured in the same rounds, which another machine has too. */
export type Unit = 'of' | 'ms' | 'µs' | 'MB' | 'bytes' | '/s';

/** 1 and more: it is reached. */
export function ofLimit({ value, limit, better }: Pick<Figure, 'value' | 'limit' | 'better'>): number | null {
  if (limit === null) return null;
  if (better === 'more') return value / limit;
  return value <= 0 ? Number.POSITIVE_INFINITY : limit / value;
}

/** How many times as good it was before: beyond 1 it got worse. */
export function timesWorse({ value, better }: Pick<Figure, 'value' | 'better'>, before: number): number {
  if (value <= 0 || before <= 0) return value === before ? 1 : Number.NaN;
  return better === 'more' ? before / value : value / before;
}

/** `better` tells which way is better where nothing is asked. */
export function figure(
  name: string,
  [value, unit]: readonly [value: number, unit: Unit],
  asked: { atLeast?: number | undefined; atMost?: number; better?: 'more' | 'less' },
  beside: Figure['beside'] = {},
): Figure {
  const { atLeast, atMost, better = atMost === undefined ? 'more' : 'less' } = asked;
  return { name, value, unit, better, limit: atLeast ?? atMost ?? null, beside };
}

/** A run that is kept in the repository, for later ones to be compared with. */
export type LastRun = { day: string; machine: string; figures: Readonly<Record<string, number>> };
