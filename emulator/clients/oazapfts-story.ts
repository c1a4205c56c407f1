import * as api from './generated/functions.ts';
import { bytesAtStart, type Given, type Seen, untilEnded } from './story.ts';

export async function oazapftsStory({ baseUrl, key, face }: Given): Promise<Seen> {
  Object.assign(api.defaults, { baseUrl, headers: { 'X-API-Key': key } });
  const asset = await api.uploadAsset(new Blob([face]), { headers: { 'Content-Type': 'image/png' } });
  if (asset.status !== 201) throw new Error(`the upload was refused: ${asset.data.error.message}`);

  const submit = (idempotencyKey: string) =>
    api.tryOnMakeup(idempotencyKey, {
      inputs: [{ asset_id: asset.data.id, role: 'source' }],
      products: [{ category: 'lipstick', color: '#a1304a' }],
    });
  const first = await submit('first');
  const again = await submit('first');
  const jobId = jobIn(first).id;

  const { job, polls } = await untilEnded(async () => jobIn(await api.readJob(jobId)));
  const image = job.output?.type === 'makeup.try_on' ? job.output.image : undefined;
  // If any answer of an operation is JSON, oazapfts decodes all its answers as text. So this follows the href without
  // oazapfts.
  const picture = await fetch(new URL(image?.href ?? '', baseUrl), { headers: { 'X-API-Key': key } });

  const cancel = await api.cancelJob(jobIn(await submit('second')).id);
  const jobs = await api.listJobs({ limit: 1, operation: 'makeup.apply' });
  const results = await api.listAssets({ purpose: 'result', jobId });
  const deletion = await api.deleteJob(jobId);
  const gone = await api.readJob(jobId);
  const refusal = await api.analyzeSkin('third', {
    inputs: [{ asset_id: asset.data.id, role: 'source' }],
    // @ts-expect-error: the types know the concerns.
    concerns: ['beauty'],
  });

  return {
    uploaded: asset.data.media_type,
    submitted: { status: first.status, job: jobId, retryAfter: first.headers.get('Retry-After') },
    replayed: {
      status: again.status,
      sameJob: jobIn(again).id === jobId,
      header: again.headers.get('Idempotency-Replayed'),
    },
    ended: { status: job.status, type: job.output?.type, polls },
    downloaded: bytesAtStart(await picture.arrayBuffer()),
    listed: {
      jobs: jobs.status === 200 ? jobs.data.data.length : 0,
      hasMore: jobs.status === 200 && jobs.data.has_more,
      results: results.status === 200 ? results.data.data.map(({ purpose }) => purpose) : [],
    },
    cancelled: { status: cancel.status, job: jobIn(cancel).status },
    deleted: { status: deletion.status, after: gone.status === 404 ? gone.data.error.code : '' },
    refused: {
      status: refusal.status,
      code: refusal.status === 400 ? refusal.data.error.code : '',
      path: refusal.status === 400 ? refusal.data.error.details?.fields?.[0]?.path : undefined,
    },
  };
}

type Answer = { status: number; data?: api.Job | api.ErrorResponse };

function jobIn({ status, data }: Answer): api.Job {
  if (data !== undefined && 'id' in data) return data;
  throw new Error(`no job came with the ${status}: ${data?.error?.message}`);
}
