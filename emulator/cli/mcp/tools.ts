import * as z from 'zod';
import { addedFaultSchema } from '../../control/schemas/fault.ts';
import { LARGEST_PAGE } from '../../control/schemas/names.ts';
import { addedPlanSchema } from '../../control/schemas/plan.ts';
import { filterSchema } from '../../domain/test-control/exchange.ts';
import { type ControlCall, queryOf } from '../../remote/control-call.ts';
import { CLOCK_MODES } from '../../runtime/clock.ts';

/** A tool for a coding agent: one or two calls of the control API. */
export type Tool = {
  about: string;
  isReadOnly: boolean;
  input: z.ZodObject;
  run(input: Record<string, unknown>, call: ControlCall): Promise<unknown>;
};

const DEFAULT_LIMIT = 50;
const world = z.string().optional().describe('the world to use; by default the one of --world');
const limit = z.int().min(1).max(LARGEST_PAGE).default(DEFAULT_LIMIT).describe('list only the newest N');

/** The readable parts of a world, with their paths. `:id` is replaced with the id. */
const PARTS = {
  summary: '/summary',
  clock: '/clock',
  due: '/agenda',
  worlds: '/worlds',
  jobs: '/jobs',
  job: '/jobs/:id/story',
  plans: '/plans',
  faults: '/faults',
  accounts: '/accounts',
  account: '/accounts/:id',
  readings: '/readings',
  endpoints: '/endpoints',
  deliveries: '/deliveries',
  snapshots: '/snapshots',
} as const;
const PAGED: readonly string[] = ['jobs', 'deliveries', 'due'];

const stateInput = z.strictObject({
  world,
  part: z.enum(Object.keys(PARTS) as (keyof typeof PARTS)[]).default('summary'),
  id: z.string().optional().describe('the id of the job or account, for the parts job and account'),
  limit,
  before: z.string().optional().describe('jobs only: the id of a job; list older ones'),
});

const clockInput = z.strictObject({
  world,
  by: z.string().optional().describe('advance by this duration, such as 8m or 1h30m'),
  to: z.string().optional().describe('advance to this time, such as 2026-01-31T12:00:00Z'),
  until: z.literal('idle').optional().describe('advance until no job and no delivery is pending'),
  mode: z.enum(CLOCK_MODES).optional().describe('set the mode first'),
});

const planInput = z.strictObject({
  world,
  plan: addedPlanSchema.optional().describe('the plan to add'),
  clear: z.boolean().default(false).describe('remove all plans first'),
});

const faultInput = z.strictObject({
  world,
  fault: addedFaultSchema.optional().describe('the fault to add'),
  clear: z.boolean().default(false).describe('remove all faults first'),
});

const journalInput = z.strictObject({
  world,
  explain: z.string().optional().describe('explain this request_id of a refusal, instead of a list'),
  filter: filterSchema.optional().describe('list only exchanges that match'),
  limit,
  before: z.int().min(1).optional().describe('list only exchanges with a smaller serial'),
});

const auditInput = z.strictObject({
  world,
  ignore: z.array(z.string()).default([]).describe('rules to ignore'),
  expect: z.array(z.int()).default([]).describe('statuses of intended refusals'),
});

export const TOOLS: Readonly<Record<string, Tool>> = {
  read_state: {
    about:
      'Read the state of a world: a summary, the clock, due work, jobs, plans, faults, accounts, webhooks or readings.',
    isReadOnly: true,
    input: stateInput,
    run: (input, call) => {
      const { part, id = '', ...page } = stateInput.parse(input);
      const path = PARTS[part].replace(':id', encodeURIComponent(id));
      return call('GET', PAGED.includes(part) ? path + queryOf({ limit: page.limit, before: page.before }) : path);
    },
  },
  move_clock: {
    about:
      'Advance the clock by a duration, to a time, or until idle; or set its mode. Answers when all due work is done.',
    isReadOnly: false,
    input: clockInput,
    run: async (input, call) => {
      const { mode, by, to, until } = clockInput.parse(input);
      const set = mode === undefined ? undefined : await call('PATCH', '/clock', { mode });
      const goal = { by, to, until };
      const isMoved = Object.values(goal).some((value) => value !== undefined);
      if (isMoved || set === undefined) return call('POST', '/clock/advance', goal);
      return set;
    },
  },
  decide_outcomes: {
    about: 'Add a plan that decides the outcome of the next matching jobs, or remove all plans. Answers the plans.',
    isReadOnly: false,
    input: planInput,
    run: (input, call) => addTo('/plans', input['clear'], input['plan'], call),
  },
  inject_fault: {
    about: 'Add a fault that makes the next matching requests fail, or remove all faults. Answers the faults.',
    isReadOnly: false,
    input: faultInput,
    run: (input, call) => addTo('/faults', input['clear'], input['fault'], call),
  },
  read_journal: {
    about: 'List the requests of clients and the answers, oldest first; or explain why a request was refused.',
    isReadOnly: true,
    input: journalInput,
    run: (input, call) => {
      const { explain, filter = {}, limit: newest = DEFAULT_LIMIT, before } = input as z.input<typeof journalInput>;
      if (explain !== undefined) return call('GET', `/journal/explain/${encodeURIComponent(explain)}`);
      return call('GET', `/journal${queryOf({ ...filter, limit: newest, before })}`);
    },
  },
  run_audit: {
    about: 'List the mistakes of the client: polls without waiting, reused keys, retries of refused requests and more.',
    isReadOnly: true,
    input: auditInput,
    run: (input, call) => {
      const { ignore, expect } = auditInput.parse(input);
      return call('GET', `/audit${queryOf({ ignore, expect })}`);
    },
  },
};

/** Clears a list if requested, adds an entry if given, and returns the list. */
async function addTo(path: string, clears: unknown, added: unknown, call: ControlCall): Promise<unknown> {
  if (clears === true) await call('DELETE', path);
  if (added !== undefined) await call('POST', path, added);
  return call('GET', path);
}
