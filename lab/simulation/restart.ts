import { isReadable } from './books.ts';
import { holds, same } from './broken.ts';
import { checkLedger } from './check-ledger.ts';
import { noteTime } from './control.ts';
import { bump } from './counts.ts';
import { lookAt, watch } from './judge/see.ts';
import { freshFiles, startMachine } from './machine/machine.ts';
import { createSimulatedWall } from './machine/wall.ts';
import type { Operation } from './operation.ts';
import { isService } from './requests.ts';
import type { Sim } from './sim.ts';
import { machineParts } from './start.ts';
import { settleUnsure } from './unsure.ts';

/** The number of the latest items that are checked after a restart. */
const LOOKED_AT = 60;

/** Ends the process between two steps, properly or not, and starts another one, which must continue from there. */
export async function restart(sim: Sim, how: 'in order' | 'killed'): Promise<string> {
  const { files, emulator } = sim.machine;
  if (files === null) return 'there is no disk';
  await emulator.data?.synced();
  const before = await emulator.files.export();
  if (how === 'in order') {
    files.hurry();
    await emulator.close();
  }
  const there = files.afterwards(() => 0);
  await begin(sim, there);
  bump(sim.counts.restarts, how);
  const after = await sim.machine.emulator.files.export();
  const [left, right] = [textOf(before), textOf(after)];
  holds('recovery', left === right, () => differenceOf(left, right));
  await checkAcknowledged(sim);
  return `goes on at ${sim.machine.emulator.clock.now()}`;
}

async function begin(sim: Sim, there: ReadonlyMap<string, Uint8Array>, onReady: () => void = () => {}): Promise<void> {
  sim.machine.end();
  sim.wall = createSimulatedWall(sim.wall.now() + 1000);
  sim.life += 1;
  sim.dying = null;
  sim.checkpoint = null;
  await startMachine(freshFiles(there), {
    ...machineParts(sim),
    onReady: (machine) => {
      sim.machine = machine;
      onReady();
    },
  });
  await sim.machine.emulator.webhooks.settled();
  noteTime(sim);
}

/**
 * The process died during a step. What was acknowledged before must exist, and the step must have happened completely
 * or not at all.
 */
export async function afterDeath(sim: Sim, operation: Operation | null): Promise<string> {
  const { files } = sim.machine;
  const keeps = sim.dying ?? 0;
  if (files === null) throw new Error('only what has a disk dies');
  await begin(
    sim,
    files.afterwards(() => keeps),
    () => takeOverEndpoints(sim),
  );
  bump(sim.counts.restarts, 'died within a write');
  if (operation !== null && isService(operation)) sim.unsure.push(operation);
  if (operation?.does === 'save') sim.saved.delete(operation.slot);
  settleUnsure(sim);
  await checkAcknowledged(sim);
  return `died; goes on at ${sim.machine.emulator.clock.now()}`;
}

/** An outcome that was not stored is lost. The attempt is repeated, and its outcome counts then. */
function takeOverEndpoints(sim: Sim): void {
  const { books, machine } = sim;
  const reports = new Map(machine.emulator.webhooks.list().map((report) => [report.id, report]));
  for (const endpoint of books.endpoints.values()) {
    const report = reports.get(endpoint.id);
    if (report === undefined) continue;
    endpoint.failing = report.failing && { count: report.failing.count, since: Date.parse(report.failing.since) };
    if (endpoint.isOff && report.enabled) endpoint.isOff = false;
  }
}

/** Every asset and job that was acknowledged must exist, in the same state or a later one. */
async function checkAcknowledged(sim: Sim): Promise<void> {
  const { books } = sim;
  if (books.keyStoreUnreadable) return;
  for (const asset of [...books.assets.values()].slice(-LOOKED_AT)) {
    if (asset.purpose !== 'input') continue;
    const answer = await watch(sim, asset.owner, `/v1/assets/${asset.id}`);
    if (answer === null) continue;
    same('restart', answer.status, isReadable(books, asset) ? 200 : 404, `the answer to a read of ${asset.id}`);
    if (asset.text !== null && answer.status === 200) same('restart', answer.text, asset.text, asset.id);
  }
  for (const job of [...books.jobs.values()].slice(-LOOKED_AT)) await lookAt(sim, job.id);
  for (const account of ['one', 'two'] as const) await checkLedger(sim, account, true);
}

/**
 * Ignores the count of requests, which is increased so that no request id is used twice, and how each picture is made.
 */
function textOf(file: Uint8Array): string {
  return (
    Buffer.from(file)
      .toString()
      .replace(/,"requests":\d+\}$/m, '}')
      .replace(/^\{"sum":\d+\}$/m, '')
      .replace(/^(\["picture","[^"]*","[^"]*"),.*$/gm, '$1]')
      // Reads also count when a choice made a difference, but change nothing.
      .replace(/"fired":\d+/g, '"fired":0')
  );
}

function differenceOf(before: string, after: string): string {
  const [left, right] = [before.split('\n'), after.split('\n')];
  const at = left.findIndex((line, index) => line !== right[index]);
  return `line ${at + 1} of the world: ${left[at]?.slice(0, 600)} became ${right[at]?.slice(0, 600)}`;
}
