import { utcDay } from '../../domain/values/time.ts';
import { CONCERNS, PRODUCT_CATEGORIES } from '../../domain/vocabulary.ts';
import type { WireAnswer } from '../../world/wire.ts';
import type { RequestContext, Tools } from '../deviation.ts';
import { isSubmit, jsonOf } from '../edits.ts';
import { parsed } from '../requests.ts';
import { lowered } from './headers.ts';

/** The names in the expressions of rows; each value is computed when it is used. */
type Names = Readonly<Record<string, unknown>>;

export function worldNames(tools: Tools): Names {
  const { world, memory } = tools;
  const { state } = world;
  return {
    now: state.now,
    concern_names: CONCERNS,
    categories: PRODUCT_CATEGORIES,
    not_found: world.settings.readings.codes.not_found,
    get jobs() {
      return [...state.jobs.values()];
    },
    get assets() {
      return [...state.assets.values()];
    },
    get keys() {
      return [...state.keys.values()];
    },
    get endpoints() {
      return [...state.endpoints.values()];
    },
    get deliveries() {
      return [...state.deliveries.values()];
    },
    get first_day() {
      return isFirstDay(tools);
    },
    get tally() {
      return memory.get('tally') ?? 0;
    },
  };
}

export function requestNames(context: RequestContext): Names {
  const { world, memory, request, route, key } = context;
  const { jobs, assets, tombstones, accounts } = world.state;
  return withAll(worldNames(context), {
    route,
    key,
    caller: key === null ? null : `${key.account}/${key.environment}`,
    request: seenRequest(context),
    get ledger() {
      return accounts.get(key?.account ?? '')?.ledger;
    },
    get switches() {
      return world.state.switches;
    },
    get claims() {
      return [...world.state.claims].map(([name, { job }]) => ({ name, job }));
    },
    get job() {
      return jobs.get(request.id) ?? jobs.get(assets.get(request.id)?.job ?? '');
    },
    get asset() {
      return assets.get(request.id);
    },
    get grave() {
      return tombstones.get(request.id);
    },
    /** What belongs to another account among the things that a request names: in its path, filter or body. */
    get foreign() {
      return foreignOf(context);
    },
    get tally() {
      return memory.get(`tally ${key?.account}`) ?? 0;
    },
  });
}

/** Whether it is still the UTC day of the first request. */
function isFirstDay({ world, memory }: Tools): boolean {
  const day = utcDay(world.state.now);
  if (memory.get('first day') === undefined) memory.set('first day', day);
  return memory.get('first day') === day;
}

export function answerNames(context: RequestContext, answer: WireAnswer): Names {
  const body: unknown = jsonOf(answer);
  const header = lowered(answer.headers);
  return withAll(requestNames(context), {
    answer: { status: answer.status, header, body },
    body,
    before: body,
    content: answer.body,
    /** Spec 4.2: whether a submission was answered with the job of an earlier one. */
    replayed: answer.status === 200 && header['idempotency-replayed'] === 'true',
  });
}

/** Combines both sets of names without computing their values. */
export function withAll(names: Names, more: Names): Names {
  return Object.defineProperties(Object.defineProperties({}, Object.getOwnPropertyDescriptors(names)), {
    ...Object.getOwnPropertyDescriptors(more),
  });
}

function seenRequest({ request }: RequestContext): Names {
  return {
    id: request.id,
    method: request.method,
    path: request.path,
    header: request.headers,
    pairs: request.query,
    /** The first value of each parameter. */
    query: Object.fromEntries(request.query.toReversed()),
    content: request.body,
    text: Buffer.from(request.body ?? '').toString(),
    get body() {
      return parsed(request.body);
    },
  };
}

function foreignOf({ world, request, key, route }: RequestContext): { owner: string } | undefined {
  const { jobs, assets, tombstones } = world.state;
  const filtered = request.query.find(([name]) => name === 'job_id')?.[1];
  const input: unknown = isSubmit(route) ? parsed(request.body)?.inputs?.[0]?.asset_id : undefined;
  const thing = [request.id, filtered, input]
    .map((id) => jobs.get(String(id)) ?? assets.get(String(id)) ?? tombstones.get(String(id)))
    .find((one) => one !== undefined);
  return key === null || thing?.owner === `${key.account}/${key.environment}` ? undefined : thing;
}
