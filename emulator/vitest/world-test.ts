import { test as base, type TestContext } from 'vitest';
import { assertAllUsed } from '../control/assertions.ts';
import type { AuditInput } from '../control/schemas/journal.ts';
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type NamedWorldInput,
  type WorldControl,
} from '../index.ts';
import { failureNote, leaveSession, recordForFailure } from './failure-note.ts';
import { createLeftCalls } from './left-calls.ts';

/** The control of the world of a test, and the address for its clients. */
export type TestWorld = WorldControl & { readonly url: string };

/** How the client of each test is audited at its end: not at all, by every rule, or without the ignored ones. */
export type ClientAudit = boolean | AuditInput;

declare module 'vitest' {
  interface ProvidedContext {
    emulatorOptions?: EmulatorOptions;
    worldOptions?: NamedWorldInput;
    auditClient?: ClientAudit;
  }
}

type WorldFixtures = {
  $worker: {
    /** The options of the emulator that serves the tests of a worker. */
    emulatorOptions: EmulatorOptions;
    emulator: Emulator;
  };
  $test: {
    /** The initial state of the world of each test. */
    worldOptions: NamedWorldInput;
    auditClient: ClientAudit;
    world: TestWorld;
  };
};

/** A Vitest test with its own `world`, of one emulator for each worker. Tests do not affect each other. */
export const test = base.extend<WorldFixtures>({
  emulatorOptions: [preset({}), { scope: 'worker', injected: true }],
  emulator: [
    async ({ emulatorOptions }, use) => {
      const emulator = await createEmulator(emulatorOptions);
      await use(emulator);
      await emulator.close();
    },
    { scope: 'worker' },
  ],
  worldOptions: [preset({}), { injected: true }],
  auditClient: [preset(false), { injected: true }],
  world: async ({ emulator, emulatorOptions, worldOptions, auditClient, task, onTestFailed, onTestFinished }, use) => {
    const left = createLeftCalls();
    const world = testWorld(left.watch(await emulator.worlds.create(worldOptions), 'world'), emulator.url);
    const recording = await recordForFailure(world, emulatorOptions.record !== undefined);
    const strangers = () => emulator.journal.find({ status: 401 }).length;
    const before = strangers();
    // An error that the fixture throws at its end would be reported twice, so this uses hooks, which run after it.
    onTestFinished(() => {
      if (task.result?.state !== 'fail') assertNoneLeft(left.end());
      if (auditClient !== false && task.result?.state !== 'fail') audit(world, auditClient);
    });
    onTestFailed(async () => {
      const session = recording === null ? [] : [await leaveSession(recording, task)];
      addNote(task, (message) => {
        const note = failureNote(world, { message, strangers: strangers() - before, url: world.url });
        const forgotten = left.end();
        return [note, ...(forgotten === null || message.includes(forgotten) ? [] : [forgotten]), ...session].join('\n');
      });
    });
    await use(world);
    await recording?.stop();
    await emulator.worlds.remove(world.name);
    await left.settled();
  },
});

/** The default value of an option. */
function preset<Value>(value: Value) {
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  return async ({}, use: (value: Value) => Promise<void>) => use(value);
}

/** Copies the getters too, because the keys of a world can change. */
function testWorld(control: WorldControl, url: string): TestWorld {
  return Object.defineProperties({ url } as TestWorld, Object.getOwnPropertyDescriptors(control));
}

function assertNoneLeft(left: string | null): void {
  if (left === null) return;
  const error = new Error(left);
  error.stack = `Error: ${left}`;
  throw error;
}

function audit(world: WorldControl, options: true | AuditInput): void {
  try {
    world.audit.assertClean(options === true ? {} : options);
    // Like `exec --audit`, does not count configured plans: they are shared, and few tests use each.
    assertAllUsed(world.plans.list().filter(({ place }) => place !== 'configured'));
  } catch (error) {
    // The stack does not help the reader: it only shows where the audit ran.
    if (error instanceof Error) error.stack = `Error: ${error.message}`;
    throw error;
  }
}

/** Every reporter shows the message; annotations are refused after a test has failed. */
function addNote({ result }: TestContext['task'], noteFor: (message: string) => string): void {
  const error = result?.errors?.at(-1);
  if (error === undefined) return;
  const { message, stack } = error;
  error.message = `${message}\n\n${noteFor(message)}`;
  // Some reporters show only the stack, which begins with the message.
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
}
