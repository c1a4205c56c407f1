import type { Finding } from '../domain/test-control/audit.ts';
import type { AuditPort } from '../world/ports.ts';
import type { World } from '../world/world.ts';
import { createAlarm } from './alarm.ts';
import type { Clock } from './clock.ts';
import { cancelPictures, createEffects, effectsSettled } from './effects.ts';
import { createJournal } from './journal.ts';
import { watchPlans } from './plan-watch.ts';
import { createSentRequests } from './sent-requests.ts';
import { snapshotOf } from './snapshots.ts';
import { createTroubles } from './troubles.ts';
import { execute, type HostPorts, nowIn, setAlarm, type WorldHost } from './world-host.ts';

export type HostOptions = { name: string; world: World; clock: Clock; journalLimit: number };

/** Puts a World into time. */
export function openHost({ name, world, clock, journalLimit }: HostOptions, ports: HostPorts): WorldHost {
  const { wall, audit } = ports;
  const troubles = createTroubles(ports.onUnexpected);
  const sent = createSentRequests();
  const host: WorldHost = {
    name,
    world,
    clock,
    ports,
    troubles,
    sent,
    journal: createJournal(journalLimit, hearerOf(name, audit)),
    plans: watchPlans(name, world, audit),
    effects: createEffects({
      world,
      ports,
      isRealTime: () => clock.settings().mode === 'running' && host.advancing === null,
      onProcessed: (effect, result) => execute(host, 'processed', { effect, result }),
      onAttempted: (effect, outcome, at) => execute(host, 'attempted', { effect, outcome, endedAt: at ?? nowIn(host) }),
      onSent: (delivery, request) => sent.add(delivery, request),
      onAnswerRead: (answer) => troubles.contain(() => execute(host, 'answer_read', answer)),
      onFailed: (error) => {
        if (host.advancing === null) troubles.report(error);
        else host.advancing.faults.push(error);
      },
    }),
    alarm: createAlarm(wall, () => {
      troubles.contain(() => nowIn(host));
      troubles.contain(() => setAlarm(host));
    }),
    listeners: new Set(),
    closers: [],
    advancing: null,
    stuck: null,
    requests: 0,
    epoch: 0,
    closed: false,
    ready: snapshotOf({ world, clock, requests: 0 }),
  };
  return host;
}

export async function closeHost(host: WorldHost): Promise<void> {
  host.closed = true;
  host.plans.end();
  setAlarm(host);
  cancelPictures(host.effects);
  await Promise.all(host.closers.map((end) => end()));
  await effectsSettled(host.effects);
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
