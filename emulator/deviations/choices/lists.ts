import type { Means } from '../deviation.ts';
import { type AnyJson, body, on, when } from '../edits.ts';

/** What the lists look like. */
export const LIST_CHOICES: Readonly<Record<string, Means>> = {
  // Reading 12: the shape of the list of jobs is not shown.
  jobs_list_shape: (choice) => ({
    answer: on(
      'listJobs',
      when(
        200,
        body((page) => JOB_LISTS[choice as keyof typeof JOB_LISTS](page)),
      ),
    ),
  }),
};

const JOB_LISTS = {
  bare_list: ({ data }: AnyJson) => data,
  under_jobs: ({ data, ...page }: AnyJson) => ({ jobs: data, ...page }),
  summaries: ({ data, next_cursor }: AnyJson) => ({
    jobs: data.map(({ id, status, deleted }: AnyJson) => ({ id, state: status, deleted })),
    after: next_cursor,
  }),
};
