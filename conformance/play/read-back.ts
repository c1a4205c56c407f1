import { isMap } from '../../shared/is-map.ts';
import { viewOf } from '../effects/http/view.ts';
import { CannotDo, StopInstance } from '../effects/untestable.ts';
import { assetPath, jobPath } from '../target/routes.ts';
import type { Frame, RenderedRequest } from './frame.ts';
import { lookInto } from './steps/receive-step.ts';
import { sendRequest } from './steps/send.ts';

/** The prefix of the steps that read. */
export const READ_BACK = 'read-back/';

/** How many of each kind are read, newest first. */
const MOST_READ = { jobs: 2, assets: 1 };

/**
 * Reads what an instance left behind, so that the model can check what its steps changed or must not have changed:
 * counts, balance, lists, jobs, assets, a result and the deliveries to each receiver. Sends at most twelve requests,
 * and skips features that are off.
 */
export async function readBack(frame: Frame): Promise<void> {
  const { play } = frame;
  const { state } = play;
  const { features, keys, target } = play.facts;
  const own: Frame = { ...frame, prefix: READ_BACK, requests: new Map() };
  const read = (path: string, key = 'primary') =>
    unlessImpossible(async () => {
      const { exchange } = await sendRequest(reading(path, key, target.timeouts.answer), own);
      if (exchange.answer === null) throw new StopInstance('deadline', 'reading back ended with the first lost answer');
      return viewOf(exchange).body;
    });
  for (const hook of state.hooks.keys()) await unlessImpossible(() => lookInto(hook, own));
  await read('/v1/usage');
  if (features['credits.balance'] !== false) await read('/v1/credits/balance');
  const jobs = newest(state.jobs, MOST_READ.jobs);
  for (const [id, key] of jobs) await read(jobPath(id), key);
  const [stranger] = jobs;
  if (stranger !== undefined && stranger[1] !== 'other_env' && keys.other_env !== undefined)
    await read(jobPath(stranger[0]), 'other_env');
  for (const [id, key] of newest(state.assets, MOST_READ.assets)) await read(assetPath(id), key);
  if (features['job.list'] ?? features.lists) await read('/v1/jobs?limit=100');
  if (features.lists !== true) return;
  const result = resultIn(await read('/v1/assets?limit=100'));
  if (result !== null) await read(`${assetPath(result)}/content`);
}

/** Returns null if the work is impossible, for example without a key or a clock. Later reads may still be possible. */
async function unlessImpossible<Output>(work: () => Promise<Output>): Promise<Output | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CannotDo) return null;
    throw error;
  }
}

function reading(path: string, key: string, timeout: number): RenderedRequest {
  const nothing = { query: {}, headers: {}, respell: [] };
  return { method: 'GET', path, key, ...nothing, timeout, retry: false, unpaid: true };
}

function newest(things: ReadonlyMap<string, string>, most: number): [string, string][] {
  return [...things].reverse().slice(0, most);
}

function resultIn(list: unknown): string | null {
  const items = isMap(list) && Array.isArray(list['data']) ? list['data'] : [];
  const result = items.find((one) => isMap(one) && one['purpose'] === 'result');
  return isMap(result) && typeof result['id'] === 'string' ? result['id'] : null;
}
