import { describe, expect, it } from 'vitest';
import { ruleOfQuery } from '../../../shared/sessions/mistakes.ts';
import { type Operation, referencesIn, UNITS_FOR_ALL } from '../operation.ts';
import { drawSession } from './draw-session.ts';
import { type Means, pastOf } from './means.ts';

const MEANS: Means = {
  primary: null,
  roles: ['primary', 'second', 'other_env', 'other_account', 'no_scope', 'revoked', 'none'],
  drivers: ['tenants', 'clock', 'jobs', 'credits', 'webhooks', 'faults'],
  stages: ['queued', 'processing'],
  units: 'edges',
  features: {
    ...{ lists: true, 'job.list': true, 'job.cancel': true, 'job.delete': true, 'credits.balance': true },
    ...{ 'test-mode': true, webhooks: true },
  },
  only: null,
};
const operationsOf = (means: Partial<Means>): Operation[] =>
  Array.from({ length: 60 }, (_, nth) => drawSession(`seed ${nth}`, { ...MEANS, ...means }, 30)).flatMap(
    ({ operations }) => operations,
  );

describe('A session', () => {
  it('depends on its seed', () => {
    expect(drawSession('a', MEANS, 30)).toEqual(drawSession('a', MEANS, 30));
    expect(drawSession('a', MEANS, 30)).not.toEqual(drawSession('b', MEANS, 30));
  });

  it('refers only to earlier objects', () => {
    for (const operation of operationsOf({}))
      for (const nth of referencesIn(operation)) expect(nth).toBeLessThan(operation.nth);
  });

  it('does everything that the target lets it do', () => {
    const done = new Set(operationsOf({}).map(({ does }) => does));
    expect([...done].sort()).toEqual(
      [
        ...['at once', 'balance', 'cancel', 'credits', 'delete', 'finish', 'list', 'next page', 'odd', 'ping', 'read'],
        ...['receive', 'step', 'submit', 'upload', 'upload badly', 'usage', 'wait', 'wait for its end'],
        ...['with a fault', 'without a feature'],
      ].sort(),
    );
  });

  it('asks for nothing that the target lacks', () => {
    const operations = operationsOf({
      drivers: [],
      stages: [],
      units: 'none',
      roles: ['primary', 'none'],
      features: {},
    });
    const keys = new Set(operations.map((operation) => ('key' in operation ? operation.key : undefined)));
    expect([...keys].filter((key) => key !== undefined)).toEqual(['none']);
    const driven = [
      'wait',
      'wait for its end',
      'credits',
      'step',
      'ping',
      'receive',
      'with a fault',
      'without a feature',
    ];
    expect(operations.filter(({ does }) => driven.includes(does))).toEqual([]);
    expect(operations.filter((operation) => operation.does === 'submit' && operation.plan !== undefined)).toEqual([]);
  });

  it('begins with an account that differs from those before', () => {
    const past = pastOf('past');
    const draw = (_: unknown, nth: number) => drawSession(`seed ${nth}`, { ...MEANS, hasPlots: true }, 30, past).world;
    const worlds = Array.from({ length: 40 }, draw);
    const failures = worlds.flatMap(({ replies }) => {
      const [first] = replies ?? [];
      return first === undefined || Number(first['status']) < 300 ? [] : [JSON.stringify(first)];
    });
    const credits = worlds.flatMap((world) => (world.credits === undefined ? [] : [JSON.stringify(world)]));
    expect(new Set(credits).size).toBe(credits.length);
    expect(new Set(failures).size).toBe(failures.length);
  });

  describe('of a run', () => {
    const past = pastOf('run');
    const sessions = Array.from({ length: 30 }, (_, nth) =>
      drawSession(`seed ${nth}`, { ...MEANS, hasPlots: true }, 30, past),
    );
    const populated = sessions.filter(({ operations }) => operations.length > 100);

    it('has units for many jobs where many things live side by side, also where it is about credits', () => {
      const credits = populated.flatMap((session) => session.world.credits ?? []);
      expect(credits.length).toBeGreaterThan(0);
      expect(Math.min(...credits)).toBeGreaterThanOrEqual(UNITS_FOR_ALL);
    });

    it('uses the Idempotency-Key of a refused submission for a good one', () => {
      const all = sessions.flatMap(({ operations }) => {
        const mistaken = new Set(
          operations.flatMap((one) => (one.does === 'submit' && one.mistake !== undefined ? [one.claim] : [])),
        );
        return operations.filter(
          (one) => one.does === 'submit' && one.mistake === undefined && mistaken.has(one.claim),
        );
      });
      expect(all.length).toBeGreaterThan(0);
    });

    const all = sessions.flatMap(({ operations }) => operations);
    const inRow = sessions.flatMap(({ operations }) =>
      operations.slice(1).map((one, index) => [operations[index], one]),
    );
    const without = ({ nth: _, claim: __, ...deed }: { nth?: number; claim?: number }) => JSON.stringify(deed);

    it('repeats requests of each kind', () => {
      const repeated = inRow.flatMap(([before, one]) =>
        before !== undefined && one !== undefined && without(before) === without(one) ? [one.does] : [],
      );
      expect(repeated).toEqual(expect.arrayContaining(['cancel', 'delete', 'submit', 'read', 'next page']));
    });

    it('lists between instants that no asset has', () => {
      const bounds = new Set(all.flatMap((one) => (one.does === 'list' && one.by !== undefined ? [one.by] : [])));
      expect([Math.min(...bounds) < 0, Math.max(...bounds) > 0]).toEqual([true, true]);
    });

    it('leaves too few units for a job, or a negative balance, where many things live side by side', () => {
      const left = populated.flatMap(({ operations }) =>
        operations.flatMap((one) => (one.does === 'units for' ? [one.by] : [])),
      );
      expect(left.length).toBeGreaterThan(0);
      expect(left).toEqual(expect.arrayContaining([-1, -100]));
    });

    it('has more assets than a page shows in some sessions', () => {
      const uploads = populated.map(({ operations }) => operations.filter(({ does }) => does === 'upload').length);
      expect(Math.max(...uploads)).toBeGreaterThan(21);
      expect(Math.min(...uploads)).toBeLessThan(21);
    });

    it('reads lists page by page to their ends', () => {
      expect(all.some((one) => one.does === 'list' && one.whole)).toBe(true);
    });

    it('makes mistakes in lists that have other parameters, and in later pages', () => {
      const wrong = all.flatMap((one) =>
        one.does === 'list' || one.does === 'next page' ? [{ does: one.does, query: one.query }] : [],
      );
      const mistaken = wrong.filter(({ query }) => ruleOfQuery(query) !== null);
      expect(mistaken.some(({ does }) => does === 'next page')).toBe(true);
      expect(mistaken.some(({ query }) => 'limit' in query && 'purpose' in query)).toBe(true);
    });

    it('sends the request of a stranger for ids of nothing first, to compare the answers', () => {
      const isForeign = (one: Operation) => one.does === 'cancel' && one.key === 'other_account';
      const cancels = sessions.map(({ operations }) => operations.filter(isForeign));
      const withThing = cancels.filter((own) => own.some((one) => 'of' in one && one.of !== 'unknown'));
      expect(withThing.length).toBeGreaterThan(0);
      for (const own of withThing)
        expect(own.slice(0, 2).map((one) => 'of' in one && one.of)).toEqual(['unknown', 'unknown']);
    });

    it('reads what was changed right after the change, with a key of its owner', () => {
      const foreign = inRow.filter(([before]) => before?.does === 'cancel' && before.key === 'other_account');
      const looks = foreign.flatMap(([before, one]) =>
        before?.does === 'cancel' && one?.does === 'read' && one.of === before.of ? [one.key] : [],
      );
      expect(looks).toContain(undefined);
    });

    it('lets time pass and uploads a picture after units have changed', () => {
      const after = populated.flatMap(({ operations }) =>
        operations.flatMap((one, index) => (one.does === 'credits' ? [operations.slice(index + 1, index + 3)] : [])),
      );
      expect(after.length).toBeGreaterThan(0);
      const isDated = ([wait, upload]: Operation[]) =>
        wait?.does === 'wait' && wait.for === '1100ms' && upload?.does === 'upload';
      expect(after.filter(isDated).length).toBeGreaterThan(after.length / 2);
    });

    it('uses keys that are nearly those of other jobs', () => {
      const near = all.flatMap((one) => (one.does === 'submit' && one.like !== undefined ? [one.like.how] : []));
      expect(new Set(near)).toEqual(new Set(['in capitals', 'shorter']));
    });

    it('has heads of what the caller may not see', () => {
      const heads = all.flatMap((one) =>
        one.does === 'odd' && one.request.startsWith('a head of a ') ? [one.key] : [],
      );
      expect(heads.length).toBeGreaterThan(0);
      expect(heads).not.toContain(undefined);
    });

    it('has a receiver like the first one, and redirects to a URL that it watches', () => {
      const worlds = sessions.flatMap(({ world }) => (world.replies === null ? [] : [world]));
      for (const { others = [], primary } of worlds)
        expect(others).toContainEqual({ hook: 'beside', environment: primary });
      const redirects = worlds.flatMap(({ replies }) => (replies ?? []).flatMap(({ redirect }) => redirect ?? []));
      expect([...new Set(redirects)]).toEqual(['${sink.url}/moved']);
    });

    it.each(['cancel', 'delete'])('reads lists and other objects right after a %s', (change) => {
      const looks = inRow.flatMap(([before, one]) => (before?.does === change ? [one?.does] : []));
      expect(looks).toEqual(expect.arrayContaining(['list', 'read']));
    });

    it.each(['cancel', 'delete'])('reads the balance and the usage right after a %s', (change) => {
      const looks = populated.flatMap(({ operations }) =>
        operations.flatMap((one, index) => (operations[index - 1]?.does === change ? [one.does] : [])),
      );
      expect(looks).toEqual(expect.arrayContaining(['balance', 'usage']));
    });
  });

  it('is of some operations alone, and of what they need', () => {
    const done = new Set(operationsOf({ only: ['cancel'] }).map(({ does }) => does));
    expect([...done].sort()).toEqual(['cancel', 'receive', 'submit', 'upload']);
  });
});
