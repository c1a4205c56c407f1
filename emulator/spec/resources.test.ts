import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { emulatorFor, REQUESTS } from '../testing/client.ts';
import { FORMATS, picture } from '../testing/pictures/pictures.ts';
import { skin as askFor, each, given, itShows, output } from '../testing/play.ts';
import { finishedJob, LIVE, UNTIL } from '../testing/steps.ts';

/** The schemas with which the kit grades a server, in a closed form: an unknown field is an error here. */
const SCHEMAS = new URL('../../scenarios/schemas/', import.meta.url);
const ajv = new Ajv2020({ strict: false, allErrors: true });
for (const file of readdirSync(SCHEMAS)) {
  const schema = parse(readFileSync(new URL(file, SCHEMAS), 'utf8'));
  // The fields are in the outputs of the products, to which this schema refers.
  ajv.addSchema(file === 'job-output.yaml' ? schema : closed(schema), file);
}

// biome-ignore lint/suspicious/noExplicitAny: a schema has any shape
function closed(node: any): any {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([name, value]) => [name, closed(value)]);
  const isClosed = 'properties' in node && 'type' in node && node.type === 'object';
  return { ...(isClosed && { additionalProperties: false }), ...Object.fromEntries(entries) };
}

const { skin, makeup, hair, jobs, bodies } = await everything();

/** Each resource in each state that it can have. */
async function everything() {
  const { emulator, client } = await emulatorFor();
  const uploads = await Promise.all(
    FORMATS.map(async (format) => client.upload({ body: await picture(format), type: `image/${format}` })),
  );
  const concerns = parse(readFileSync(new URL('skin-concern.yaml', SCHEMAS), 'utf8')).properties.concern.enum;
  const visualizations = ['mask.acne', 'visual.acne', 'visual.pore'].map((role) => {
    const [kind, concern] = role.split('.');
    return { kind, concern };
  });
  const inputs = [{ asset_id: (await client.upload()).body.id, role: 'source' }];
  const unavailable = { pore: 'not_measured', tear_trough: 'not_measurable' } as const;
  emulator.plans.add({ outcome: { status: 'succeeded', unavailable } });
  const accepted = [await client.submit('/v1/skin/analyses', { inputs, concerns, visualizations })];
  for (const operation of ['makeup.apply', 'hair.try_on'] as const) accepted.push(await client.submitOn(operation));
  for (const code of ['INPUT_UNPROCESSABLE', 'INPUT_EXPIRED', 'PROCESSING_FAILED'] as const) {
    emulator.plans.add({ outcome: { status: 'failed', code } });
    await client.submitOn('skin.analyze');
  }
  const cancelled = await client.submitOn('skin.analyze');
  await client.call('POST', `/v1/jobs/${cancelled.body.id}/cancel`);
  const jobs = (await client.get('/v1/jobs')).body.data;
  for (const moment of [UNTIL.processing, UNTIL.ended]) {
    await emulator.clock.advance(moment);
    jobs.push(...(await client.get('/v1/jobs')).body.data);
  }
  const [skin, makeup, hair] = (await Promise.all(accepted.map(({ body }) => client.get(`/v1/jobs/${body.id}`)))).map(
    ({ body }) => body,
  );
  const list = (await client.get('/v1/assets')).body;
  const calls = ['/v1/assets?limit=0', '/v1/assets/none', '/v1/jobs/none', '/v1/none', `/v1/jobs?cursor=none`];
  const refused = await Promise.all([...calls.map((path) => client.get(path)), client.get('/v1/usage', { key: null })]);
  const bodies: Record<string, unknown[]> = {
    asset: [...uploads.map(({ body }) => body), ...list.data],
    'asset-list': [list],
    job: jobs,
    balance: [(await client.get('/v1/credits/balance', { key: LIVE })).body],
    error: refused.map(({ body }) => body),
  };
  return { skin, makeup, hair, jobs, bodies };
}

