import type { Finding } from '../domain/test-control/audit.ts';
import type { AuditPort } from '../world/ports.ts';
import type { World } from '../world/world.ts';
import { createAlarm } from './alarm.ts';
import type { Clock } from './clock.ts';
import { createEffects, endEffects } from './effects.ts';
import { createEnding } from './ending.ts';
import { createJournal } from './journal.ts';
import { watchPlans } from './plan-watch.ts';
import { createSentRequests } from './sent-requests.ts';
import { snapshotOf } from './snapshots.ts';
import { createTroubles } from './troubles.ts';
import { execute, goOn, type HostPorts, nowIn, setAlarm, type WorldHost } from './world-host.ts';
import { createWorldRoom } from './world-room.ts';

export type HostOptions = { name: string; world: World; clock: Clock; journalLimit: number };

/** Puts a World into time. */
export function openHost({ name, world, clock, journalLimit }: HostOptions, ports: HostPorts): WorldHost {
  const { wall, audit, memory, blobs, journals } = ports;
  const room = createWorldRoom(memory, blobs);
  world.room = room;
  const troubles = createTroubles(ports.onUnexpected);
  const sent = createSentRequests();
  const host: WorldHost = {
    name,
    world,
    clock,
    ports,
    troubles,
    sent,
    journal: createJournal(journalLimit, journals, hearerOf(name, audit)),
    room,
    plans: watchPlans(name, world, audit),
    effects: createEffects({
      world,
      ports,
      isRealTime: () => clock.settings().mode === 'running' && host.advancing === null,
      onProcessed: (effect, result) => execute(host, 'processed', { effect, result }),
      onAttempted: (effect, outcome, at) => execute(host, 'attempted', { effect, outcome, endedAt: at ?? nowIn(host) }),
      onSent: (delivery, request) => sent.add(delivery, request),
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
    ready: snapshotOf({ world, clock, requests: 0 }),
  };
  return host;
}

const CLOCKS_APART =
  'signature_clock is virtual, and the clock of the world is more than 300 seconds from that of this machine: a receiver ' +
  'that compares t with its own clock refuses every delivery. Give it the time of the world (Emulator-Now), or leave ' +
  'signature_clock as it is: created is then of the world, and t of the machine';

export async function closeHost(host: WorldHost): Promise<void> {
  host.closed = true;
  host.ended.abort();
  host.plans.end();
  setAlarm(host);
  endEffects(host.effects);
  await Promise.all(host.closers.map((end) => end()));
  host.room.close();
  host.journal.leave();
}

function hearerOf(world: string, audit: AuditPort | undefined): ((found: readonly Finding[]) => void) | undefined {
  return (
    audit &&
    ((found) => {
      audit.tell({ kind: 'request' });
      for (const finding of found) audit.tell({ kind: 'finding', world, finding });
    })
  );
}
