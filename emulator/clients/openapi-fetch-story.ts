import createClient from 'openapi-fetch';
import type { paths } from './generated/types.ts';
import { bytesAtStart, type Given, type Seen, untilEnded } from './story.ts';

export async function openapiFetchStory({ baseUrl, key, face }: Given): Promise<Seen> {
  const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } });
  const asset = await client.POST('/v1/assets', {
    body: new Blob([face]),
    bodySerializer: (body) => body,
    headers: { 'Content-Type': 'image/png' },
  });
  const { id: assetId, media_type } = there(asset.data);

  const submit = (idempotencyKey: string) =>
    client.POST('/v1/makeup/try-ons', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: { inputs: [{ asset_id: assetId, role: 'source' }], products: [{ category: 'lipstick', color: '#a1304a' }] },
    });
  const first = await submit('first');
  const again = await submit('first');
  const { id: job_id } = there(first.data);

  const read = () => client.GET('/v1/jobs/{job_id}', { params: { path: { job_id } } });
  const { job, polls } = await untilEnded(async () => there((await read()).data));
  const image = job.output?.type === 'makeup.try_on' ? job.output.image : undefined;
  const picture = await client.GET('/v1/assets/{asset_id}/content', {
    params: { path: { asset_id: there(image).id } },
    parseAs: 'arrayBuffer',
  });

  const second = await submit('second');
  const cancel = await client.POST('/v1/jobs/{job_id}/cancel', { params: { path: { job_id: second.data?.id ?? '' } } });
  const jobs = await client.GET('/v1/jobs', { params: { query: { limit: 1, operation: 'makeup.apply' } } });
  const results = await client.GET('/v1/assets', { params: { query: { purpose: 'result', job_id } } });
  const deletion = await client.DELETE('/v1/jobs/{job_id}', { params: { path: { job_id } } });
  const gone = await read();
  const refusal = await client.POST('/v1/skin/analyses', {
    params: { header: { 'Idempotency-Key': 'third' } },
    body: {
      inputs: [{ asset_id: assetId, role: 'source' }],
      // @ts-expect-error: the types know the concerns.
      concerns: ['beauty'],
    },
  });
  return {
    uploaded: media_type,
    submitted: { status: first.response.status, job: job_id, retryAfter: first.response.headers.get('Retry-After') },
    replayed: {
      status: again.response.status,
      sameJob: there(again.data).id === job_id,
      header: again.response.headers.get('Idempotency-Replayed'),
    },
    ended: { status: job.status, type: job.output?.type, polls },
    downloaded: bytesAtStart(there(picture.data)),
    listed: {
      jobs: there(jobs.data).data.length,
      hasMore: there(jobs.data).has_more,
      results: there(results.data).data.map(({ purpose }) => purpose),
    },
    cancelled: { status: cancel.response.status, job: there(cancel.data).status },
    deleted: { status: deletion.response.status, after: there(gone.error).error.code },
    refused: {
      status: refusal.response.status,
      code: there(refusal.error).error.code,
      path: there(refusal.error).error.details?.fields?.[0]?.path,
    },
  };
}

function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('an answer that should be there is not');
  return value;
}
