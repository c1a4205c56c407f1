import { expect, it } from 'vitest';
import { openSuite } from '../certify.ts';
import { brokenIn } from '../judge/verdicts.ts';
import { openSession } from '../run/open-session.ts';
import { startEmulator } from '../run/self-test.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import type { Operation, Session } from './operation.ts';
import { createPlayer } from './player.ts';

const loaded = openSuite();
const OTHERS = [
  { hook: 'narrow', environment: 'live', events: ['job.failed'] },
  { hook: 'across', environment: 'test' },
] as const;

/** A job whose event is sent at once, sent again and, once the secret was rotated, sent a third time; then it is deleted. */
const OPERATIONS: readonly Operation[] = [
  { nth: 0, does: 'upload', picture: 'face' },
  { nth: 1, does: 'submit', product: 'skin.analyze', of: 0, body: { concerns: ['acne'] }, claim: 1 },
  { nth: 2, does: 'finish', of: 1 },
  { nth: 3, does: 'read', thing: 'job', of: 1 },
  { nth: 4, does: 'resend', of: 1 },
  { nth: 5, does: 'rotate' },
  { nth: 6, does: 'resend', of: 1 },
  { nth: 7, does: 'ping' },
  { nth: 8, does: 'wait', for: '5h' },
  { nth: 9, does: 'resend', of: 1 },
  { nth: 10, does: 'receive', jobs: [], world: { primary: 'live', others: OTHERS } },
];
const SESSION: Session = {
  seed: 'receivers',
  world: { primary: 'live', isAlone: true, hasOwnUnits: true, replies: [{ status: 204 }], others: OTHERS },
  operations: OPERATIONS,
};

/** The rules that the session shows to be broken. */
async function broken(deviate: string[]): Promise<string[]> {
  const server = await startEmulator({ deviate, onUnexpected: () => {} });
  const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
  const options = { only: [], shard: null, seed: 's', nonce: 's', repeat: 1, atOnce: 1, erase: false };
  const { session: run, close } = await openSession(loaded, target, {
    ...options,
    signal: new AbortController().signal,
  });
  try {
    const ran = await createPlayer(run, 'sessions/1').play(SESSION);
    const rules = brokenIn(ran.evidence, run);
    if (rules.length === 0) expect(ran).toMatchObject({ outcome: 'done', detail: null });
    return rules;
  } finally {
    await close();
    await server.close();
  }
}

it.each([
  [[], []],
  [['event-id-per-resend'], ['WH-RESEND-ID']],
  [['rotation-new-secret-alone'], ['WH-ROTATION']],
  [['rotation-outlasts-period'], ['WH-ROTATION-PERIOD']],
  [['event-not-subscribed'], ['WH-SUBSCRIBED']],
  [['event-of-other-environment'], ['WH-OWN-ENVIRONMENT']],
  [['ping-without-endpoint'], ['WH-PING-BODY']],
  [['signature-time-late'], ['WH-SIGNATURE-TIME']],
])('A session with receivers, on a server that deviates by %j, breaks %j', async (deviate, rules) => {
  const seen = await broken(deviate);
  expect(rules.length === 0 ? seen : rules.filter((rule) => !seen.includes(rule))).toEqual([]);
});
