import { describe, expect, it } from 'vitest';
import { knownAfter } from '../../sessions/known.ts';
import type { Operation } from '../../sessions/operation.ts';
import type { Seen } from '../play-session.ts';
import { type About, type Facts, factsOf } from './facts.ts';
import { sameFacts } from './same-facts.ts';

const KNOWN = knownAfter({
  world: { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null },
  operations: [],
});
const ABOUT: About = {
  ...{ names: new Map([['job a', 'job 1']]), body: null, isLoose: false, isAlone: true, ownUploads: [] },
  ...{ isThere: () => true, isGone: () => false, bornAt: () => undefined, endsOf: () => null },
};

/** Returns what differs between two answers; null if nothing decided differs. */
function differing(operation: Operation, target: object, twin: object): string | null {
  const facts = (view: object): Facts => {
    const seen = { step: 's1', subject: { status: 200, header: {}, ...view }, exchanges: [] } as Seen;
    return factsOf(operation, seen, ABOUT) ?? {};
  };
  return sameFacts(operation, KNOWN, facts(target), facts(twin));
}

const finish: Operation = { nth: 2, does: 'finish', of: 1 };
const ended = (output: unknown) => ({
  body: { id: 'job a', operation: 'makeup.apply', status: 'succeeded', completed_at: '', error: null, output },
});
const listed: Operation = { nth: 2, does: 'list', thing: 'jobs', query: {}, whole: false };
const JOB = { id: 'job a' };

describe('A difference is ignored if the specification leaves it open:', () => {
  it('the form of the list of jobs', () => {
    expect(differing(listed, { body: [JOB] }, { body: { data: [JOB], has_more: false } })).toBeNull();
    expect(differing(listed, { body: { data: [], has_more: false } }, { body: { data: [JOB], has_more: false } })).toBe(
      'items',
    );
  });

  it("an output of a server's own type, if there is one", () => {
    const own = ended({ type: 'makeup.apply/next' });
    const usual = ended({ type: 'makeup.try_on', image: { id: 'asset r', role: 'image' } });
    expect(differing(finish, own, usual)).toBeNull();
    expect(differing(finish, ended(null), usual)).toBe('output');
    expect(differing(finish, ended({ type: 'skin.analysis', concerns: [] }), usual)).toBe('output');
  });

  it('the encoding of an id in a Location', () => {
    const submit: Operation = {
      nth: 2,
      does: 'submit',
      product: 'skin.analyze',
      of: 1,
      body: { concerns: [] },
      claim: 2,
    };
    const at = (location: string) => ({ status: 202, header: { location }, body: { id: 'job a', status: 'queued' } });
    expect(differing(submit, at('/v1/jobs/job%20a'), at('/v1/jobs/job a'))).toBeNull();
    expect(differing(submit, at('/v1/jobs/job%20b'), at('/v1/jobs/job a'))).toBe('the Location to poll is sent');
    const relative = { ...at('../jobs/job%20a'), location: '/v1/jobs/job%20a' };
    expect(differing(submit, relative, at('/v1/jobs/job a'))).toBeNull();
  });

  it('the results in a page, but not an excess over the requested number', () => {
    const page = (query: { limit?: number }): Operation => ({
      nth: 2,
      does: 'list',
      thing: 'assets',
      query,
      whole: false,
    });
    const items = (count: number) => ({
      body: {
        data: Array.from({ length: count }, (_, at) => ({ id: `asset ${99 - at}`, created_at: 'now' })),
        has_more: true,
      },
    });
    expect(differing(page({ limit: 3 }), items(3), items(2))).toBeNull();
    expect(differing(page({ limit: 3 }), items(4), items(3))).toBe('more than the limit');
    expect(differing(page({}), items(21), items(20))).toBe('more than the limit');
  });
});
