export const KINDS = ['emulator', 'bare', 'Hono', 'least'] as const;
export type Kind = (typeof KINDS)[number];
export const REFERENCES = ['bare', 'Hono', 'least'] as const;
export type Reference = (typeof REFERENCES)[number];

export type Unit = '/s' | 'ms' | 'µs' | 'MB' | 'times';

/** A measurement of the emulator, and of the references in the same rounds. The name identifies it in later runs. */
export type Figure = { name: string; unit: Unit; emulator: number } & Partial<Record<Reference, number>>;

/** A run whose results are committed, so that later runs can be compared with it. */
export type LastRun = { day: string; machine: string; note?: string; figures: readonly Figure[] };

/** The performance relative to a reference: 1 is equal, 0.5 is half as good. Null if the reference was not measured. */
export function share(figure: Figure, reference: Reference): number | null {
  const other = figure[reference];
  if (other === undefined || other <= 0 || figure.emulator <= 0) return null;
  return figure.unit === '/s' ? figure.emulator / other : other / figure.emulator;
}

/**
 * The factor by which a figure got worse since the earlier run: above 1 is worse. On another machine, only shares are
 * compared.
 */
export function timesWorse(now: Figure, before: Figure, isSameMachine: boolean): number | null {
  if (isSameMachine) return now.unit === '/s' ? before.emulator / now.emulator : now.emulator / before.emulator;
  const [own, old] = [share(now, 'bare'), share(before, 'bare')];
  return own === null || old === null ? null : old / own;
}
