import type { Job } from '../domain/job.ts';
import type { Rules } from '../domain/rulebook.ts';
import type { AnyJson, Overrides, Tools } from './deviation.ts';

/** Edits of jobs and assets wherever they are shown (reads, lists, events), from which deviations are composed. */

type RuleOverride = Pick<Overrides, 'rules'>;

export function decide(rules: Partial<Rules> | NonNullable<Overrides['rules']>): RuleOverride {
  return { rules: typeof rules === 'function' ? rules : () => rules };
}

/** Changes the body of a Job in place; its ETag follows. */
export function jobs(change: (body: AnyJson, job: Omit<Job, 'view'>, tools: Tools) => void): RuleOverride {
  return {
    rules: (was, tools) => ({
      jobBody: (job, live) => changed(was.jobBody(job, live), (body) => change(body, job, tools)),
    }),
  };
}

/** Changes each ResultAsset in a job's output. */
export function results(change: (body: AnyJson) => void): RuleOverride {
  return { rules: (was) => ({ resultBody: (...args) => changed(was.resultBody(...args), change) }) };
}

export function outputs(type: string, change: (body: AnyJson) => void): RuleOverride {
  return {
    rules: (was) => ({
      output: (...args) => changed(was.output(...args), (body) => (body.type === type ? change(body) : undefined)),
    }),
  };
}

function changed<Body>(body: Body, change: (copy: AnyJson) => void): Body {
  const copy = structuredClone(body);
  change(copy);
  return copy;
}
