import { isForService } from '../domain/test-control/exchange.ts';
import type { World } from '../world/world.ts';
import { type Clock, createAlarm } from './clock.ts';
import { createCoverage } from './coverage.ts';
import { createEffects, endEffects } from './effects.ts';
import { createEnding, createTroubles, ENDED } from './ending.ts';
import { createJournal, type JournalHearer } from './journal.ts';
import type { Snapshot } from './keeper.ts';
import { attemptNote, noteSent, reportedDelivery, telling } from './note-delivery.ts';
import { watchPlans } from './plan-watch.ts';
import { createSentRequests } from './sent-requests.ts';
import { snapshotOf } from './snapshots.ts';
import { execute, goOn, type HostPorts, noteReached, nowIn, setAlarm, type WorldHost } from './world-host.ts';
import { createWorldRoom } from './world-room.ts';

export type HostOptions = {
  name: string;
  world: World;
  clock: Clock;
  journalLimit: number;
  /** The state that a reset restores; by default the current state. */
  ready?: Snapshot;
};

/** Creates the host of a World, which lets time pass in it. */
export function openHost({ name, world, clock, journalLimit, ready }: HostOptions, ports: HostPorts): WorldHost {
  const { wall, audit, memory, blobs, journals } = ports;
  const hear = hearerOf(name, ports);
  const room = createWorldRoom(memory, blobs);
  world.room = room;
  const troubles = createTroubles(ports.onUnexpected);
  const sent = createSentRequests();
  const coverage = createCoverage(ports.onMark);
  const host: WorldHost = {
    name,
    world,
    clock,
    ports,
    troubles,
    sent,
    journal: createJournal(journalLimit, journals, hear, ({ kind }) => {
      if (kind === 'in_vain') ports.onWarning?.(STANDS_STILL);
      if (kind === 'not_judged') audit?.tell({ kind });
    }),
    coverage,
    room,
    plans: watchPlans(name, world, audit),
    effects: createEffects({
      world,
      ports,
      isRealTime: () => clock.settings().mode === 'running' && host.advancing === null,
      onProcessed: (effect, result) => execute(host, 'processed', { effect, result }),
      onAttempted: (effect, outcome, at) => {
        const note = attemptNote(host, effect, outcome);
        telling(host, effect, () => execute(host, 'attempted', { effect, outcome, endedAt: at ?? nowIn(host) }));
        note();
      },
      onSent: (delivery, request) => {
        noteReached(host);
        sent.add(delivery, request);
        noteSent(host, delivery, request);
        if (audit?.keepsJournal)
          audit.tell({ kind: 'delivery', world: name, ...reportedDelivery(host, delivery, request) });
      },
      onAnswerRead: (answer) => troubles.contain(() => execute(host, 'answer_read', answer)),
      onClocksApart: () => ports.onWarning?.(CLOCKS_APART),
      onFailed: (error) => {
        if (host.advancing === null) troubles.report(error);
        else host.advancing.faults.push(error);
      },
    }),
    alarm: createAlarm(wall, () => {
      troubles.contain(() => goOn(host));
      troubles.contain(() => setAlarm(host));
    }),
    listeners: new Set(),
    closers: [],
    advancing: null,
    stuck: null,
    isBehind: false,
    requests: 0,
    epoch: 0,
    closed: false,
    ended: createEnding(),
    ready: ready ?? snapshotOf({ world, clock, requests: 0 }),
  };
  return host;
}

const STANDS_STILL =
  'time stands still here: the clock is frozen, and a client that polls waits in real time for a job that does not get on. ' +
  "Let time pass with clock.advance('1m'), or choose clock: auto, which waits in place of the client, or running";
const CLOCKS_APART =
  'signature_clock is virtual, and the clock of the world is more than 300 seconds from that of this machine: a receiver ' +
  'that compares t with its own clock refuses every delivery. Give it the time of the world (Emulator-Now), or leave ' +
  'signature_clock as it is: created is then of the world, and t of the machine';

export async function closeHost(host: WorldHost): Promise<void> {
  host.closed = true;
  host.ended.abort(ENDED);
  host.plans.end();
  setAlarm(host);
  endEffects(host.effects);
  await Promise.all(host.closers.map((end) => end()));
  host.room.close();
  host.ports.coverage?.absorb(host.coverage.marks());
  host.journal.leave();
}

function hearerOf(world: string, { audit, log, wall }: HostPorts): JournalHearer | undefined {
  if (audit === undefined && log === undefined) return undefined;
  return (exchange, findings, machine, timing) => {
    const isMeant = isForService(exchange);
    if (isMeant) audit?.tell({ kind: 'request' });
    const clock = timing?.mode ?? 'frozen';
    if (isMeant && audit?.keepsJournal)
      audit.tell({ kind: 'exchange', emulator: audit.emulator ?? '', world, exchange, machine, clock });
    for (const finding of findings) audit?.tell({ kind: 'finding', world, finding });
    log?.tell({ kind: 'exchange', world, exchange, took: wall.now() - machine, findings });
  };
}
