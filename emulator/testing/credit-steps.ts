import { emulatorFor } from './client.ts';
import { type Chosen, readingsOf } from './question-rows.ts';
import { LIVE } from './steps.ts';

type World = Awaited<ReturnType<typeof emulatorFor>>;
export type Step = (world: World) => Promise<unknown>;

export const live = { key: LIVE };
export const DAY_ONE = '2026-01-01';

/** Another world for each set of choices, and what steps show in it. */
export function after(...steps: Step[]) {
  return async (chosen: Chosen) => {
    const world = await emulatorFor({ readings: readingsOf(chosen) });
    let shown: unknown;
    for (const step of steps) shown = await step(world);
    return shown;
  };
}

export const submitLive: Step = ({ client }) => client.submitOn('makeup.apply', live);
export const submitTest: Step = ({ client }) => client.submitOn('makeup.apply');
export const pass =
  (time: string): Step =>
  ({ emulator }) =>
    emulator.clock.advance(time);
export const spend: Step = async ({ emulator }) => emulator.tenants.credits(null, { adjust: -10_000 });
export const cancelLast =
  (options: { key?: string } = {}): Step =>
  ({ emulator, client }) =>
    client.call('POST', `/v1/jobs/${emulator.jobs.list()[0]?.id}/cancel`, options);
export const deleteLast: Step = ({ emulator, client }) =>
  client.call('DELETE', `/v1/jobs/${emulator.jobs.list()[0]?.id}`, live);
export const refused: Step = ({ client }) => client.submit('/v1/makeup/try-ons', {}, live);
export const failing: Step = async ({ emulator }) =>
  emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });

export const balance =
  (...fields: string[]): Step =>
  async ({ client }) => {
    const { body } = await client.get('/v1/credits/balance', live);
    return fields.map((field) => body[field]);
  };
export const usage =
  (query = '', key?: string): Step =>
  async ({ client }) => {
    const { status, body } = await client.get(`/v1/usage${query}`, key === undefined ? {} : { key });
    return status === 200 ? body : status;
  };
export const accepted =
  (query = '', key?: string): Step =>
  async (world) => {
    const shown = (await usage(query, key)(world)) as { data: { date: string; operation: string; accepted: number }[] };
    return shown.data.map(({ date, operation, accepted: count }) => [date.slice(5), operation, count]);
  };
export const statusOf =
  (step: Step): Step =>
  async (world) =>
    ((await step(world)) as { status: number }).status;
