import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Emulator } from '../../index.ts';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import { facePng, REQUESTS } from '../../testing/client.ts';
import { each, hair, openPlayed, output, type Played, type PlayedRow, play } from '../../testing/play.ts';

const { path: PATH, body: GRADIENT } = REQUESTS['hair.try_on'];
const COLOR = { color: '#20AbCd', opacity: 0.5 };
const NO_GRADIENT = { color_gradient: undefined };

const greyPng = (width = 64, height = 80) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .toColourspace('b-w')
    .png()
    .toBuffer();

/** The result of a try-on with a mask: the refused field, or how its job ends. */
const masked =
  (mask: () => Promise<Uint8Array>, isApart = false) =>
  async ({ client, emulator }: Played) => {
    const [source, other] = [await client.upload(), await client.upload({ body: await mask() })];
    const inputs = [{ asset_id: source.body.id, role: 'source' }];
    const hairMask = { asset_id: other.body.id };
    const named = isApart
      ? { inputs, hair_mask: hairMask }
      : { inputs: [...inputs, { ...hairMask, role: 'hair_mask' }] };
    const { status, body } = await client.submit(PATH, { ...named, ...GRADIENT });
    if (status !== 202) return body.error.details.fields[0].path;
    await emulator.clock.advance('10s');
    const job = (await client.get(`/v1/jobs/${body.id}`)).body;
    return job.error?.code ?? job.status;
  };
const all =
  (...shows: ((played: Played) => Promise<unknown>)[]) =>
  async (played: Played) => {
    const seen = [];
    for (const show of shows) seen.push(await show(played));
    return seen;
  };
const gradient = (change: object) => output(({ applied }) => applied.color_gradient, hair(change));
const ofColors = async (played: Played) =>
  all(...[{ ...NO_GRADIENT, colors: [COLOR, { color: '#000000' }] }, { ...NO_GRADIENT, ...COLOR }, {}].map(applied))(
    played,
  );
/** The applied gradient, or the status of a refusal. */
const applied = (change: object) => async (played: Played) => {
  const { status } = await play(played, hair(change));
  return status === 202 ? output(({ applied: { color_gradient } }) => color_gradient)(played) : status;
};
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
const documentOf = async (emulator: Emulator): Promise<any> => (await emulator.fetch('/_emulator/openapi.json')).json();
const endpoint = async (played: Played) => [
  ...((await each(({ status }) => status, 'hair', `GET ${PATH}`)(played)) as number[]),
  PATH in (await documentOf(played.emulator)).paths,
];
const submitStatus = async (played: Played) => {
  const { responses } = (await documentOf(played.emulator)).paths[PATH].post;
  return [...((await each(({ status }) => status, 'hair', 'makeup')(played)) as number[]), '202' in responses];
};

const USUAL_GRADIENT = { dark: { color: '#203040', opacity: 1 }, light: { color: '#8090a0', opacity: 0.5 } };
const LIST_GRADIENT = { dark: COLOR, light: { color: '#000000', opacity: 1 } };
const masks = all(
  masked(greyPng),
  masked(greyPng, true),
  masked(() => greyPng(9, 9), true),
);
const otherSize = masked(() => greyPng(90, 50));

const ROWS: readonly PlayedRow[] = [
  ['hair_endpoint', endpoint, [202, 404, true], { absent: [404, 404, false] }],
  ['hair_submit_status', submitStatus, [202, 202, true], { 200: [200, 202, false], 201: [201, 202, false] }],
  [
    'hair_body',
    ofColors,
    [400, 400, USUAL_GRADIENT],
    { colors_list: [LIST_GRADIENT, 400, 400], one_color: [400, { dark: COLOR, light: COLOR }, 400] },
  ],
  [
    'hair_mask_place',
    masks,
    ['succeeded', 'hair_mask', 'hair_mask'],
    { own_field: ['inputs[1].role', 'succeeded', 'hair_mask.asset_id'] },
  ],
  [
    'hair_mask_of_other_size',
    otherSize,
    'inputs[1].asset_id',
    { job_fails: 'INPUT_UNPROCESSABLE', scale: 'succeeded' },
  ],
  [
    'hair_mask_in_color',
    all(masked(facePng), masked(greyPng)),
    ['succeeded', 'succeeded'],
    { refuse: ['inputs[1].asset_id', 'succeeded'], job_fails: ['INPUT_UNPROCESSABLE', 'succeeded'] },
  ],
  [
    'hair_applied',
    gradient({ color_gradient: { dark: COLOR, light: COLOR } }),
    { dark: COLOR, light: COLOR },
    {
      capitals: { dark: { color: '#20ABCD', opacity: 0.5 }, light: { color: '#20ABCD', opacity: 0.5 } },
      small_letters: { dark: { color: '#20abcd', opacity: 0.5 }, light: { color: '#20abcd', opacity: 0.5 } },
    },
  ],
];

describeChoices('hair', ROWS, { open: openPlayed });

it('two choices of hair can be combined', async () => {
  const played = await openPlayed({ readings: { hair_body: 'one_color', hair_applied: 'capitals' } });
  const { light } = (await applied({ ...NO_GRADIENT, ...COLOR })(played)) as { light: object };
  expect(light).toEqual({ color: '#20ABCD', opacity: 0.5 });
});
