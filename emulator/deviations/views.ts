import type { Asset } from '../domain/asset.ts';
import type { Job } from '../domain/job.ts';
import type { Rules } from '../domain/rulebook.ts';
import type { Seams, Tools } from './deviation.ts';
import type { Loose } from './edits.ts';

/** The words in which a deviation changes what is shown of a thing wherever it is shown: reads, lists, events. */

type Viewed = Pick<Seams, 'rules'>;

export function decide(rules: Partial<Rules>): Viewed {
  return { rules: () => rules };
}

/** Changes a Job's body in place, with its ETag following. */
export function jobs(change: (body: Loose, job: Omit<Job, 'view'>, tools: Tools) => void): Viewed {
  return {
    rules: (was, tools) => ({
      jobBody: (job, live) => changed(was.jobBody(job, live), (body) => change(body, job, tools)),
    }),
  };
}

export function assets(change: (body: Loose, asset: Asset) => void): Viewed {
  return {
    rules: (was) => ({
      assetBody: (asset, live) => changed(was.assetBody(asset, live), (body) => change(body, asset)),
    }),
  };
}

/** Changes each ResultAsset in a job's output. */
export function results(change: (body: Loose) => void): Viewed {
  return { rules: (was) => ({ resultBody: (...args) => changed(was.resultBody(...args), change) }) };
}

/** Changes a job's output of one type. */
export function outputs(type: string, change: (body: Loose) => void): Viewed {
  return {
    rules: (was) => ({
      output: (...args) => changed(was.output(...args), (body) => (body.type === type ? change(body) : undefined)),
    }),
  };
}

export function concerns(change: (body: Loose) => void): Viewed {
  return { rules: (was) => ({ concern: (...args) => changed(was.concern(...args), change) }) };
}

function changed<Body>(body: Body, change: (copy: Loose) => void): Body {
  const copy = structuredClone(body);
  change(copy);
  return copy;
}
