import { assetPath, jobPath } from '../../../target/routes.ts';
import { type Place, unknownIdLike } from '../place.ts';
import {
  HAIR,
  HAIR_FORMS,
  MAKEUP,
  makeup,
  padded,
  SKIN,
  skin,
  source,
  submit,
  submitted,
  uploaded,
} from '../requests.ts';

/** Tests what a key may do, and how the server answers on paths that are not operations. */
export async function access(place: Place): Promise<void> {
  await unusableKeys(place);
  await paths(place);
  await strangers(place);
}

async function unusableKeys(place: Place): Promise<void> {
  const [usage, job] = ['GET /v1/usage', `GET ${jobPath('job_unknown')}`];
  await place.ask('access/no key', usage, { key: null });
  await place.ask('access/no key, a job', job, { key: null });
  await place.ask('access/unknown key', usage, { key: null, headers: { 'X-API-Key': 'pk_test_no_such_key_0000' } });
  await place.ask('access/key in the query', `${usage}?api_key=none`, { key: null });
  for (const role of ['revoked', 'expired', 'outside'])
    if (place.has(role)) await place.ask(`access/${role} key`, usage, { key: role });
  await place.ask('access/upload without a key', 'POST /v1/assets', {
    key: null,
    headers: { 'Content-Type': 'image/png' },
    body: place.picture('face').bytes,
  });
  const origin = { Origin: 'https://elsewhere.example' };
  await place.ask('access/another origin', usage, { headers: origin });
  await place.ask('access/preflight', 'OPTIONS /v1/usage', {
    key: null,
    headers: { ...origin, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'x-api-key' },
  });
}

async function paths(place: Place): Promise<void> {
  await place.ask('paths/unknown', 'GET /v1/no-such-path');
  await place.ask('paths/unknown, POST', 'POST /v1/no-such-path', { body: {} });
  await place.ask('paths/unknown without a key', 'GET /v1/no-such-path', { key: null });
  await place.ask('paths/outside', 'GET /no-such-path');
  await place.ask('paths/root', 'GET /');
  for (const line of ['PUT /v1/usage', 'DELETE /v1/usage', 'POST /v1/usage', 'PATCH /v1/jobs/job_unknown'])
    await place.ask(`paths/wrong method, ${line}`, line);
  await place.ask('paths/wrong method without a key', 'PUT /v1/usage', { key: null });
  await place.ask('paths/OPTIONS', 'OPTIONS /v1/usage');
  for (const path of ['/v1/usage', '/v1/credits/balance', '/v1/jobs', '/v1/jobs/job_unknown', '/v1/no-such-path'])
    await place.ask(`paths/HEAD ${path}`, `HEAD ${path}`);
  for (const path of ['/v1/usage/', '/v1/jobs/', '/v1/assets/', '/v1/credits/balance/'])
    await place.ask(`paths/trailing slash, ${path}`, `GET ${path}`);
  for (const [method, path] of [
    ['GET', '/v1/jobs/nothing-like-an-id'],
    ['DELETE', '/v1/jobs/nothing-like-an-id'],
    ['POST', '/v1/jobs/nothing-like-an-id/cancel'],
    ['GET', '/v1/assets/nothing-like-an-id'],
    ['DELETE', '/v1/assets/nothing-like-an-id'],
    ['GET', '/v1/assets/nothing-like-an-id/content'],
  ])
    await place.ask(`paths/malformed id, ${method} ${path}`, `${method} ${path}`);
  await place.ask('paths/unknown parameter', 'GET /v1/credits/balance?surprise=1', { named: 'surprise' });
  await place.ask('paths/unknown parameter of a job', 'GET /v1/jobs/job_unknown?surprise=1', { named: 'surprise' });
  await place.ask('paths/gzip', 'GET /v1/usage', { headers: { 'Accept-Encoding': 'gzip' } });
}

/** Tests what one key may do with resources that another key created. */
async function strangers(place: Place): Promise<void> {
  const asset = await uploaded(place);
  const unknown = unknownIdLike(asset);
  await place.ask('strangers/unknown asset', `GET ${assetPath(unknown)}`);
  await place.ask('strangers/delete an unknown asset', `DELETE ${assetPath(unknown)}`);
  await place.ask('strangers/content of an unknown asset', `GET ${assetPath(unknown)}/content`);
  await submit(place, 'strangers/submit an unknown asset', SKIN, skin(unknown));
  for (const role of ['other_account', 'other_env', 'second']) {
    if (!place.has(role)) continue;
    const key = { key: role };
    await place.ask(`strangers/asset, by ${role}`, `GET ${assetPath(asset)}`, key);
    await place.ask(`strangers/content, by ${role}`, `GET ${assetPath(asset)}/content`, key);
    if (role !== 'second') await submit(place, `strangers/submit, by ${role}`, SKIN, skin(asset), key);
  }
  if (place.has('no_scope')) await withoutScope(place, asset);
  if (place.has('no_skin'))
    await submit(
      place,
      'strangers/hair.apply',
      HAIR,
      { ...source(asset), ...HAIR_FORMS['color_gradient'] },
      { key: 'no_skin' },
    );
  const { id: job } = await submitted(place, 'strange', skin(asset));
  await place.ask('strangers/unknown job', `GET ${jobPath(unknownIdLike(job))}`);
  for (const role of ['other_account', 'other_env', 'no_scope'].filter(place.has)) {
    await place.ask(`strangers/job, by ${role}`, `GET ${jobPath(job)}`, { key: role });
    await place.ask(`strangers/delete, by ${role}`, `DELETE ${jobPath(job)}`, { key: role });
    await place.ask(`strangers/cancel, by ${role}`, `POST ${jobPath(job)}/cancel`, { key: role });
  }
  if (!place.has('other_account') || !place.has('no_scope')) return;
  const foreign = await uploaded(place, 'face', 'other_account');
  const { id } = await submitted(place, 'foreign', skin(foreign), 'other_account');
  await place.ask('strangers/foreign cancel without a scope', `POST ${jobPath(id)}/cancel`, { key: 'no_scope' });
}

async function withoutScope(place: Place, asset: string): Promise<void> {
  await submit(place, 'strangers/no scope', SKIN, skin(asset), { key: 'no_scope' });
  await submit(place, 'strangers/no scope and a wrong body', SKIN, { ...source(asset) }, { key: 'no_scope' });
  await submit(place, 'strangers/no scope, unknown asset', MAKEUP, makeup(unknownIdLike(asset), place), {
    key: 'no_scope',
  });
  await place.ask('strangers/no scope and a huge body', SKIN, {
    key: 'no_scope',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': place.uuid('huge') },
    body: padded(skin(asset), 5_000_000),
  });
}

/** Uses an account with no operation enabled, and a key that has the hair scope under its other name. */
export async function restricted(place: Place): Promise<void> {
  for (const line of ['GET /v1/assets', 'GET /v1/jobs', 'GET /v1/credits/balance', 'POST /v1/jobs/job_unknown/cancel'])
    await place.ask(`off/${line}`, line);
  if (place.has('outside')) await place.ask('off/and from elsewhere', 'GET /v1/assets', { key: 'outside' });
  await place.ask('off/DELETE a job', 'DELETE /v1/jobs/job_unknown');
  const asset = await uploaded(place);
  await place.ask('off/DELETE an asset', `DELETE ${assetPath(asset)}`);
  const body = { ...source(asset), ...HAIR_FORMS['color_gradient'] };
  if (place.has('second')) await submit(place, 'off/hair.try_on', HAIR, body, { key: 'second' });
}
