export const KINDS = ['emulator', 'bare', 'Hono', 'least'] as const;
export type Kind = (typeof KINDS)[number];
export const REFERENCES = ['bare', 'Hono', 'least'] as const;
export type Reference = (typeof REFERENCES)[number];

export type Unit = '/s' | 'ms' | 'µs' | 'MB' | 'times';

/** What was measured of the emulator, and of the references in the same rounds. Its name stays the same from run to run. */
export type Figure = { name: string; unit: Unit; emulator: number } & Partial<Record<Reference, number>>;

/** A run that is kept in the repository; later runs are compared with it. */
export type LastRun = { day: string; machine: string; note?: string; figures: readonly Figure[] };

/** How well the emulator does beside a reference: 1 is as well, 0.5 half as well; null if it was not measured. */
export function share(figure: Figure, reference: Reference): number | null {
  const other = figure[reference];
  if (other === undefined || other <= 0 || figure.emulator <= 0) return null;
  return figure.unit === '/s' ? figure.emulator / other : other / figure.emulator;
}

/** How many times as well the earlier run did: beyond 1 the figure got worse. On another machine only shares are compared. */
export function timesWorse(now: Figure, before: Figure, isSameMachine: boolean): number | null {
  if (isSameMachine) return now.unit === '/s' ? before.emulator / now.emulator : now.emulator / before.emulator;
  const [own, old] = [share(now, 'bare'), share(before, 'bare')];
  return own === null || old === null ? null : old / own;
}
