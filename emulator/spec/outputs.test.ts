import { beforeAll, describe, expect, it } from 'vitest';
import { emulatorFor, REQUESTS } from '../testing/client.ts';
import {
  datetime,
  expectField,
  expectNoOther,
  type FieldRow,
  idOf,
  integer,
  list,
  matching,
  nullable,
  number,
  object,
  oneOf,
  type Specimen,
  string,
} from '../testing/fields.ts';
import { finishedJob } from '../testing/steps.ts';

const CONCERNS = [
  'acne',
  'dark_circle',
  'eye_bag',
  'redness',
  'oiliness',
  'wrinkles',
  'firmness',
  'moisture',
  'pore',
  'tear_trough',
  'hyper_pigmentation',
  'droopy_upper_eyelid',
];
const ALL_SKIN = {
  concerns: CONCERNS,
  visualizations: [
    { concern: 'acne', kind: 'mask' },
    { concern: 'acne', kind: 'visual' },
    { concern: 'pore', kind: 'visual' },
  ],
};

/** Finished jobs of every product, the first with each concern and some that could not be measured. */
async function finishedJobs(): Promise<{ skin: Specimen; makeup: Specimen; hair: Specimen; jobs: Specimen[] }> {
  const { emulator, client } = await emulatorFor();
  emulator.plans.add({
    outcome: { status: 'succeeded', unavailable: { pore: 'not_measured', tear_trough: 'not_measurable' } },
  });
  const asset = await client.upload();
  const inputs = [{ asset_id: asset.body.id, role: 'source' }];
  const accepted = [await client.submit('/v1/skin/analyses', { inputs, ...ALL_SKIN })];
  for (const operation of ['makeup.apply', 'hair.try_on'] as const) accepted.push(await client.submitOn(operation));
  await emulator.clock.advance('1h');
  const reads = await Promise.all(accepted.map(({ body }) => client.get(`/v1/jobs/${body.id}`)));
  const jobs: Specimen[] = reads.map(({ body }) => body);
  const [skin = {}, makeup = {}, hair = {}] = jobs.map(({ output }) => output as Specimen);
  return { skin, makeup, hair, jobs };
}

let made: Awaited<ReturnType<typeof finishedJobs>>;
beforeAll(async () => {
  made = await finishedJobs();
});

describe('2.3 JobV1Output', () => {
  it.each([
    ['skin.analyze', 'skin.analysis'],
    ['makeup.apply', 'makeup.try_on'],
    ['hair.try_on', 'hair.try_on'],
  ])('of %s has the type %s', (operation, type) => {
    const outputs = made.jobs.filter((job) => job.operation === operation).map(({ output }) => output);
    expect(outputs).toEqual([expect.objectContaining({ type })]);
  });

  it.each<[keyof typeof made, FieldRow[]]>([
    [
      'skin',
      [
        { field: 'type', holds: oneOf(['skin.analysis']) },
        { field: 'concerns', holds: list },
        { field: 'analysis_version', holds: oneOf(['skin-2026-09-draft.1']) },
        { field: 'visualizations', holds: list },
      ],
    ],
    [
      'makeup',
      [
        { field: 'type', holds: oneOf(['makeup.try_on']) },
        { field: 'image', holds: object },
        { field: 'revision', holds: (value) => value === 1 },
      ],
    ],
    [
      'hair',
      [
        { field: 'type', holds: oneOf(['hair.try_on']) },
        { field: 'image', holds: object },
        { field: 'applied', holds: object },
        { field: 'revision', holds: (value) => value === 1 },
      ],
    ],
  ])('of a %s job has its fields and no others', (product, rows) => {
    const output = made[product] as Specimen;
    for (const row of rows) expectField([output], row);
    expectNoOther([output], rows);
  });

  it('has an empty list of visualizations where none were asked for', async () => {
    const { emulator, client } = await emulatorFor();
    const asset = await client.upload();
    const body = { inputs: [{ asset_id: asset.body.id, role: 'source' }], concerns: ['acne'] };
    const job = await client.submit('/v1/skin/analyses', body);
    await emulator.clock.advance('1h');
    expect((await client.get(`/v1/jobs/${job.body.id}`)).body.output.visualizations).toEqual([]);
  });
});

