import { invalidFields } from '../../domain/errors.ts';
import { parseInstant } from '../../domain/values/time.ts';
import { jobNotFound } from '../../world/find.ts';
import type { AnyJson, Means } from '../deviation.ts';
import { described } from '../documents.ts';
import { shown } from '../edits.ts';
import { queried } from '../requests.ts';
import { decide } from '../views.ts';

const LISTS = ['listAssets', 'listJobs'] as const;

export const LIST_CHOICES: Readonly<Record<string, Means>> = {
  cursor_characters: () => ({
    ...queried(LISTS, (query) =>
      query.map(([name, value]) => [name, name === 'cursor' && value !== '' ? decoded(value) : value]),
    ),
    ...shown(LISTS, (page) => {
      if (page.next_cursor !== null) page.next_cursor = toBeEncoded(page.next_cursor);
    }),
  }),
  cursor_other_key: () =>
    decide((was) => ({
      cursorBinding: (binding) => {
        const bound = was.cursorBinding(binding);
        return { ...bound, owner: `${bound.owner} ${binding.key}` };
      },
    })),
  cursor_filters: () =>
    decide((was) => ({
      cursorBinding: (binding) => was.cursorBinding({ ...binding, filters: binding.meaning?.() ?? binding.filters }),
    })),
  empty_cursor: (choice) => decide({ emptyCursor: () => choice as 'invalid_request' | 'first_page' }),
  next_cursor_at_end: () => decide({ nextCursor: (next, last) => next ?? last }),
  malformed_parameter: () =>
    decide((was) => ({
      valueIsIgnored: (name, value) =>
        (value !== '' && KINDS[name]?.(value) === false) || was.valueIsIgnored(name, value),
    })),
  empty_parameter: () =>
    decide((was) => ({
      valueIsIgnored: (name, value) => (value === '' && name !== 'cursor') || was.valueIsIgnored(name, value),
    })),
  inverted_range: () =>
    decide({
      rangeProblem: (from, to) =>
        from !== null && to !== null && from >= to
          ? { path: 'created_gte', problem: 'must be before created_lt' }
          : null,
    }),
  malformed_job_id: () =>
    decide((was) => ({
      refusalOfJobFilter: (job, caller) =>
        /^job_./.test(job)
          ? was.refusalOfJobFilter(job, caller)
          : invalidFields([{ path: 'job_id', problem: 'is no id of a job' }]),
    })),
  list_of_unknown_job: (status) => ({
    ...decide((was, { world }) => ({
      refusalOfJobFilter: (id, caller) => {
        const before = was.refusalOfJobFilter(id, caller);
        const job = world.state.jobs.get(id) ?? world.state.tombstones.get(id);
        if (before !== null || (job !== undefined && world.rules.isOwn(job, caller))) return before;
        return status === 404 ? jobNotFound(id) : invalidFields([{ path: 'job_id', problem: 'is of no job' }]);
      },
    })),
    readsTombstones: true,
  }),
  // Reading 12: the specification does not show the parameters and the shape of the list of jobs.
  jobs_list_parameters: (choice) => {
    const isTaken = (name: string) => choice === 'limit_and_cursor' && (name === 'limit' || name === 'cursor');
    return {
      ...decide((was) => ({
        parameterIsTaken: (of, name) => was.parameterIsTaken(of, name) && (of !== 'jobs' || isTaken(name)),
      })),
      ...described('listJobs', (operation) => {
        operation.parameters = operation.parameters.filter(({ name }: AnyJson) => isTaken(name));
      }),
    };
  },
  jobs_list_shape: (choice) => shown('listJobs', (page) => JOB_LISTS[choice as keyof typeof JOB_LISTS](page)),
};

const JOB_LISTS = {
  bare_list: ({ data }: AnyJson) => data,
  under_jobs: ({ data, ...page }: AnyJson) => ({ jobs: data, ...page }),
  summaries: ({ data, next_cursor }: AnyJson) => ({
    jobs: data.map(({ id, status, deleted }: AnyJson) => ({ id, state: status, deleted })),
    after: next_cursor,
  }),
};

/** Whether a value has the type of its parameter, in or out of range. */
const KINDS: Readonly<Record<string, (value: string) => boolean>> = {
  limit: (value) => /^-?\d+$/.test(value),
  created_gte: (value) => parseInstant(value) !== null,
  created_lt: (value) => parseInstant(value) !== null,
};

/** Characters that a query must encode. */
const MARKS = '+/=&%';

function toBeEncoded(cursor: string): string {
  return `${MARKS}${Buffer.from(cursor, 'base64url').toString('base64')}`;
}

/** Converts a cursor back to the service's own spelling; a text that is not a cursor becomes an invalid one. */
function decoded(text: string): string {
  const cursor = Buffer.from(text.slice(MARKS.length), 'base64').toString('base64url');
  return toBeEncoded(cursor) === text ? cursor : '!';
}