describe('2 resources', () => {
  it.each(Object.entries(bodies))('%s: has the fields of its schema and no others', (name, specimens) => {
    const validate = ajv.getSchema(`${name}.yaml`);
    for (const specimen of specimens) {
      expect([validate?.(specimen), ajv.errorsText(validate?.errors), specimen]).toEqual([true, 'No errors', specimen]);
    }
  });

  it('include each state', () => {
    const statuses = jobs.map((job: { status: string }) => job.status);
    expect(new Set(statuses)).toEqual(new Set(['queued', 'running', 'succeeded', 'failed', 'cancelled']));
    const codes = jobs.flatMap(({ error }: { error: { code: string } | null }) => error?.code ?? []);
    expect(new Set(codes)).toEqual(new Set(['INPUT_UNPROCESSABLE', 'INPUT_EXPIRED', 'PROCESSING_FAILED']));
  });

  it('have null for the fields that a job does not have yet', () => {
    for (const { status, output, error, completed_at, expires_at } of jobs) {
      expect([output === null, error === null]).toEqual([status !== 'succeeded', status !== 'failed']);
      const isOpen = ['queued', 'running'].includes(status);
      expect([completed_at === null, expires_at === null]).toEqual([isOpen, isOpen]);
    }
  });

  it('show the hair mask as an input with its own role', async () => {
    const { client } = await emulatorFor();
    const inputs = [
      { asset_id: (await client.upload()).body.id, role: 'source' },
      { asset_id: (await client.upload()).body.id, role: 'hair_mask' },
    ];
    const { path, body } = REQUESTS['hair.try_on'];
    expect((await client.submit(path, { inputs, ...body })).body.inputs).toEqual(inputs);
  });

  it('show the same asset in the answer to the upload, in a read and in a list', async () => {
    const { client } = await emulatorFor();
    const { body } = await client.upload();
    expect((await client.get(`/v1/assets/${body.id}`)).body).toEqual(body);
    expect((await client.get('/v1/assets')).body.data).toEqual([body]);
  });
});

/** Whether a job and its assets are live; undefined if they do not say. */
const livemodes = (who: string) =>
  given(
    [`makeup as ${who}`, '4s'],
    each(({ body }) => (body.data?.[0] ?? body).livemode, `GET /v1/jobs/{job} as ${who}`, `GET /v1/assets as ${who}`),
  );
const SOLO = { accounts: [{ name: 'solo', keys: [{ secret: 'pk_live_demo' }] }] };

describe('2.1 and 2.2 livemode', () => {
  itShows([
    ['is true on what a live key makes', livemodes('live'), [true, true]],
    ['is false on what a test key makes', livemodes('test'), [false, false]],
    ['is absent for an account without a test key', livemodes('live'), [undefined, undefined], SOLO],
  ]);
});

describe('2.3 ResultAsset', () => {
  it('has the href of its own id, expires with its job and agrees with the Asset', async () => {
    const { emulator, client } = await emulatorFor();
    const job = (await finishedJob({ emulator, client }, 'makeup.apply')).body;
    const { href, role, ...shared } = job.output.image;
    expect(href).toBe(`/v1/assets/${shared.id}/content`);
    expect(shared.expires_at).toBe(job.expires_at);
    expect((await client.get(`/v1/assets/${shared.id}`)).body).toMatchObject({ ...shared, purpose: 'result' });
  });

  it('exists with its role for each visualization of a measured concern', () => {
    expect(skin.output.visualizations.map(({ role }: { role: string }) => role)).toEqual(['mask.acne', 'visual.acne']);
    expect([makeup.output.image.role, hair.output.image.role]).toEqual(['image', 'image']);
  });
});

describe('2.3 outputs', () => {
  it('have a reason and no score for an unavailable concern', () => {
    const unavailable = skin.output.concerns.filter(({ score }: { score: number | null }) => score === null);
    expect(unavailable).toEqual([
      { concern: 'pore', score: null, status: 'unavailable', unavailable_reason: 'not_measured' },
      { concern: 'tear_trough', score: null, status: 'unavailable', unavailable_reason: 'not_measurable' },
    ]);
  });

  it('have scores from 0 to 100 with one decimal', () => {
    const scores = skin.output.concerns.flatMap(({ score }: { score: number | null }) => score ?? []);
    expect(scores).toHaveLength(10);
    for (const score of scores) expect(String(score)).toMatch(/^(?:100|\d{1,2})(?:\.\d)?$/);
  });

  itShows([
    [
      'have the requested concerns only, and no pictures where none were asked for',
      output(
        ({ concerns, visualizations }) => [concerns.map(({ concern }: { concern: string }) => concern), visualizations],
        askFor({ concerns: ['acne', 'pore'], visualizations: undefined }),
      ),
      [['acne', 'pore'], []],
    ],
  ]);

  it('are the same for the same face, however long processing took', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ stages: { processing: '25h' } });
    const [slow, quick] = [await client.submitOn('skin.analyze'), await client.submitOn('skin.analyze')];
    await emulator.clock.advance('26h');
    const [one, two] = await Promise.all([slow, quick].map(({ body }) => client.get(`/v1/jobs/${body.id}`)));
    expect(one?.body.output.concerns).toEqual(two?.body.output.concerns);
  });

  it('report which colors were applied to hair, with the default opacity', () => {
    const color_gradient = { dark: { color: '#203040', opacity: 1 }, light: { color: '#8090a0', opacity: 0.5 } };
    expect(hair.output.applied).toEqual({ color_gradient });
  });
});
