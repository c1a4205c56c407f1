import { describe, expect, it } from 'vitest';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import { facePng } from '../../testing/client.ts';
import {
  answers,
  given,
  last,
  makeup,
  openPlayed,
  output,
  type Played,
  type PlayedRow,
  play,
  skin,
  statuses,
} from '../../testing/play.ts';

const NO_SCOPE = { accounts: [{ name: 'demo', keys: [{ secret: 'pk_test_demo', scopes: [] }] }] };
const POOR = { accounts: [{ name: 'demo', keys: [{ secret: 'pk_live_demo' }], credits: { granted: 0 } }] };
const FULL = { readings: { admission_per_minute: 0 } };
const LIPSTICK = { category: 'lipstick', color: '#a1304a' };
const MASK = { concern: 'acne', kind: 'mask' };
const NONE = 'asset_none';

const typed = (type: string) => statuses(skin({}, { headers: { 'Content-Type': type } }));
const colored = (color: string) => statuses(makeup({ products: [{ ...LIPSTICK, color }] }));
const dressed = (...products: object[]) =>
  statuses(makeup({ products: products.map((product) => ({ ...LIPSTICK, ...product })) }));
/** The roles of the pictures of a skin analysis, or the status of its refusal. */
const drawn =
  (...visualizations: object[]) =>
  async (played: Played) => {
    const { status } = await play(played, skin({ concerns: ['acne'], visualizations }));
    const roles = output((found) => found.visualizations.map(({ role }: { role: string }) => role));
    return status === 202 ? roles(played) : status;
  };
const accepted = (step: ReturnType<typeof skin>, name: string) => async (played: Played) => {
  const { status } = await play(played, step);
  return status === 202 ? output((found) => found[name])(played) : status;
};
const twoInputs = async (played: Played) => {
  const ids = [(await played.client.upload()).body.id, (await played.client.upload()).body.id];
  const inputs = ids.map((asset_id) => ({ asset_id, role: 'source' }));
  const { status, body } = await play(played, skin({ inputs }));
  return status === 202 ? body.inputs.length : status;
};
const resultAsInput = given(['makeup', '4s'], answers(skin({}, { input: '{result}' })));
const location = last(
  ({ headers }) => headers.get('location')?.replace(/job_\w+/, 'ID'),
  skin({}, { headers: { host: 'faces.local:80' } }),
);
const locationBelow = async ({ client }: Played) => {
  const headers = { 'Content-Type': 'image/png' };
  const asset = await client.call('POST', '/eu/tryon/v1/assets', { body: await facePng(), headers });
  const json = { inputs: [{ asset_id: asset.body.id, role: 'source' }], products: [LIPSTICK] };
  const reply = await client.submit('/eu/tryon/v1/makeup/try-ons', json);
  return reply.headers.get('location')?.replace(/job_\w+/, 'ID');
};
const below = (base: string) => statuses('GET /v1/usage', `GET ${base}/v1/usage`);
const formOrInput = statuses(
  skin({ concerns: [] }, { input: NONE }),
  skin({ concerns: [] }),
  skin({ inputs: [null, {}, { asset_id: 1 }] }),
  ({ client }) => client.submit('/v1/skin/analyses', null),
);
const LIVE = { as: 'live', input: NONE } as const;

