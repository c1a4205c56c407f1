import { expect, it } from 'vitest';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import { plainPng } from '../../testing/pictures/pictures.ts';
import { openPlayed, output, type Played, type PlayedRow, play, skin } from '../../testing/play.ts';

const CONCERNS = ['redness', 'tear_trough', 'acne', 'firmness'];
const MASKS = ['redness', 'tear_trough'].map((concern) => ({ concern, kind: 'mask' }));
const ROLES = ['mask.redness', 'mask.tear_trough'];
const SKIN = skin({ concerns: CONCERNS, visualizations: MASKS });
const WITHOUT_MASKS = skin({ visualizations: [] });
type Concern = { concern: string; score: number; status: string };

const concerns = output((found) => found.concerns.map(({ concern }: Concern) => concern), SKIN);
const scores = (look: (score: number) => boolean) =>
  output((found) => found.concerns.every(({ score }: Concern) => look(score)), SKIN);
const roles = output((found) => found.visualizations.map(({ role }: { role: string }) => role), SKIN);
const unmeasured = output(
  (found) => [
    found.concerns.filter(({ status }: Concern) => status === 'unavailable').map(({ concern }: Concern) => concern),
    found.visualizations.length,
  ],
  SKIN,
);
const sides = output(({ image }) => [image.width, image.height], 'makeup');
const revision = (product: string) => output((found) => found.revision, product);
const role = (product: string) => output(({ image }) => image.role, product);
const version = output((found) => found.analysis_version, WITHOUT_MASKS);
const visualizations = output((found) => found.visualizations?.length, WITHOUT_MASKS);
const scoresOf = output((found) => JSON.stringify(found.concerns), 'skin');
const repeated = async (played: Played) => {
  const [first, second] = [await scoresOf(played), await scoresOf(played)];
  return first === second;
};

/** Whether two pictures have the same scores and results. */
const compared = (as: 'test' | 'live') => async (played: Played) => {
  const seen: unknown[][] = [];
  for (const body of [await plainPng(80, 80), await plainPng(64, 80)]) {
    const { id } = (await played.client.upload({ body, key: `pk_${as}_demo` })).body;
    await play(played, skin({}, { as, input: id }), '4s');
    const found = (await play(played, `GET /v1/jobs/{job} as ${as}`)).body.output;
    seen.push([JSON.stringify(found.concerns), found.visualizations[0].size_bytes]);
  }
  return seen[0]?.map((value, index) => value === seen[1]?.[index]);
};

const ROWS: readonly PlayedRow[] = [
  ['score_range', scores((score) => score <= 0), false, { '[-1,0]': true }],
  ['score_decimals', scores(Number.isInteger), false, { 0: true }],
  ['score_decimals', scores((score) => String(score).length > 8), false, { 15: true }],
  ['score_repeats', repeated, true, { varies: false }],
  ['unmeasured_concerns', concerns, CONCERNS, { left_out: ['redness', 'acne'] }],
  ['unmeasured_concerns', unmeasured, [[], 2], { some: [['tear_trough', 'firmness'], 1] }],
  ['concern_order', concerns, CONCERNS, { reversed: CONCERNS.toReversed(), by_name: CONCERNS.toSorted() }],
  ['visualization_order', roles, ROLES, { reversed: ROLES.toReversed() }],
  ['analysis_version', version, 'skin-2026-09-draft.1', { other: 'skin-2027-01.4', absent: undefined }],
  ['no_visualizations', visualizations, 0, { absent: undefined }],
  ['makeup_revision', revision('makeup'), 1, { other: 7, absent: undefined }],
  ['hair_revision', revision('hair'), 1, { other: 7, absent: undefined }],
  ['unknown_output_type', output(({ type }) => type, 'makeup'), 'makeup.try_on', { always: 'makeup.apply/next' }],
  ['result_type', output(({ image }) => image.media_type, 'makeup'), 'image/png', { 'image/webp': 'image/webp' }],
  [
    'result_sides',
    sides,
    [64, 80],
    { absent: [undefined, undefined], as_null: [null, null], mixed: [undefined, null] },
  ],
  ['result_size', sides, [64, 80], { halved: [32, 40] }],
  ['try_on_role', role('hair'), 'image', { try_on: 'try_on' }],
  ['try_on_role', role('makeup'), 'image', { result: 'result' }],
  ['test_results', compared('test'), [false, false], { fixed: [true, true] }],
];

describeChoices('outputs', ROWS, { open: openPlayed });

it('fixed results apply only to test keys', async () => {
  expect(await compared('live')(await openPlayed({ readings: { test_results: 'fixed' } }))).toEqual([false, false]);
});
