import type { Job } from '../../domain/job.ts';
import { ControlRefusal } from '../../domain/test-control/control-refusal.ts';
import { mediaTypeOf } from '../../domain/values/media-type-of.ts';
import { toIso } from '../../domain/values/time.ts';
import type { WorldHost } from '../../runtime/world-host.ts';
import { reportOf, requireJob } from '../job-control.ts';
import type { JobStory } from './shapes.ts';

export function jobStory(host: WorldHost, id: string): JobStory {
  const job = requireJob(host, id);
  return {
    ...reportOf(job),
    body: JSON.parse(job.view.json),
    etag: job.view.etag,
    idempotency_key: job.idempotencyKey,
    pictures: picturesOf(host, job).map(({ digest: _, ...picture }) => picture),
    stages: job.stages,
    stage_since: toIso(job.stageSince),
    hold_at: job.holdAt,
    decided_by: { by: job.decidedBy ?? 'input', plan: job.plan ?? null },
    outcome: job.decidedBy === 'cancel' ? null : job.outcome,
    charge: job.charge,
  };
}

export function pictureOf(host: WorldHost, id: string, name: string): { bytes: Uint8Array; mediaType: string } {
  const picture = picturesOf(host, requireJob(host, id)).find((one) => one.name === name);
  const bytes = picture && host.ports.blobs.get(picture.digest);
  if (picture === undefined || bytes === undefined)
    throw new ControlRefusal(404, `the job ${id} has no picture ${name}, or it was deleted`);
  return { bytes, mediaType: picture.media_type ?? mediaTypeOf(bytes) ?? 'application/octet-stream' };
}

function picturesOf({ world }: WorldHost, { snapshot, results, output }: Job) {
  const inputs = (snapshot ?? []).map(({ role, digest, width, height }) => ({
    name: role as string,
    role: role as string,
    media_type: null,
    width,
    height,
    digest,
  }));
  const bodies = output === null ? [] : output.type === 'skin.analysis' ? output.visualizations : [output.image];
  const outputs = results.flatMap((id) => {
    const asset = world.state.assets.get(id);
    if (asset === undefined) return [];
    const { mediaType, width, height, digest } = asset;
    const role = bodies.find((body) => body.id === id)?.role ?? 'image';
    return [{ name: id, role, media_type: mediaType, width, height, digest }];
  });
  return [...inputs, ...outputs];
}