const ROWS: readonly PlayedRow[] = [
  ['submit_max_bytes', statuses('skin'), [202], { 100: [413] }],
  ['unknown_body_fields', statuses(skin({ more: 1 })), [400], { ignore: [202] }],
  ['optional_field_null', dressed({ opacity: null }), [400], { as_absent: [202] }],
  ['optional_field_null', statuses(skin({ visualizations: null })), [400], { as_absent: [202] }],
  ['submit_content_type', typed('text/plain'), [400], { 415: [415], accept: [202] }],
  ['submit_type_parameters', typed('application/json; charset=utf-8'), [202], { refuse: [400] }],
  ['two_inputs', twoInputs, 400, { use_first: 1 }],
  ['result_as_input', resultAsInput, ['400 INVALID_REQUEST'], { not_found: ['404 ASSET_NOT_FOUND'], accept: [202] }],
  ['no_concerns', accepted(skin({ concerns: [], visualizations: [] }), 'concerns'), 400, { accept: [] }],
  [
    'visualization_of_other_concern',
    drawn(MASK, { concern: 'pore', kind: 'mask' }),
    400,
    { leave_out: ['mask.acne'], draw: ['mask.acne', 'mask.pore'] },
  ],
  [
    'repeated_visualization',
    drawn(MASK, MASK),
    400,
    { draw_once: ['mask.acne'], draw_twice: ['mask.acne', 'mask.acne'] },
  ],
  ['no_products', accepted(makeup({ products: [] }), 'type'), 400, { accept: 'makeup.try_on' }],
  ['max_products', dressed({}, {}, {}), [202], { 2: [400] }],
  ['repeated_category', dressed({}, {}), [202], { refuse: [400] }],
  ['color_format', colored('red'), [400], { any: [202] }],
  ['color_format', colored('a1304a'), [400], { hex_without_mark: [202] }],
  ['color_format', colored('#a1304a'), [202], { hex_without_mark: [400] }],
  ['color_format', colored('rgb(161, 48, 74)'), [400], { rgb_function: [202] }],
  ['opacity_range', dressed({ opacity: 50 }), [400], { '[0,100]': [202] }],
  [
    'location_form',
    location,
    '/v1/jobs/ID',
    {
      relative: '../jobs/ID',
      with_query: '/v1/jobs/ID?from=submission',
      absolute: 'http://faces.local:80/v1/jobs/ID',
      other_origin: 'https://api.tryon.example/v1/jobs/ID',
    },
  ],
  [
    'location_form',
    locationBelow,
    '/v1/jobs/ID',
    { path_below_base_url: '/eu/tryon/v1/jobs/ID' },
    { readings: { base_path: 'two_segments' } },
  ],
  ['base_path', below('/tryon'), [200, 404], { one_segment: [404, 200] }],
  ['base_path', below('/eu/tryon'), [200, 404], { two_segments: [404, 200] }],
  ['check_order.scope_and_form', statuses(skin({ concerns: [] })), [403], { form_first: [400] }, NO_SCOPE],
  ['check_order.size_and_scope', statuses(skin({ more: 'x'.repeat(70_000) })), [403], { size_first: [413] }, NO_SCOPE],
  ['check_order.form_and_input', formOrInput, [400, 400, 400, 400], { input_first: [404, 400, 400, 400] }],
  ['check_order.input_and_credits', statuses(skin({}, LIVE)), [404], { credits_first: [402] }, POOR],
  ['check_order.credits_and_limits', statuses('skin as live'), [402], { limits_first: [429] }, { ...POOR, ...FULL }],
  ['check_order.form_and_limits', statuses(skin({ concerns: [] })), [400], { limits_first: [429] }, FULL],
];

describeChoices('submissions', ROWS, { open: openPlayed });

describe('several choices of submissions', () => {
  it('refuse a request with several mistakes in a fixed order', async () => {
    const check_order = { input_and_credits: 'credits_first', credits_and_limits: 'limits_first' } as const;
    const played = await openPlayed({ ...POOR, readings: { ...FULL.readings, check_order } });
    expect((await play(played, skin({}, LIVE))).status).toBe(429);
  });

  it('an earlier job can be read below a base path that is set in a running world', async () => {
    const played = await openPlayed();
    await play(played, 'makeup');
    await played.emulator.readings.set({ base_path: 'one_segment', location_form: 'path_below_base_url' });
    expect((await play(played, 'GET /tryon/v1/jobs/{job}')).body.id).toBe(played.job.id);
  });

  it('are refused if one accepts every type and another no charset', async () => {
    const { emulator } = await openPlayed();
    const both = emulator.readings.set({ submit_content_type: 'accept', submit_type_parameters: 'refuse' });
    await expect(both).rejects.toThrow(/submit_content_type: accept makes no sense while submit_type_parameters/);
  });
});
