import type { World } from './world.ts';

/** Switches on these deviations and no others. Those that stay on keep their count and their memory. */
export function setDeviations(world: World, { ids }: { ids: readonly string[] }): void {
  const before = world.state.deviations;
  world.state.deviations = new Map(ids.map((id) => [id, before.get(id) ?? { fired: 0, memory: {} }]));
  resumeConduct(world);
}

/** Applies the deviations that the state says are on: after a switch, and after a restore. */
export function resumeConduct(world: World): void {
  const ids = [...world.state.deviations.keys()];
  if (ids.length > 0 && world.deviator === null) throw new Error('deviations are on, but nobody knows them');
  const conduct = ids.length > 0 ? world.deviator?.conductOf(world, ids) : undefined;
  Object.assign(world, conduct ?? world.plain);
}

export function noteFired(world: World, id: string): void {
  const row = world.state.deviations.get(id);
  if (row !== undefined) world.state.deviations.set(id, { ...row, fired: row.fired + 1 });
}

export function keepInMemory(world: World, id: string, name: string, value: unknown): void {
  const row = world.state.deviations.get(id);
  if (row !== undefined) world.state.deviations.set(id, { ...row, memory: { ...row.memory, [name]: value } });
}
