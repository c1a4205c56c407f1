import { describe, expect, it } from 'vitest';
import { type Asker, type ChoiceRow, itShowsEachChoice } from '../../testing/choices/shown-choices.ts';
import { emulatorFor, facePng } from '../../testing/client.ts';
import { UNTIL } from '../../testing/steps.ts';

const NO_SCOPE = { accounts: [{ name: 'demo', keys: [{ secret: 'pk_test_demo', scopes: [] }] }] };
const POOR = { accounts: [{ name: 'demo', keys: [{ secret: 'pk_live_demo' }], credits: { granted: 0 } }] };
const FULL = { admission_per_minute: 0 };
const LIVE = { key: 'pk_live_demo' };
const LIPSTICK = { category: 'lipstick', color: '#a1304a' };
const MASK = { concern: 'acne', kind: 'mask' };

const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status;
const codeOf = async (reply: Promise<{ body: { error: { code: string } } }>) => (await reply).body.error.code;

/** The output of a job when it has come to its end; the status where it was refused. */
async function outputOf({ emulator, client }: Asker, submitted: ReturnType<Asker['skin']>) {
  const { status, body } = await submitted;
  if (status !== 202) return status;
  await emulator.clock.advance(UNTIL.ended);
  return (await client.get(`/v1/jobs/${body.id}`)).body.output;
}

async function rolesIn(asker: Asker, visualizations: object[]) {
  const output = await outputOf(asker, asker.skin({ concerns: ['acne'], visualizations }));
  return output.visualizations?.map(({ role }: { role: string }) => role) ?? output;
}

async function resultOf(asker: Asker): Promise<string> {
  return (await outputOf(asker, asker.makeup())).image.id;
}

async function locationOf({ skin, emulator }: Asker) {
  const reply = await skin({}, { headers: { host: 'faces.local:80' } });
  expect(emulator.url).not.toContain('faces.local');
  return reply.headers.get('location')?.replace(/job_\w+/, 'ID');
}

const colored = (color: string) => (asker: Asker) => statusOf(asker.makeup({ products: [{ ...LIPSTICK, color }] }));
const dressed =
  (...products: object[]) =>
  (asker: Asker) =>
    statusOf(asker.makeup({ products: products.map((product) => ({ ...LIPSTICK, ...product })) }));
const located = (choice: string, chosen: string, base: 'none' | 'two_segments' = 'none'): ChoiceRow => ({
  choice,
  asks: base === 'none' ? locationOf : ({ client }) => locationBelow(client),
  usual: '/v1/jobs/ID',
  chosen,
  and: { readings: { base_path: base } },
});

async function locationBelow(client: Asker['client']) {
  const asset = await client.call('POST', '/eu/tryon/v1/assets', {
    body: await facePng(),
    headers: { 'Content-Type': 'image/png' },
  });
  const json = { inputs: [{ asset_id: asset.body.id, role: 'source' }], products: [LIPSTICK] };
  const reply = await client.submit('/eu/tryon/v1/makeup/try-ons', json);
  return reply.headers.get('location')?.replace(/job_\w+/, 'ID');
}

