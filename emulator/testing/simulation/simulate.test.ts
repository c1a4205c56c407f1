import { describe, expect, it } from 'vitest';
import { drawSession } from '../../../shared/sessions/draw-session.ts';
import type { Operation, Session } from '../../../shared/sessions/operation.ts';
import { play } from './play.ts';
import { shrinkFailure, storyText } from './simulate.ts';

describe('the simulation', () => {
  it('finds nothing wrong in a short session, however it is played', async () => {
    const session = drawSession('test', 60);
    const first = await play(session);
    expect(first.failure).toBeNull();
    expect((await play(session)).story).toEqual(first.story);
  });

  it('finds what does not hold, and tells the shortest story of it', async () => {
    // A price that a client of the books has not heard of stands for a ledger that is wrong.
    const operations: Operation[] = [
      { nth: 1, does: 'upload', picture: 0 },
      { nth: 2, does: 'balance' },
      { nth: 3, does: 'submit', product: 'skin.analyze', of: 1, body: { concerns: ['acne'] }, claim: 3 },
      { nth: 4, does: 'advance', by: 1000 },
      { nth: 5, does: 'question', choices: { unit_costs: '2' } },
      { nth: 6, does: 'upload', picture: 1 },
      { nth: 7, does: 'submit', product: 'skin.analyze', of: 6, body: { concerns: ['acne'] }, claim: 7 },
    ];
    const session: Session = { seed: 'wrong', focus: null, operations };
    const { failure } = await play(session);
    if (failure === null) throw new Error('nothing was found');
    const shrunk = await shrinkFailure(session, failure);
    expect(shrunk.session.operations.length).toBeLessThan(operations.length);
    expect(storyText(shrunk)).toContain(`Seed wrong, ${shrunk.session.operations.length} steps`);
  });
});
