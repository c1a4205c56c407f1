import type { WallClock } from '../../world/ports.ts';
import type { Outside } from '../outside.ts';

/** What is outside of worlds whose recording was left: the machine, whose clock goes on from where the recording had it. */
export function goLive(now: number, wall: WallClock, send: Outside['send']): Outside {
  const ahead = now - wall.now();
  return {
    now: () => wall.now() + ahead,
    ask: (_, { begin }) => begin(0),
    callAt: (_, instant, call) => wall.callAt(instant - ahead, call),
    send,
    receive: (_world, _of, delivery, take) => take(delivery),
    playReceiver: () => {},
  };
}
