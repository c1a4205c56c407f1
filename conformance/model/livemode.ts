import { isMap } from '../../shared/is-map.ts';
import { type Demand, failing } from './demand.ts';
import { listIn } from './read-submission.ts';
import type { CreateTopic } from './topic.ts';

/** Spec 5.3: a key sees only objects of its own environment, and if they name an environment, it is this one. */
export const createLivemode: CreateTopic = () => ({
  demands: ({ view, owner, isJudged }) => {
    const environment = owner?.split(' ')[1];
    if (!isJudged || (view.status ?? 500) >= 300 || !isMap(view.body)) return [];
    if (environment !== 'live' && environment !== 'test') return [];
    const isLive = environment === 'live';
    return [view.body, ...listIn(view.body, 'data')].filter(isMap).flatMap(({ id, livemode }): Demand[] => {
      if (typeof livemode !== 'boolean' || typeof id !== 'string' || livemode === isLive) return [];
      const rule = id.startsWith('job') ? 'LIVEMODE-JOB' : 'LIVEMODE-ASSET';
      return [
        failing(
          rule,
          id,
          `livemode ${isLive}, as of all that a key of the ${environment} environment is shown`,
          livemode,
        ),
      ];
    });
  },
});
