import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../index.ts';
import { describeChoices, type Shown } from '../../testing/choices/seen-choices.ts';
import { type Client, emulatorFor, facePng, REQUESTS } from '../../testing/client.ts';

type Made = { emulator: Emulator; client: Client };

const { path: PATH, body: GRADIENT } = REQUESTS['hair.try_on'];
const COLOR = { color: '#20AbCd', opacity: 0.5 };

const greyPng = (width = 64, height = 80) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .toColourspace('b-w')
    .png()
    .toBuffer();

async function sourceOf({ client }: Made) {
  return { asset_id: (await client.upload()).body.id, role: 'source' };
}

/** The answer to a try-on with a mask: the status, then what its job comes to. */
async function withMask(made: Made, mask: Uint8Array, isApart = false) {
  const { emulator, client } = made;
  const { id } = (await client.upload({ body: mask })).body;
  const source = await sourceOf(made);
  const named = isApart
    ? { inputs: [source], hair_mask: { asset_id: id } }
    : { inputs: [source, { asset_id: id, role: 'hair_mask' }] };
  const { status, body } = await client.submit(PATH, { ...named, ...GRADIENT });
  if (status !== 202) return [status, body.error.details.fields[0].path];
  await emulator.clock.advance('10s');
  const job = (await client.get(`/v1/jobs/${body.id}`)).body;
  return [status, job.status, job.error?.code];
}

async function appliedTo(made: Made, colors: object) {
  const { emulator, client } = made;
  const { status, body } = await client.submit(PATH, { inputs: [await sourceOf(made)], ...colors });
  await emulator.clock.advance('10s');
  return status === 202 ? (await client.get(`/v1/jobs/${body.id}`)).body.output.applied.color_gradient : status;
}

const SHOWN: Readonly<Record<string, Shown>> = {
  hair_endpoint: {
    see: async ({ emulator, client }) => {
      const { status, body } = await client.submitOn('hair.try_on');
      const wrongMethod = (await client.get(PATH)).status;
      return [status, body.error?.code, wrongMethod, PATH in (await documentOf(emulator)).paths];
    },
    as: { absent: [404, 'NOT_FOUND', 404, false] },
  },
  hair_submit_status: {
    see: async ({ emulator, client }) => {
      const { status } = await client.submitOn('hair.try_on');
      const { responses } = (await documentOf(emulator)).paths[PATH].post;
      const others = (await client.submitOn('makeup.apply')).status;
      return [status, others, responses[status].description, '202' in responses];
    },
    as: { 200: [200, 202, 'Accepted', false], 201: [201, 202, 'Accepted', false] },
  },
  hair_body: {
    see: async (made) => [
      await appliedTo(made, { colors: [COLOR, { color: '#000000' }] }),
      await appliedTo(made, COLOR),
      await appliedTo(made, GRADIENT),
    ],
    as: {
      colors_list: [{ dark: COLOR, light: { color: '#000000', opacity: 1 } }, 400, 400],
      one_color: [400, { dark: COLOR, light: COLOR }, 400],
    },
  },
  hair_mask_place: {
    see: async (made) => {
      const mask = await greyPng();
      return [
        await withMask(made, mask),
        await withMask(made, mask, true),
        await withMask(made, await greyPng(9, 9), true),
      ];
    },
    as: {
      own_field: [
        [400, 'inputs[1].role'],
        [202, 'succeeded', undefined],
        [400, 'hair_mask.asset_id'],
      ],
    },
  },
  hair_mask_of_other_size: {
    see: async (made) => withMask(made, await greyPng(90, 50)),
    as: { job_fails: [202, 'failed', 'INPUT_UNPROCESSABLE'], scale: [202, 'succeeded', undefined] },
  },
  hair_mask_in_color: {
    see: async (made) => [await withMask(made, await facePng()), await withMask(made, await greyPng())],
    as: {
      refuse: [
        [400, 'inputs[1].asset_id'],
        [202, 'succeeded', undefined],
      ],
      job_fails: [
        [202, 'failed', 'INPUT_UNPROCESSABLE'],
        [202, 'succeeded', undefined],
      ],
    },
  },
  hair_applied: {
    see: async (made) =>
      (await appliedTo(made, { color_gradient: { dark: COLOR, light: { color: '#ffffff' } } })).dark.color,
    as: { capitals: '#20ABCD', small_letters: '#20abcd' },
  },
};

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
async function documentOf(emulator: Emulator): Promise<any> {
  return (await emulator.fetch('/_emulator/openapi.json')).json();
}

describeChoices('hair', SHOWN);

describe('the hair try-on of a world that runs', () => {
  it('follows what is chosen, from then on', async () => {
    const made = await emulatorFor();
    expect(await appliedTo(made, COLOR)).toBe(400);
    await made.emulator.readings.set({ hair_body: 'one_color', hair_applied: 'capitals' });
    expect((await appliedTo(made, COLOR)).light).toEqual({ color: '#20ABCD', opacity: 0.5 });
    await made.emulator.readings.set({ hair_endpoint: 'absent' });
    expect(await appliedTo(made, COLOR)).toBe(404);
  });
});
