import { describe, expect, it } from 'vitest';
import { readSession } from '../../emulator/record/read-session.ts';
import { playSession } from '../../emulator/replay/play-session.ts';
import { drawSession } from './draw-session.ts';
import type { Operation, Session } from './operation.ts';
import { play } from './play.ts';
import { shrinkFailure, storyText } from './simulate.ts';
import { LEFT_OUT } from './tape.ts';

async function replayed(text: string) {
  const session = readSession('simulated.session', Buffer.from(text));
  const { difference, exchanges, close } = await playSession(session);
  await close();
  return { about: session.head['about'], difference, exchanges };
}

const HOUR = 3_600_000;

describe('the simulation', () => {
  it('repeats an attempt whose failure was not stored when the process died, and does not count that failure', async () => {
    const submit = (nth: number): Operation => {
      return { nth, does: 'submit', product: 'skin.analyze', of: 2, body: { concerns: ['acne'] }, claim: nth };
    };
    const operations: Operation[] = [
      { nth: 1, does: 'register', owner: 'one/live', events: null, replies: [500] },
      { nth: 2, does: 'upload', picture: '0' },
      submit(3),
      { nth: 4, does: 'advance', by: 6 * HOUR },
      submit(5),
      submit(6),
      { nth: 7, does: 'advance', by: 18 * HOUR },
      // After the attempt that disables the endpoint, and before its failure is stored.
      { nth: 8, does: 'die within', bytes: 450, keeps: 0 },
      { nth: 9, does: 'advance', by: 10 * HOUR },
    ];
    const { failure, counts } = await play({ seed: 'died', focus: null, operations });
    expect(counts.restarts.get('died within a write')).toBe(1);
    expect(failure).toBeNull();
  });

  it('counts a cancellation that was honoured while the balance was unreadable, before units are set', async () => {
    const operations: Operation[] = [
      { nth: 1, does: 'upload', picture: '0' },
      { nth: 2, does: 'plan', plan: { outcome: 'succeeded', hold_at: 'picked_up', times: 1 } },
      { nth: 3, does: 'submit', product: 'skin.analyze', of: 1, body: { concerns: ['acne'] }, claim: 3 },
      { nth: 4, does: 'step', of: 3 },
      { nth: 5, does: 'cancel', of: 3 },
      { nth: 6, does: 'switch', switches: { ledger_unreadable: true } },
      { nth: 7, does: 'step', of: 3 },
      { nth: 8, does: 'credits', account: 'one', change: { set: 16 } },
      { nth: 9, does: 'switch', switches: { ledger_unreadable: false } },
      { nth: 10, does: 'balance' },
    ];
    const { failure, counts } = await play({ seed: 'set', focus: null, operations });
    expect(counts.transitions.get('late cancel is honoured')).toBe(1);
    expect(failure).toBeNull();
  });

  it('accepts any answer to a key without the scope about a job past its retention', async () => {
    const operations: Operation[] = [
      { nth: 1, does: 'upload', picture: '0' },
      { nth: 2, does: 'submit', product: 'skin.analyze', of: 1, body: { concerns: ['acne'] }, claim: 2 },
      { nth: 3, does: 'advance', by: HOUR },
      { nth: 4, does: 'read', thing: 'job', of: 2 },
      { nth: 5, does: 'change key', role: 'second', change: { scopes: ['hair.apply'] } },
      { nth: 6, does: 'advance', by: 8 * 24 * HOUR },
      { nth: 7, does: 'delete', thing: 'job', of: 2, key: 'second' },
    ];
    const { failure, counts } = await play({ seed: 'past', focus: null, operations });
    expect(counts.answers.get('404')).toBe(1);
    expect(failure).toBeNull();
  });

  it('finds nothing wrong in a short session, and plays it the same way again', async () => {
    const session = drawSession('test', 60);
    const first = await play(session);
    expect(first.failure).toBeNull();
    expect((await play(session)).story).toEqual(first.story);
  });

  it('finds a broken invariant, and reports the shortest session that breaks it', async () => {
    // A price that the books do not know has the same effect as a wrong ledger.
    const operations: Operation[] = [
      { nth: 1, does: 'upload', picture: '0' },
      { nth: 2, does: 'balance' },
      { nth: 3, does: 'submit', product: 'skin.analyze', of: 1, body: { concerns: ['acne'] }, claim: 3 },
      { nth: 4, does: 'advance', by: 1000 },
      { nth: 5, does: 'question', choices: { unit_costs: '2' } },
      { nth: 6, does: 'upload', picture: '1' },
      { nth: 7, does: 'submit', product: 'skin.analyze', of: 6, body: { concerns: ['acne'] }, claim: 7 },
    ];
    const session: Session = { seed: 'wrong', focus: null, operations };
    const { failure } = await play(session);
    if (failure === null) throw new Error('nothing was found');
    const shrunk = await shrinkFailure(session, failure);
    expect(shrunk.session.operations.length).toBeLessThan(operations.length);
    expect(storyText(shrunk)).toContain(`Seed wrong, ${shrunk.session.operations.length} steps`);
    expect(await replayed(shrunk.recording)).toMatchObject({ difference: null });
  });

  it('records what it plays so that a replay gets the same answers, with receivers, snapshots and imports', async () => {
    const { seed, operations } = drawSession('recorded', 400);
    const kept = operations.filter(({ does }) => !LEFT_OUT.includes(does));
    const { tape, failure, counts } = await play({ seed, focus: null, operations: kept }, { isTaped: true });
    expect(failure).toBeNull();
    expect(counts.deliveries).toBeGreaterThan(0);
    const { about, difference, exchanges } = await replayed((await tape?.text()) ?? '');
    expect(difference).toBeNull();
    expect(exchanges).toBeGreaterThan(400);
    expect(about).toBe('a session of npm run simulate');
  });

  it('lists in the recording what it leaves out, and expects no status after that', async () => {
    const operations: Operation[] = [
      { nth: 1, does: 'upload', picture: '0' },
      { nth: 2, does: 'restart', how: 'killed' },
      { nth: 3, does: 'upload', picture: '1' },
    ];
    const { tape } = await play({ seed: 'left out', focus: null, operations }, { isTaped: true });
    const text = (await tape?.text()) ?? '';
    expect((await replayed(text)).about).toContain('without operations that a recording cannot contain (restart)');
    const { entries } = readSession('one', Buffer.from(text));
    const uploads = entries.filter((entry) => entry.do === 'request' && entry.target === '/v1/assets');
    const [before, behind] = uploads.map((entry) => entry.do === 'request' && entry.n);
    const answered = entries.filter((entry) => entry.do === 'answer').map(({ n }) => n);
    expect(answered).toContain(before);
    expect(answered).not.toContain(behind);
  });
});
