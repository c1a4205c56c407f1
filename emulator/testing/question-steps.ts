import type { Chosen } from './choices/question-rows.ts';
import { readingsWith } from './choices/topic-questions.ts';
import { emulatorFor } from './client.ts';
import { LIVE } from './steps.ts';

type World = Awaited<ReturnType<typeof emulatorFor>>;
/** Something that is done or asked in a world; what it shows. */
export type Step = (world: World) => Promise<unknown>;

/** Another world for each set of choices, and what the last of some steps shows in it. */
export function after(...steps: Step[]) {
  return async (chosen: Chosen) => {
    const world = await emulatorFor({ readings: readingsWith(chosen) });
    let shown: unknown;
    for (const step of steps) shown = await step(world);
    return shown;
  };
}

export const live = { key: LIVE };
export const submitLive: Step = ({ client }) => client.submitOn('makeup.apply', live);
export const submitTest: Step = ({ client }) => client.submitOn('makeup.apply');

export const pass =
  (time: string): Step =>
  ({ emulator }) =>
    emulator.clock.advance(time);

export const cancelLast =
  (options: { key?: string } = {}): Step =>
  ({ emulator, client }) =>
    client.call('POST', `/v1/jobs/${emulator.jobs.list()[0]?.id}/cancel`, options);

export const usage =
  (query = '', key?: string): Step =>
  async ({ client }) => {
    const { status, body } = await client.get(`/v1/usage${query}`, key === undefined ? {} : { key });
    return status === 200 ? body : status;
  };

/** The counts of the usage, each as a row. */
export const accepted =
  (query = '', key?: string): Step =>
  async (world) => {
    const shown = (await usage(query, key)(world)) as { data: { date: string; operation: string; accepted: number }[] };
    return shown.data.map(({ date, operation, accepted: count }) => [date.slice(5), operation, count]);
  };
