import { isDeepStrictEqual } from 'node:util';
import { isMap } from '../../../shared/is-map.ts';
import { type Demand, failing, mustBe, mustShow } from '../demand.ts';
import { listIn } from '../read-submission.ts';
import type { CreateDetail } from './detail.ts';
import { isGone, type Sight, type Thing, type World } from './world.ts';

type Held = { stage: string; cancelled: boolean };
type Kept = {
  /** The plan of the next job of a key, and the jobs with the plan that they have. */
  next: Map<string, string>;
  planned: Map<string, string>;
  held: Map<string, Held>;
  /** How a job that was cancelled after its pick-up must end. */
  ends: Map<string, 'cancelled' | 'run on'>;
  /** The answer to the last cancel of a job that is cancelled, until its next read. */
  cancels: Map<string, Sight['view']>;
};

/** Spec 3: what a cancel and a deletion do at each stage, and what of a submission its job shows. */
export const createJobs: CreateDetail = (world) => {
  const kept: Kept = { next: new Map(), planned: new Map(), held: new Map(), ends: new Map(), cancels: new Map() };
  return {
    demands: (sight) => demandsOf(sight, world, kept),
    keep: (sight) => keep(sight, kept),
    drive: (call, given) => drive(call, given, kept),
  };
};

function demandsOf(sight: Sight, world: World, kept: Kept): Demand[] {
  const { route, id, view } = sight;
  const job = world.things.get(id);
  if (route === 'job-list') return sight.isJudged ? ofList(sight, world) : [];
  if (!sight.isJudged || job?.kind !== 'job' || job.owner !== sight.owner || isGone(job, world)) return [];
  if (view.request.text !== '' || view.request.url.includes('?') || sight.key.startsWith('no_')) return [];
  const held = kept.held.get(id);
  // A held job may have timed out.
  if (route === 'cancel' && held !== undefined && ![404, 409].includes(view.status ?? 0)) return ofCancel(id, held);
  if (route === 'job') return [...ofEnd(id, kept), ...ofOutput(job), ...afterCancel(sight, kept)];
  return [];
}

function ofCancel(id: string, { stage, cancelled }: Held): Demand[] {
  const because = [id];
  if (stage === 'queued' && !cancelled) {
    const reason = { rule: 'CANCEL-QUEUED-200', because, why: 'the job was not picked up' };
    return [mustBe([200], reason), mustShow('/status', 'cancelled', reason)];
  }
  if (stage === 'queued') return [];
  const reason = { rule: 'CANCEL-PICKED-202', because, why: `the job is held while it is ${stage.replace('_', ' ')}` };
  return [mustBe([202], reason), mustShow('/id', id, reason)];
}

function ofEnd(id: string, { ends }: Kept): Demand[] {
  const end = ends.get(id);
  if (end === undefined) return [];
  const rule = end === 'cancelled' ? 'CANCEL-BOUNDARY' : 'CANCEL-RUNS-ON';
  const wrong = end === 'cancelled' ? ['succeeded', 'failed'] : ['cancelled'];
  return [
    {
      rule,
      because: [id],
      check: ({ body }) => {
        const status = isMap(body) ? body['status'] : undefined;
        return wrong.includes(String(status))
          ? {
              pointer: '/body/status',
              expected: `no ${wrong.join(' or ')}, by the stage at which it was cancelled`,
              seen: status,
            }
          : null;
      },
    },
  ];
}

/** Spec 4.2: every concern that was asked for, once, and no picture that was not. */
function ofOutput({ id, made }: Thing): Demand[] {
  const request = made?.request.body;
  if (!isMap(request) || !Array.isArray(request['concerns'])) return [];
  const concerns = request['concerns'];
  const asked = listIn(request, 'visualizations').filter(isMap);
  const roles = asked.map(({ kind, concern }) => `${kind}.${concern}`);
  const demand = (
    rule: string,
    name: string,
    isFine: (output: Record<string, unknown>) => boolean,
    expected: string,
  ): Demand => ({
    rule,
    because: [id],
    check: ({ body }) => {
      const output = isMap(body) ? body['output'] : undefined;
      if (!isMap(output) || output['type'] !== 'skin.analysis' || isFine(output)) return null;
      return { pointer: `/body/output/${name}`, expected, seen: output[name] ?? null };
    },
  });
  const shown = (output: Record<string, unknown>, name: string, member: string) =>
    listIn(output, name).map((one) => String(isMap(one) ? one[member] : one));
  return [
    demand(
      'SKIN-ALL-REQUESTED',
      'concerns',
      (output) => isDeepStrictEqual(shown(output, 'concerns', 'concern').sort(), concerns.map(String).sort()),
      `each of ${concerns.join(', ')} once`,
    ),
    demand(
      'SKIN-VIS-ONLY-ASKED',
      'visualizations',
      (output) => shown(output, 'visualizations', 'role').every((role) => roles.includes(role)),
      `only ${roles.join(', ') || 'none'}`,
    ),
    demand(
      'SKIN-VIS-ALL-ASKED',
      'visualizations',
      (output) => {
        const measured = listIn(output, 'concerns').filter((one) => isMap(one) && one['status'] === 'measured');
        const names = measured.map((one) => (isMap(one) ? String(one['concern']) : ''));
        const wanted = roles.filter((role) => names.some((name) => role.endsWith(`.${name}`)));
        return wanted.every((role) => shown(output, 'visualizations', 'role').includes(role));
      },
      `each of ${roles.join(', ')} whose concern was measured`,
    ),
  ];
}

