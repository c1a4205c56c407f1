import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../shared/expression/evaluate.ts';
import { parseExpression } from '../../../shared/expression/parse-expression.ts';
import { PURE_FUNCTIONS } from '../../suite/expression/functions.ts';
import type { Operation, Session } from '../operation.ts';
import { idPath } from './places-in-steps.ts';
import { scenarioOf } from './write-scenario.ts';

const ASSET = { nth: 0, does: 'upload', picture: 'face', key: 'other_account' } as const;
const SUBMISSION: Operation = {
  ...{ nth: 1, does: 'submit', product: 'skin.analyze', of: 0, body: { concerns: ['acne'] }, claim: 1 },
  ...{ key: 'other_account', plan: { hold_at: 'queued', outcome: 'succeeded' } },
};

const WORLD = { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null } as const;

function drivesOf(...operations: Operation[]) {
  const world = { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null } as const;
  const session: Session = { seed: '', world, operations };
  const { steps } = scenarioOf(session, {});
  return steps.flatMap(({ drive, key, if: condition }) => (drive === undefined ? [] : [{ drive, key, if: condition }]));
}

describe('The steps of a session', () => {
  it('set the replies of a receiver once it has a URL, which they may name', () => {
    const replies = [{ status: 308, redirect: '${sink.url}/moved' }];
    const { steps } = scenarioOf({ seed: '', world: { ...WORLD, replies }, operations: [] }, {});
    expect(steps.slice(0, 2)).toEqual([
      { hook: 'sink', endpoint: 'fresh' },
      { hook: 'sink', reply: replies },
    ]);
  });

  it.each([
    [400, '${s0.body.created_at + 400ms}'],
    [-1, '${s0.body.created_at - 1ms}'],
    [undefined, '${s0.body.created_at}'],
  ])('bound a list by an instant that is %s ms after that of an upload', (by, expected) => {
    const list: Operation = {
      nth: 1,
      does: 'list',
      thing: 'assets',
      query: {},
      whole: false,
      since: 0,
      ...(by && { by }),
    };
    const { steps } = scenarioOf({ seed: '', world: WORLD, operations: [ASSET, list] }, {});
    expect(steps.find(({ query }) => query !== undefined)?.['query']).toEqual({ created_gte: expected });
  });

  it('send the plan of a job, and all that drives it, with the key that submits it', () => {
    const drives = drivesOf(
      ASSET,
      SUBMISSION,
      { nth: 2, does: 'step', of: 1 },
      { nth: 3, does: 'follow', of: 1, steps: 1 },
      { nth: 4, does: 'finish', of: 1, release: true, key: 'second' },
    );
    const byKey = drives.filter(({ drive }) => drive !== 'jobs.forget');
    expect(byKey.map(({ drive, key }) => [drive, key])).toEqual([
      ['jobs.script', 'other_account'],
      ['jobs.await_hold', 'other_account'],
      ['jobs.step', 'other_account'],
      ['jobs.step', 'other_account'],
      ['jobs.release', 'other_account'],
    ]);
  });

  it('name no key where the usual one submits', () => {
    const { key: _, ...usual } = SUBMISSION as Extract<Operation, { does: 'submit' }>;
    expect(drivesOf(ASSET, usual).map(({ key }) => key)).toEqual([undefined, undefined, undefined]);
  });

  it('release a job only while it is there and has not ended', () => {
    const [release] = drivesOf(ASSET, SUBMISSION, { nth: 2, does: 'finish', of: 1, release: true }).slice(-1);
    expect(release).toMatchObject({
      drive: 'jobs.release',
      if: expect.stringMatching(/s2_before.body.status == 'queued'/),
    });
  });

  it('leave no plan behind for a submission that is not sent, or refused', () => {
    const [planned, , forgotten] = drivesOf(ASSET, SUBMISSION);
    expect(planned).toMatchObject({ drive: 'jobs.script', if: 'defined(s0.body.id)' });
    expect(forgotten).toMatchObject({ drive: 'jobs.forget', if: '!defined(s1.body.id)' });
  });
});

describe('A request about an altered id', () => {
  it.each([
    ['a read of a job with a dot behind the id', 'GET /v1/jobs/${s1.body.id}.'],
    ['a cancel with an ending behind the id', 'POST /v1/jobs/${s1.body.id}.json/cancel'],
    ['a deletion of an asset with more behind the id', 'DELETE /v1/assets/${s1.body.id}~'],
  ])('is sent with %s', (request, call) => {
    const world = { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null } as const;
    const { steps } = scenarioOf({ seed: '', world, operations: [{ nth: 2, does: 'odd', request, of: 1 }] }, {});
    expect(steps.at(-1)).toMatchObject({ call, if: 'defined(s1.body.id)' });
  });
});

describe('The result that a session means', () => {
  const meant = (output: unknown) => {
    const names = { s6: { body: { output } } };
    return evaluate(parseExpression(idPath(6, 'result')), { names, functions: PURE_FUNCTIONS });
  };
  const [mask, visual] = ['mask.acne', 'visual.tear_trough'].map((role) => ({ role, id: `asset_${role}` }));

  it('is the same visualization in whichever order a server gives them', () => {
    expect(meant({ visualizations: [mask, visual] })).toBe('asset_mask.acne');
    expect(meant({ visualizations: [visual, mask] })).toBe('asset_mask.acne');
  });

  it('is the image of a try-on, and none if there is no picture', () => {
    expect(meant({ image: { id: 'asset_1' } })).toBe('asset_1');
    expect(meant({ visualizations: [] })).toBeUndefined();
    expect(meant(null)).toBeUndefined();
  });
});