describe('a choice of what a submission may be', () => {
  itShowsEachChoice('submissions', {
    submit_max_bytes: { choice: 100, asks: ({ skin }) => statusOf(skin()), usual: 202, chosen: 413 },
    unknown_body_fields: { choice: 'ignore', asks: ({ skin }) => statusOf(skin({ more: 1 })), usual: 400, chosen: 202 },
    optional_field_null: [
      { choice: 'as_absent', asks: dressed({ opacity: null }), usual: 400, chosen: 202 },
      { choice: 'as_absent', asks: ({ skin }) => statusOf(skin({ visualizations: null })), usual: 400, chosen: 202 },
    ],
    submit_content_type: [
      { choice: 415, asks: ({ skin }) => statusOf(skin({}, TEXT)), usual: 400, chosen: 415 },
      { choice: 'accept', asks: ({ skin }) => statusOf(skin({}, TEXT)), usual: 400, chosen: 202 },
    ],
    submit_type_parameters: {
      choice: 'refuse',
      asks: ({ skin }) => statusOf(skin({}, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })),
      usual: 202,
      chosen: 400,
    },
    two_inputs: {
      choice: 'use_first',
      asks: async ({ skin, face, client }) => {
        const { body: other } = await client.upload();
        const inputs = [face, other.id].map((asset_id) => ({ asset_id, role: 'source' }));
        const { status, body } = await skin({ inputs });
        return status === 202 ? body.inputs.length : status;
      },
      usual: 400,
      chosen: 1,
    },
    result_as_input: [
      {
        choice: 'not_found',
        asks: async (asker) => codeOf(asker.skin({}, { input: await resultOf(asker) })),
        usual: 'INVALID_REQUEST',
        chosen: 'ASSET_NOT_FOUND',
      },
      {
        choice: 'accept',
        asks: async (asker) => statusOf(asker.skin({}, { input: await resultOf(asker) })),
        usual: 400,
        chosen: 202,
      },
    ],
    no_concerns: {
      choice: 'accept',
      asks: async (asker) => {
        const output = await outputOf(asker, asker.skin({ concerns: [], visualizations: [] }));
        return output.concerns ?? output;
      },
      usual: 400,
      chosen: [],
    },
    visualization_of_other_concern: [
      {
        choice: 'leave_out',
        asks: (asker) => rolesIn(asker, [MASK, { concern: 'pore', kind: 'mask' }]),
        usual: 400,
        chosen: ['mask.acne'],
      },
      {
        choice: 'draw',
        asks: (asker) => rolesIn(asker, [MASK, { concern: 'pore', kind: 'mask' }]),
        usual: 400,
        chosen: ['mask.acne', 'mask.pore'],
      },
    ],
    repeated_visualization: [
      { choice: 'draw_once', asks: (asker) => rolesIn(asker, [MASK, MASK]), usual: 400, chosen: ['mask.acne'] },
      {
        choice: 'draw_twice',
        asks: (asker) => rolesIn(asker, [MASK, MASK]),
        usual: 400,
        chosen: ['mask.acne', 'mask.acne'],
      },
    ],
    no_products: {
      choice: 'accept',
      asks: async (asker) => {
        const output = await outputOf(asker, asker.makeup({ products: [] }));
        return output.type ?? output;
      },
      usual: 400,
      chosen: 'makeup.try_on',
    },
    max_products: { choice: 2, asks: dressed({}, {}, {}), usual: 202, chosen: 400 },
    repeated_category: { choice: 'refuse', asks: dressed({}, {}), usual: 202, chosen: 400 },
    color_format: [
      { choice: 'any', asks: colored('red'), usual: 400, chosen: 202 },
      { choice: 'hex_without_mark', asks: colored('a1304a'), usual: 400, chosen: 202 },
      { choice: 'hex_without_mark', asks: colored('#a1304a'), usual: 202, chosen: 400 },
      { choice: 'rgb_function', asks: colored('rgb(161, 48, 74)'), usual: 400, chosen: 202 },
    ],
    opacity_range: { choice: [0, 100], asks: dressed({ opacity: 50 }), usual: 400, chosen: 202 },
    location_form: [
      located('path_below_base_url', '/eu/tryon/v1/jobs/ID', 'two_segments'),
      located('relative', '../jobs/ID'),
      located('with_query', '/v1/jobs/ID?from=submission'),
      located('absolute', 'http://faces.local:80/v1/jobs/ID'),
      located('other_origin', 'https://api.tryon.example/v1/jobs/ID'),
    ],
    base_path: [
      { choice: 'one_segment', asks: servedBelow('/tryon'), usual: [200, 404], chosen: [404, 200] },
      { choice: 'two_segments', asks: servedBelow('/eu/tryon'), usual: [200, 404], chosen: [404, 200] },
    ],
    'check_order.scope_and_form': {
      choice: 'form_first',
      asks: ({ skin }) => statusOf(skin({ concerns: [] })),
      usual: 403,
      chosen: 400,
      and: NO_SCOPE,
    },
    'check_order.size_and_scope': {
      choice: 'size_first',
      asks: ({ skin }) => statusOf(skin({ more: 'x'.repeat(70_000) })),
      usual: 403,
      chosen: 413,
      and: NO_SCOPE,
    },
    'check_order.form_and_input': {
      choice: 'input_first',
      asks: async ({ skin, client }) => [
        await statusOf(skin({ concerns: [] }, { input: 'asset_none' })),
        await statusOf(skin({ concerns: [] })),
        await statusOf(client.submit('/v1/skin/analyses', { inputs: [null, {}, { asset_id: 1 }] })),
        await statusOf(client.submit('/v1/skin/analyses', null)),
      ],
      usual: [400, 400, 400, 400],
      chosen: [404, 400, 400, 400],
    },
    'check_order.input_and_credits': {
      choice: 'credits_first',
      asks: ({ skin }) => statusOf(skin({}, { input: 'asset_none', ...LIVE })),
      usual: 404,
      chosen: 402,
      and: POOR,
    },
    'check_order.credits_and_limits': {
      choice: 'limits_first',
      asks: async ({ client }) => statusOf(client.submitOn('skin.analyze', LIVE)),
      usual: 402,
      chosen: 429,
      and: { ...POOR, readings: FULL },
    },
    'check_order.form_and_limits': {
      choice: 'limits_first',
      asks: ({ skin }) => statusOf(skin({ concerns: [] })),
      usual: 400,
      chosen: 429,
      and: { readings: FULL },
    },
  });
});

const TEXT = { headers: { 'Content-Type': 'text/plain' } };

function servedBelow(base: string) {
  return async ({ client }: Asker) => [
    await statusOf(client.get('/v1/usage')),
    await statusOf(client.get(`${base}/v1/usage`)),
  ];
}

describe('several choices of submissions', () => {
  it('refuse in one order, where a request is wrong in many ways', async () => {
    const { client } = await emulatorFor({
      ...POOR,
      readings: { ...FULL, check_order: { input_and_credits: 'credits_first', credits_and_limits: 'limits_first' } },
    });
    const json = { inputs: [{ asset_id: 'asset_none', role: 'source' }], concerns: ['acne'] };
    expect(await statusOf(client.submit('/v1/skin/analyses', json, LIVE))).toBe(429);
  });

  it('take effect in a world that runs, and a job that began before is as it was', async () => {
    const { emulator, client } = await emulatorFor();
    const { body: job } = await client.submitOn('makeup.apply');
    await emulator.readings.set({ base_path: 'one_segment', location_form: 'path_below_base_url' });
    expect((await client.get(`/tryon/v1/jobs/${job.id}`)).body.id).toBe(job.id);
    await emulator.readings.set({ base_path: 'none', color_format: 'any' });
    const { body: asset } = await client.upload();
    const json = { inputs: [{ asset_id: asset.id, role: 'source' }], products: [{ ...LIPSTICK, color: 'red' }] };
    expect(await statusOf(client.submit('/v1/makeup/try-ons', json))).toBe(202);
  });

  it('of which one takes every type and another no charset are refused', async () => {
    const { emulator } = await emulatorFor();
    const both = emulator.readings.set({ submit_content_type: 'accept', submit_type_parameters: 'refuse' });
    await expect(both).rejects.toThrow(/submit_content_type: accept makes no sense while submit_type_parameters/);
  });
});
