import { describe, expect, it } from 'vitest';
import type { Rules } from '../domain/rulebook.ts';
import { REQUESTS } from '../testing/client.ts';
import { type HostedWorld, hostedWorld } from '../testing/hosted-world.ts';
import { createInstantImages } from '../testing/pictures/gated-images.ts';
import { closedPort } from '../testing/receiving-server.ts';
import { type Arguments, change, passTime } from './commands.ts';
import { copyState } from './state.ts';
import { nextTimer } from './timers.ts';
import type { World } from './world.ts';

const DAY = 86_400_000;

/** A world in which everything possible has happened and more is due; no two timers are due at the same instant. */
async function busyWorld(): Promise<HostedWorld> {
  const hosted = await hostedWorld({ clock: 'frozen', seed: 'whole' }, createInstantImages());
  const { emulator, client } = hosted;
  emulator.webhooks.register({ url: `http://127.0.0.1:${await closedPort()}/` });
  emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' }, times: 1 });
  for (const { path, body } of Object.values(REQUESTS)) {
    const { body: asset } = await client.upload();
    await emulator.clock.advance(1);
    await client.submit(path, { inputs: [{ asset_id: asset.id, role: 'source' }], ...body });
    await emulator.clock.advance(1);
  }
  await emulator.clock.advance('2500ms');
  return hosted;
}

/** The rules of a world, of which the nth call throws. */
function breakingAt(rules: Rules, nth: number): Rules {
  let asked = 0;
  const breaking = Object.entries(rules).map(([name, decide]) => [
    name,
    (...args: never[]) => {
      asked += 1;
      if (asked === nth) throw new Error(`${name} broke`);
      return (decide as (...args: never[]) => unknown)(...args);
    },
  ]);
  return Object.fromEntries(breaking);
}

/** Repeats an action, each time failing one call later, until it succeeds. Returns how often it failed. */
function breakEverywhere(world: World, act: () => unknown, asItWas: (before: World['state']) => void): number {
  const { rules } = world;
  for (let nth = 1; ; nth += 1) {
    const before = copyState(world.state);
    world.rules = breakingAt(rules, nth);
    try {
      act();
      world.rules = rules;
      return nth - 1;
    } catch {
      asItWas(before);
    }
  }
}

describe('a change that fails in any call of a rule', () => {
  it.each(['submit', 'cancel', 'delete_job'] as const)('leaves the world unchanged: %s', async (verb) => {
    const { world, commands, client } = await busyWorld();
    await client.submitOn('makeup.apply');
    const submit = commands.find((command) => command.verb === 'submit')?.with as Arguments<'submit'>;
    const { caller } = submit;
    const [first = '', ...others] = world.state.jobs.keys();
    const given = {
      submit: { ...submit, idempotencyKey: 'another' },
      cancel: { caller, job: others.at(-1) ?? '' },
      delete_job: { caller, job: first },
    };
    if (verb === 'delete_job') passTime(world, world.state.now + 10_000);
    const act = () => change(world, verb, given[verb]);
    expect(breakEverywhere(world, act, (before) => expect(world.state).toEqual(before))).toBeGreaterThan(0);
  });

  it('leaves the world unchanged if it is the work of a timer, which is still due', async () => {
    const { world } = await busyWorld();
    let broken = 0;
    for (let due = nextTimer(world)?.due; due !== undefined; due = nextTimer(world)?.due) {
      if (due > world.state.now + 10 * DAY) break;
      const at = due;
      const act = () => passTime(world, at);
      broken += breakEverywhere(world, act, (before) => expect(world.state).toEqual({ ...before, now: at }));
    }
    expect(broken).toBeGreaterThan(10);
    expect([...world.state.jobs.values()]).toEqual([]);
  });
});
