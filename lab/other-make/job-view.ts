import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';
import { unknownFields } from './assets.ts';
import { type Job, now, stamp, type World } from './world.ts';

const HALF_AN_HOUR = 1_800_000;

/** Whether its retention has passed; what was deleted leaves its mark for good. */
export function isGone(world: World, { stage, expires, isDeleted }: Job): boolean {
  return stage === 'ended' && !isDeleted && (expires ?? 0) <= now(world);
}

/** The Job as every route and every event shows it. */
export function jobView(world: World, job: Job): Record<string, unknown> {
  const { breaks } = world;
  const time = (value: number | null) => (value === null ? null : stamp(world, value));
  const isUnended = job.status === 'cancelled' && breaks('a cancelled job has no end');
  return {
    status: job.status,
    id: job.id,
    output: outputShown(world, job),
    error: job.error ?? (breaks('an error that is empty') && job.status === 'succeeded' ? {} : null),
    operation: job.operation,
    inputs: job.body.inputs.map((input) => ({ ...input, ...unknownFields(world) })),
    completed_at: isUnended ? null : time(job.completed),
    created_at: time(job.created),
    updated_at: updatedAt(world, job),
    expires_at: time(job.expires),
    ...(world.choice('livemode') !== 'never' && {
      livemode: job.environment === 'live' || breaks('test jobs are live'),
    }),
    ...unknownFields(world),
  };
}

/** What it was when the job ended, for good. */
function outputShown(world: World, { output, completed }: Job): unknown {
  const isOld = completed !== null && now(world) - completed > HALF_AN_HOUR;
  return isOld && output !== null && world.breaks('an output gets older') ? { ...output, from_archive: true } : output;
}

function updatedAt(world: World, { status, updated }: Job): string {
  const isAtWork = status === 'running' && world.choice('updated_at') === 'every_read_while_running';
  const text = stamp(world, isAtWork ? now(world) : updated);
  return world.breaks('local time') ? text.replace('Z', '+01:00') : text;
}

/** The Job with the ETag of its body. */
export function jobAnswer(world: World, job: Job, status: number): Answer & { headers: Record<string, string> } {
  const body = jobView(world, job);
  return { status, headers: { etag: tagOf(world, job, body) }, body };
}

function tagOf({ choice, breaks }: World, { id, output, status }: Job, body: Record<string, unknown>): string {
  const isKept = (status === 'queued' || status === 'cancelled') && breaks('a cancel keeps the tag');
  const shown = breaks('the tag stays while the job runs') || isKept ? [id, output] : body;
  const digest = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 20);
  const suffix = breaks('each answer has its tag') ? `.${Math.random()}` : '';
  return `${choice('job_etag') === 'weak' ? 'W/' : ''}"${digest}${suffix}"`;
}
