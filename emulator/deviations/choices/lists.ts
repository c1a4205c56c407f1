import { parseInstant } from '../../domain/values/time.ts';
import { jobNotFound } from '../../world/find.ts';
import type { Query } from '../../world/wire.ts';
import type { AnyJson, Means, RequestContext } from '../deviation.ts';
import { described } from '../documents.ts';
import { shown } from '../edits.ts';
import { refuses, unknownParameter } from '../refusals.ts';
import { queried } from '../requests.ts';
import { decide } from '../views.ts';

const LISTS = ['listAssets', 'listJobs'] as const;

/** What the lists take, and what they look like. */
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
  empty_cursor: (choice) =>
    choice === 'first_page'
      ? queried(LISTS, (query) => query.filter(([name, value]) => name !== 'cursor' || value !== ''))
      : refuses(LISTS, ({ request }) =>
          request.query.some(([name, value]) => name === 'cursor' && value === '')
            ? [{ path: 'cursor', problem: 'is empty' }]
            : [],
        ),
  next_cursor_at_end: () => decide({ nextCursor: (next, last) => next ?? last }),
  malformed_parameter: () =>
    queried(LISTS, (query) =>
      query.filter(([name, value]) => value === '' || isTwice(query, name) || KINDS[name]?.(value) !== false),
    ),
  empty_parameter: () =>
    queried(LISTS, (query) =>
      query.filter(([name, value]) => value !== '' || isTwice(query, name) || !FILTERS.includes(name)),
    ),
  inverted_range: () =>
    refuses(LISTS, ({ request: { query } }) => {
      const [from, to] = ['created_gte', 'created_lt'].map((name) => parseInstant(valueFor(query, name) ?? ''));
      const isInverted = from != null && to != null && from >= to;
      return isInverted ? [{ path: 'created_gte', problem: 'must be before created_lt' }] : [];
    }),
  malformed_job_id: () =>
    refuses('listAssets', ({ request }) =>
      /^job_./.test(valueFor(request.query, 'job_id') ?? 'job_id')
        ? []
        : [{ path: 'job_id', problem: 'is no id of a job' }],
    ),
  list_of_unknown_job: (status) => ({
    ...refuses('listAssets', ({ world, key, request }) => {
      const id = valueFor(request.query, 'job_id');
      if (id === undefined || isOwnJob(id, { world, key })) return [];
      if (status === 404) throw jobNotFound(id);
      return [{ path: 'job_id', problem: 'is of no job' }];
    }),
    readsTombstones: true,
  }),
  // Reading 12: the parameters and the shape of the list of jobs are not shown.
  jobs_list_parameters: (choice) => {
    const isTaken = (name: string) => choice === 'limit_and_cursor' && (name === 'limit' || name === 'cursor');
    return {
      ...refuses('listJobs', ({ request }) => request.query.filter(([name]) => !isTaken(name)).map(unknownParameter)),
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

/** Whether a value is of the kind of its parameter, in or out of range. */
const KINDS: Readonly<Record<string, (value: string) => boolean>> = {
  limit: (value) => /^-?\d+$/.test(value),
  created_gte: (value) => parseInstant(value) !== null,
  created_lt: (value) => parseInstant(value) !== null,
};

const FILTERS = ['limit', 'created_gte', 'created_lt', 'purpose', 'job_id', 'status', 'operation'];

function valueFor(query: Query, name: string): string | undefined {
  return query.find(([one]) => one === name)?.[1];
}

/** Spec 4.1: a repeated parameter is refused, whatever its values. */
function isTwice(query: Query, name: string): boolean {
  return query.filter(([one]) => one === name).length > 1;
}

function isOwnJob(id: string, { world, key }: Pick<RequestContext, 'world' | 'key'>): boolean {
  const job = world.state.jobs.get(id) ?? world.state.tombstones.get(id);
  return job !== undefined && key !== null && world.rules.isOwn(job, `${key.account}/${key.environment}`);
}

/** Marks that a query must encode. */
const MARKS = '+/=&%';

function toBeEncoded(cursor: string): string {
  return `${MARKS}${Buffer.from(cursor, 'base64url').toString('base64')}`;
}

/** The cursor as the service makes it; one of no list where it is spelled otherwise. */
function decoded(text: string): string {
  const cursor = Buffer.from(text.slice(MARKS.length), 'base64').toString('base64url');
  return toBeEncoded(cursor) === text ? cursor : '!';
}