describe('2.3 ResultAsset', () => {
  const results = () => [...(made.skin.visualizations as Specimen[]), made.makeup.image, made.hair.image] as Specimen[];
  const rows: FieldRow[] = [
    { field: 'id', holds: idOf('asset') },
    { field: 'href', holds: matching(/^\/v1\/assets\/asset_[0-9A-Za-z]+\/content$/) },
    { field: 'media_type', holds: oneOf(['image/png', 'image/webp']) },
    { field: 'role', holds: string },
    { field: 'size_bytes', holds: integer },
    { field: 'expires_at', holds: datetime },
    { field: 'width', holds: nullable(integer), optional: true },
    { field: 'height', holds: nullable(integer), optional: true },
  ];

  it.each(rows)('has $field', (row) => expectField(results(), row));

  it('has no field beside these', () => expectNoOther(results(), rows));

  it('has the href of its own id', () => {
    expect(results().map(({ href }) => href)).toEqual(results().map(({ id }) => `/v1/assets/${id}/content`));
  });

  it('has the role <kind>.<concern> for each visualization of a concern that was measured', () => {
    const roles = (made.skin.visualizations as Specimen[]).map(({ role }) => role);
    expect(roles).toEqual(['mask.acne', 'visual.acne']);
  });

  it('expires with its job', () => {
    const expiries = made.jobs.map(({ expires_at }) => expires_at);
    expect(new Set([...results().map(({ expires_at }) => expires_at), ...expiries]).size).toBe(1);
  });

  it('agrees with the Asset of the same id', async () => {
    const { emulator, client } = await emulatorFor();
    const { image } = (await finishedJob({ emulator, client }, 'makeup.apply')).body.output;
    const asset = (await client.get(`/v1/assets/${image.id}`)).body;
    const { id, media_type, size_bytes, width, height, expires_at } = asset;
    expect(image).toMatchObject({ id, media_type, size_bytes, width, height, expires_at });
    expect(asset.purpose).toBe('result');
  });
});

describe('2.3 SkinConcernResult', () => {
  const concerns = () => made.skin.concerns as Specimen[];
  const rows: FieldRow[] = [
    { field: 'concern', holds: string, among: CONCERNS },
    { field: 'score', holds: nullable(number) },
    { field: 'status', holds: string, among: ['measured', 'unavailable'] },
    { field: 'unavailable_reason', holds: nullable(string), among: ['not_measured', 'not_measurable'] },
  ];

  it.each(rows)('has $field', (row) => expectField(concerns(), row));

  it('has no field beside these', () => expectNoOther(concerns(), rows));

  it('has no score but a reason exactly where it is unavailable', () => {
    for (const { status, score, unavailable_reason } of concerns()) {
      const shape = { score: score === null, reason: unavailable_reason !== null };
      expect(shape).toEqual({ score: status === 'unavailable', reason: status === 'unavailable' });
    }
    const reasons = concerns().flatMap(({ concern, unavailable_reason }) =>
      unavailable_reason === null ? [] : [[concern, unavailable_reason]],
    );
    expect(reasons).toEqual([
      ['pore', 'not_measured'],
      ['tear_trough', 'not_measurable'],
    ]);
  });

  it('has a score from 0 to 100 with one decimal', () => {
    const scores = concerns().flatMap(({ score }) => (score === null ? [] : [Number(score)]));
    expect(scores).toHaveLength(CONCERNS.length - 2);
    expect(scores.filter((score) => score < 0 || score > 100 || !integer(Math.round(score * 1e6) / 1e5))).toEqual([]);
  });

  it('is there for the requested concerns only', async () => {
    const { emulator, client } = await emulatorFor();
    const { output } = (await finishedJob({ emulator, client }, 'skin.analyze')).body;
    const named = output.concerns.map(({ concern }: Specimen) => concern).sort();
    expect(named).toEqual([...REQUESTS['skin.analyze'].body.concerns].sort());
  });

  it('is the same for the same face, however long the processing took', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ stages: { processing: '25h' } });
    const slow = await client.submitOn('skin.analyze');
    const quick = await client.submitOn('skin.analyze');
    await emulator.clock.advance('26h');
    const [one, two] = [await client.get(`/v1/jobs/${slow.body.id}`), await client.get(`/v1/jobs/${quick.body.id}`)];
    expect(one.body.output.concerns).toEqual(two.body.output.concerns);
  });
});

describe('2.3 HairTryOnApplied', () => {
  const gradient = () => (made.hair.applied as Specimen).color_gradient as Record<string, Specimen>;

  it('has a color gradient of a dark and a light stop, and nothing else', () => {
    expect(Object.keys(made.hair.applied as Specimen)).toEqual(['color_gradient']);
    expect(Object.keys(gradient()).sort()).toEqual(['dark', 'light']);
  });

  it.each([
    { field: 'color', holds: matching(/^#[0-9A-Fa-f]{6}$/) },
    { field: 'opacity', holds: number },
  ])('has $field in each stop', (row) => {
    expectField(Object.values(gradient()), row);
    expectNoOther(Object.values(gradient()), [
      { field: 'color', holds: string },
      { field: 'opacity', holds: number },
    ]);
  });

  it('is what was asked for, with the opacity that was left out', () => {
    expect(gradient()).toEqual({ dark: { color: '#203040', opacity: 1 }, light: { color: '#8090a0', opacity: 0.5 } });
  });
});
