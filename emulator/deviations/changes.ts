import type { Asset, Tombstone } from '../domain/asset.ts';
import type { Job } from '../domain/job.ts';
import type { Instant } from '../domain/values/time.ts';
import { drop } from '../domain/values/undo.ts';
import type { Endpoint } from '../domain/webhook.ts';
import { putAsset } from '../world/assets.ts';
import { retainBlob } from '../world/blobs.ts';
import { replaceEndpoint } from '../world/verbs/endpoints.ts';
import type { World } from '../world/world.ts';
import type { Overrides } from './deviation.ts';

/** Deviations that change the World differently from what a change requests. */

type Claimed = { job: Job | undefined; isSameRequest: boolean; at: Instant; now: Instant };

/** Forgets the claim on an Idempotency-Key if `isForgotten` says so: the submission creates another job. */
export function forgetsClaims(isForgotten: (claimed: Claimed) => boolean): Pick<Overrides, 'rules'> {
  return {
    rules: (was, { world, memory, note }) => ({
      fingerprint: (submission) => {
        const fingerprint = was.fingerprint(submission);
        memory.set('fingerprint', fingerprint);
        return fingerprint;
      },
      claimName: (...args) => {
        const name = was.claimName(...args);
        const { claims, jobs, now } = world.state;
        const claim = claims.get(name);
        if (claim === undefined) return name;
        const isSameRequest = claim.fingerprint === memory.get('fingerprint');
        if (isForgotten({ job: jobs.get(claim.job), isSameRequest, at: claim.at, now })) {
          drop(claims, name);
          note();
        }
        return name;
      },
    }),
  };
}

/** Keeps the results of a job that is removed for one cause. */
export function keepsResults(cause: Tombstone['cause']): Pick<Overrides, 'change'> {
  return {
    change: ({ world, note }) => {
      const results = [...world.state.assets.values()].filter(({ purpose }) => purpose === 'result');
      const wentWithJob = ({ id, job }: Asset) =>
        world.state.tombstones.get(id)?.cause === cause && !world.state.jobs.has(job ?? '');
      return () => {
        for (const asset of results.filter(wentWithJob)) {
          bringBack(world, asset);
          note();
        }
      };
    },
  };
}

function bringBack(world: World, asset: Asset): void {
  drop(world.state.tombstones, asset.id);
  putAsset(world, asset);
  retainBlob(world, asset.digest);
}

/** An endpoint that has failed too long is disabled, but its deliveries continue. */
export const disablesAfterwards: Pick<Overrides, 'rules' | 'change'> = {
  rules: (was, { memory }) => ({
    isToBeDisabled: (failing, now) => {
      if (was.isToBeDisabled(failing, now)) memory.set('failing', failing);
      return false;
    },
  }),
  change:
    ({ world, memory }) =>
    () => {
      const failing = memory.get<Endpoint['failing']>('failing') ?? null;
      if (failing === null) return;
      for (const endpoint of world.state.endpoints.values())
        if (endpoint.failing === failing) replaceEndpoint(world, { ...endpoint, enabled: false });
      memory.set('failing', null);
    },
};
