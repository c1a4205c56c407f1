import { describe, expect, it } from 'vitest';
import { loadDeviator } from '../host/load-deviator.ts';
import { hostedWorld } from '../testing/hosted-world.ts';
import { type Mix, mixedRequests } from '../testing/mixed-requests.ts';
import { execute, passTime, replay } from './commands.ts';
import { copyState } from './state.ts';
import type { World } from './world.ts';

const COUNT = 200;
const CONFIG = { clock: 'frozen', seed: 'determinism' } as const;

/** A world after many requests, and another one made by replaying its commands. */
async function recordedAndReplayed(mix: Mix) {
  const hosted = await hostedWorld(CONFIG);
  await mixedRequests(hosted.emulator, COUNT, mix);
  const replayed = hosted.freshWorld();
  const again = () => {
    replay(replayed, hosted.commands);
    passTime(replayed, hosted.world.state.now);
    return replayed.state;
  };
  return { ...hosted, again };
}

describe('the journal of a world', () => {
  it('makes an equal world when it is replayed: refused requests and reads change nothing', async () => {
    const { world, commands, again } = await recordedAndReplayed({ reads: true, errors: true });
    expect(new Set(commands.map(({ verb }) => verb))).toEqual(
      new Set(['add_account', 'upload', 'submit', 'cancel', 'delete_job', 'delete_asset', 'processed']),
    );
    expect(again()).toEqual(world.state);
  });

  it('is plain data: after a round trip through JSON it still makes an equal world', async () => {
    const hosted = await hostedWorld(CONFIG);
    await hosted.client.submitOn('skin.analyze');
    await hosted.client.submitOn('hair.try_on');
    await hosted.emulator.clock.advance('10s');
    const replayed = hosted.freshWorld();
    replay(replayed, JSON.parse(JSON.stringify(hosted.commands)));
    passTime(replayed, hosted.world.state.now);
    expect(replayed.state).toEqual(hosted.world.state);
  });

  it('keeps what the answers to submissions showed', async () => {
    const readings = {
      accepted_job: 'as_it_is',
      replay_state: 'first',
      stage_status: { picked_up: 'running' },
    } as const;
    const hosted = await hostedWorld({ ...CONFIG, readings, stages: { queued: 0 } });
    await hosted.client.submitOn('skin.analyze');
    const replayed = hosted.freshWorld();
    replay(replayed, hosted.commands);
    const [job] = replayed.state.jobs.values();
    expect(replayed.state.jobs).toEqual(hosted.world.state.jobs);
    expect(JSON.parse(job?.shownFirst?.json ?? '{}').status).toBe('running');
  });

  it('makes the same world whether time passes at once or in steps', async () => {
    const { world, commands, freshWorld } = await recordedAndReplayed({ reads: false, errors: false });
    const stepped = freshWorld();
    let before = stepped.state.now;
    for (const command of commands) {
      passTime(stepped, Math.floor((before + command.at) / 2));
      execute(stepped, command.at, command.verb, command.with);
      before = command.at;
    }
    passTime(stepped, world.state.now);
    expect(stepped.state).toEqual(world.state);
  });
});

describe('GET requests', () => {
  it.each(['/v1/assets', '/v1/jobs', '/v1/usage', '/v1/credits/balance', '/v1/assets?job_id=x&purpose=result'])(
    'do not change the world: %s',
    async (path) => {
      const { world, client } = await hostedWorld(CONFIG);
      const before = copyState(world.state);
      expect((await client.get(path)).status).toBe(200);
      expect(world.state).toEqual(before);
    },
  );
});

describe('a copy of a world', () => {
  async function twins() {
    const { world } = await recordedAndReplayed({ reads: false, errors: false });
    world.deviator = await loadDeviator();
    const copy: World = {
      ...world,
      state: copyState(world.state),
      freed: new Set(),
      moved: new Set(),
      secrets: new Set(),
      room: null,
    };
    return { world, copy, asItWas: structuredClone(world.state) };
  }

  /** Changes every table: adds rows, changes rows and removes all the rows that existed. */
  function diverge(world: World): void {
    const { now } = world.state;
    const caller = { owner: 'demo/live', key: 'key' };
    const image = { mediaType: 'image/png', sizeBytes: 1, width: 64, height: 64, digest: 'digest' } as const;
    const asset = execute(world, now, 'upload', { caller, image });
    const inputs = [{ assetId: asset.id, role: 'source' as const }];
    const products = [{ category: 'lipstick' as const, color: '#000000', opacity: 1 }];
    const submission = { operation: 'makeup.apply' as const, inputs, products };
    const { job } = execute(world, now, 'submit', { caller, submission, idempotencyKey: 'diverged' });
    execute(world, now, 'submit', { caller, submission, idempotencyKey: 'kept' });
    execute(world, now, 'cancel', { caller, job: job.id });
    execute(world, now, 'delete_job', { caller, job: job.id });
    execute(world, now, 'change_credits', { account: 'demo', change: { adjust: -7 } });
    execute(world, now, 'set_choices', { choices: { upload_status: 200 } });
    execute(world, now, 'add_plan', {
      plan: {
        match: { operation: null, environment: null, key: null, idempotencyKey: null, inputDigest: null },
        place: 'ending',
        trigger: { nth: null, every: null, times: 1, between: null },
        stages: {},
        holdAt: null,
        outcome: null,
      },
    });
    execute(world, now, 'add_fault', {
      fault: {
        match: { route: null, method: null, key: null, environment: null },
        place: 'ending',
        trigger: { nth: null, every: null, times: 1, between: null },
        effect: { kind: 'reset' },
      },
    });
    execute(world, now, 'set_deviations', { ids: ['upload-answers-303'] });
    execute(world, now, 'set_switches', { switches: { ledgerUnreadable: true } });
    const endpoint = { owner: 'demo/live', url: 'http://127.0.0.1:1/', events: ['job.failed' as const], secret: null };
    execute(world, now, 'ping_endpoint', execute(world, now, 'register_endpoint', endpoint));
    passTime(world, now + 8 * 86_400_000);
  }

  it('is equal to the original', async () => {
    const { world, copy } = await twins();
    expect(copy.state).toEqual(world.state);
    expect(copy.state.jobs.size).toBeGreaterThan(20);
  });

  it('can change without changing the original', async () => {
    const { world, copy, asItWas } = await twins();
    diverge(copy);
    for (const table of Object.keys(asItWas) as (keyof typeof asItWas)[]) {
      if (table !== 'keys' && table !== 'effects') expect(copy.state[table], table).not.toEqual(asItWas[table]);
    }
    expect(world.state).toEqual(asItWas);
  });

  it('does not change when the original changes', async () => {
    const { world, copy, asItWas } = await twins();
    diverge(world);
    expect(world.state).not.toEqual(asItWas);
    expect(copy.state).toEqual(asItWas);
  });
});
