import * as z from 'zod';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import { toIso } from '../domain/values/time.ts';
import type { Snapshot } from '../runtime/keeper.ts';
import { forgetSnapshot, keepSnapshot, requireRoomFor, restore } from '../runtime/snapshots.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import { nameSchema } from './schemas/names.ts';
import type { LoadReport, SnapshotReport } from './schemas/world-shapes.ts';

const namedSchema = z.strictObject({ name: nameSchema });

export type SnapshotControl = {
  /** Saves the state of the world under a name, and replaces an existing snapshot with that name. */
  save(name: string): SnapshotReport;
  /** Restores the world with its clock, its timers and its unfinished jobs; the journal is kept. */
  load(name: string): LoadReport;
  list(): SnapshotReport[];
  remove(name: string): void;
};

/** The snapshots of a world. `saved` belongs to the world, so that the bytes that snapshots refer to are kept. */
export function controlSnapshots(host: WorldHost, saved: Map<string, Snapshot>): SnapshotControl {
  const find = (name: string): Snapshot => {
    const snapshot = saved.get(name);
    if (snapshot !== undefined) return snapshot;
    const known = saved.size === 0 ? 'none was saved' : `saved snapshots: ${[...saved.keys()].join(', ')}`;
    throw new ControlRefusal(404, `there is no snapshot ${name} of the world ${host.name}; ${known}`);
  };
  return {
    save: (input) => {
      const { name } = parseInput('The snapshot', namedSchema, { name: input });
      return reportOf(name, keepSnapshot(host, saved, name));
    },
    load: (name) => {
      const snapshot = find(name);
      requireRoomFor(host, snapshot);
      restore(host, snapshot);
      return { ...reportOf(name, snapshot), journal: 'kept' };
    },
    list: () => [...saved].map(([name, snapshot]) => reportOf(name, snapshot)),
    remove: (name) => {
      const snapshot = find(name);
      saved.delete(name);
      forgetSnapshot(host, snapshot);
    },
  };
}

export function reportOf(name: string, { state }: Snapshot): SnapshotReport {
  return { name, at: toIso(state.now), jobs: state.jobs.size, assets: state.assets.size };
}