/** Spec 4.3: the body and the ETag of a cancel are those of the next read; a cancelled job moves on no more. */
function afterCancel({ id, view }: Sight, { cancels }: Kept): Demand[] {
  const before = cancels.get(id);
  if (before === undefined || view.status !== 200) return [];
  const because = [id];
  return [
    {
      rule: 'CANCEL-BODY',
      because,
      check: ({ body }) =>
        isDeepStrictEqual(body, before.body)
          ? null
          : { pointer: '/body', expected: 'the Job that its cancel answered', seen: body },
    },
    {
      rule: 'CANCEL-ETAG',
      because,
      check: ({ header }) => {
        const [expected, seen] = [before.header['etag'], header['etag']];
        return expected === undefined || expected === seen
          ? null
          : { pointer: '/header/etag', expected: `${expected}, as its cancel had`, seen: seen ?? null };
      },
    },
  ];
}

/** Reading 12: the shape is open, so its text is looked at: the jobs of the caller, newest first. */
function ofList({ view, owner, key, passed }: Sight, world: World): Demand[] {
  const { url } = view.request;
  const { text } = view;
  if (url.includes('?') || owner === null || view.status !== 200 || text === null) return [];
  const own = [...world.things.values()].filter(
    (one) => one.kind === 'job' && one.owner === owner && one.by === key && one.made !== null && !one.isUnsure,
  );
  const recent = own.filter((one) => !isGone(one, world) && passed - one.shown.passed < 60_000);
  const at = (id: string) => text.indexOf(`"${id}"`);
  const isWhole = own.length <= 5 && !text.includes('"has_more":true');
  const missing = isWhole ? recent.filter(({ id }) => at(id) === -1) : [];
  const createdAt = ({ made }: Thing) => Date.parse(String(isMap(made?.body) ? made.body['created_at'] : ''));
  const listed = own.filter(({ id }) => at(id) !== -1).sort((one, other) => at(one.id) - at(other.id));
  const wrong = listed.find((one, index) => {
    const before = listed[index - 1];
    return before !== undefined && createdAt(one) > createdAt(before);
  });
  return [
    ...missing.map(({ id }) => failing('JOBS-LIST-OWN', id, `${id}, which the caller submitted`, null)),
    ...(wrong === undefined ? [] : [failing('JOBS-LIST-ORDER', wrong.id, 'the newest job first', wrong.id)]),
  ];
}

function keep(sight: Sight, kept: Kept): void {
  const { route, view, id } = sight;
  if (route === 'submit' || route === 'submit-hair') keepPlan(sight, kept);
  if (route === 'job' && view.status === 200) kept.cancels.delete(id);
  if (route === 'cancel') keepCancel(sight, kept);
}

function keepPlan({ view, key, isConcurrent }: Sight, { next, planned }: Kept): void {
  const stage = next.get(key);
  if (view.status !== 202 || !isMap(view.body)) return;
  next.delete(key);
  if (stage !== undefined && !isConcurrent) planned.set(String(view.body['id']), stage);
}

function keepCancel({ view, id, isConcurrent }: Sight, kept: Kept): void {
  const held = kept.held.get(id);
  kept.cancels.delete(id);
  const isCancelled = view.status === 200 && isMap(view.body) && view.body['status'] === 'cancelled';
  if (isCancelled && !isConcurrent) kept.cancels.set(id, view);
  if (held === undefined || view.status === null || view.status >= 300) return;
  held.cancelled = true;
  if (isConcurrent || view.status !== 202 || held.stage === 'queued') return;
  kept.ends.set(id, held.stage === 'processing' ? 'run on' : 'cancelled');
}

const STAGES: readonly string[] = ['queued', 'picked_up', 'preparing', 'processing'];

function drive(call: string, given: Readonly<Record<string, unknown>>, kept: Kept): void {
  const job = String(given['job'] ?? '');
  switch (call) {
    case 'jobs.script':
      notePlan(given, kept);
      return;
    case 'jobs.forget':
      kept.next.clear();
      return;
    case 'jobs.await_hold': {
      const stage = kept.planned.get(job);
      if (stage !== undefined) kept.held.set(job, { stage, cancelled: false });
      return;
    }
    case 'jobs.step':
    case 'jobs.release':
      kept.planned.delete(job);
      if (job === '') kept.held.clear();
      else kept.held.delete(job);
      return;
    default:
      // A held job may time out.
      if (call.startsWith('clock.')) for (const one of [kept.held, kept.planned, kept.ends]) one.clear();
      return;
  }
}

function notePlan({ next, key }: Readonly<Record<string, unknown>>, kept: Kept): void {
  const stage = isMap(next) ? next['hold_at'] : undefined;
  const submitter = String(key ?? 'primary');
  if (typeof stage === 'string' && STAGES.includes(stage)) kept.next.set(submitter, stage);
  else kept.next.delete(submitter);
}
