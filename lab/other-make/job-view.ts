import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';
import { unknownFields } from './assets.ts';
import { membersBy } from './habits.ts';
import { type Job, now, stamp, type World } from './world.ts';

const HALF_AN_HOUR = 1_800_000;

/** Whether the retention of a job has passed. A deleted job is remembered permanently. */
export function isGone(world: World, { stage, expires, isDeleted }: Job): boolean {
  return stage === 'ended' && !isDeleted && (expires ?? 0) <= now(world);
}

/** The Job as shown by all routes and events. */
export function jobView(world: World, job: Job): Record<string, unknown> {
  const { breaks, choice } = world;
  const time = (value: number | null) => (value === null ? null : stamp(world, value));
  const isRefreshed = job.status === 'running' && choice('updated_at') === 'every_read_while_running';
  const updated = stamp(world, isRefreshed ? now(world) : job.updated);
  const hasError = job.environment === 'live' || !breaks('a failed test job has no error');
  const noError = job.status === 'succeeded' && breaks('an error that is empty') ? {} : null;
  const isOld = job.completed !== null && now(world) - job.completed > HALF_AN_HOUR;
  const isAltered = isOld && job.output !== null && breaks('an output gets older');
  return {
    status: job.status,
    id: job.id,
    output: isAltered ? { ...job.output, from_archive: true } : job.output,
    error: hasError ? (job.error ?? noError) : null,
    operation: job.operation,
    inputs: inputsOf(world, job).map((input) => ({ ...input, ...unknownFields(world) })),
    completed_at: time(isDatedEarly(world, job) ? job.updated : job.completed),
    created_at: time(job.created),
    updated_at: breaks('local time') ? updated.replace('Z', '+01:00') : updated,
    expires_at: time(job.expires),
    ...(choice('livemode') !== 'never' && { livemode: isLive(world, job) }),
    ...membersBy(world, 'job_progress'),
    ...unknownFields(world),
  };
}

function inputsOf(world: World, { body }: Job): { asset_id: string | null; role: string }[] {
  const isErased = (id: string) => world.assets.get(id)?.bytes === null;
  if (world.breaks('a deleted input is not named by its job'))
    return body.inputs.map(({ asset_id, role }) => ({ asset_id: isErased(asset_id) ? null : asset_id, role }));
  if (!world.breaks('an expired input leaves its job')) return body.inputs;
  return body.inputs.filter(({ asset_id }) => (world.assets.get(asset_id)?.expires ?? 0) > now(world));
}

function isDatedEarly({ breaks }: World, { stage, wantsCancel }: Job): boolean {
  return wantsCancel && stage !== 'ended' && breaks('a deferred cancel dates the end at once');
}

function isLive({ breaks }: World, { environment, status }: Job): boolean {
  return environment === 'live' || (status === 'cancelled' && breaks('a cancelled test job is live'));
}

/** The Job, with the ETag of its body. */
export function jobAnswer(world: World, job: Job, status: number): Answer & { headers: Record<string, string> } {
  const body = jobView(world, job);
  return { status, headers: { etag: tagOf(world, job, body) }, body };
}

function tagOf({ choice, breaks }: World, { id, output, status }: Job, body: Record<string, unknown>): string {
  const isKept = (status === 'queued' || status === 'cancelled') && breaks('a cancel keeps the tag');
  const shown = breaks('the tag stays while the job runs') || isKept ? [id, output] : body;
  const digest = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 20);
  return `${choice('job_etag') === 'weak' ? 'W/' : ''}"${digest}"`;
}
