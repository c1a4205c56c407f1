import { type ChoiceRow, describeChoices } from '../../testing/choices/choice-exchanges.ts';
import type { Call } from '../../testing/client.ts';
import { plainPng } from '../../testing/pictures/pictures.ts';
import { UNTIL } from '../../testing/steps.ts';

type Show = ChoiceRow[2];
type Tried = Parameters<Show>[0];

const CONCERNS = ['redness', 'tear_trough', 'acne', 'firmness'];
const MASKS = ['redness', 'tear_trough'].map((concern) => ({ concern, kind: 'mask' }));
const SKIN = ['/v1/skin/analyses', { concerns: CONCERNS, visualizations: MASKS }] as const;
const MAKEUP = ['/v1/makeup/try-ons', { products: [{ category: 'lipstick', color: '#a1304a' }] }] as const;
const GRADIENT = { dark: { color: '#203040' }, light: { color: '#8090a0' } };
const HAIR = ['/v1/hair/try-ons', { color_gradient: GRADIENT }] as const;

// biome-ignore lint/suspicious/noExplicitAny: outputs of every shape are looked into
type Output = any;

/** The output of a job on a new upload. */
async function outputOf(
  { client, emulator }: Tried,
  [path, body]: readonly [string, object],
  upload: Call = {},
): Promise<Output> {
  const { key } = upload;
  const as = key === undefined ? {} : { key };
  const { body: asset } = await client.upload(upload);
  const { body: job } = await client.submit(path, { inputs: [{ asset_id: asset.id, role: 'source' }], ...body }, as);
  await emulator.clock.advance(UNTIL.ended);
  return (await client.get(`/v1/jobs/${job.id}`, as)).body.output;
}

function shown(request: readonly [string, object], look: (output: Output) => unknown): Show {
  return async (tried) => look(await outputOf(tried, request));
}

const concerns = shown(SKIN, (output) => output.concerns.map(({ concern }: Output) => concern));
const roles = shown(SKIN, (output) => output.visualizations.map(({ role }: Output) => role));
const scoresOf = ({ concerns: found }: Output) => found.map(({ score }: Output) => score);
const bare = ['/v1/skin/analyses', { concerns: ['acne'] }] as const;
const sides = shown(MAKEUP, ({ image }) => [image.width, image.height]);

/** Whether two pictures have the same scores and results. */
function twoPictures(key?: (tried: Tried) => string): Show {
  return async (tried) => {
    const as = key === undefined ? {} : { key: key(tried) };
    const [one, other] = [
      await outputOf(tried, SKIN, as),
      await outputOf(tried, SKIN, { ...as, body: await plainPng(80, 80) }),
    ];
    const sizes = [one, other].map(({ visualizations }) => visualizations[0].size_bytes);
    return [scoresOf(one).join() === scoresOf(other).join(), sizes[0] === sizes[1]];
  };
}

const sameTwice: Show = async (tried) => {
  const [first, second] = [await outputOf(tried, SKIN), await outputOf(tried, SKIN)];
  return scoresOf(first).join() === scoresOf(second).join();
};

describeChoices('outputs', [
  ['score_range', [-1, 0], shown(SKIN, (output) => scoresOf(output).every((score: number) => score <= 0)), false, true],
  ['score_decimals', 0, shown(SKIN, (output) => scoresOf(output).every(Number.isInteger)), false, true],
  [
    'score_decimals',
    15,
    shown(SKIN, (output) => scoresOf(output).every((score: number) => String(score).length > 8)),
    false,
    true,
  ],
  ['score_repeats', 'varies', sameTwice, true, false],
  ['unmeasured_concerns', 'left_out', concerns, CONCERNS, ['redness', 'acne']],
  [
    'unmeasured_concerns',
    'some',
    shown(SKIN, (output) => [
      output.concerns.filter(({ status }: Output) => status === 'unavailable').map(({ concern }: Output) => concern),
      output.visualizations.length,
    ]),
    [[], 2],
    [['tear_trough', 'firmness'], 1],
  ],
  ['concern_order', 'reversed', concerns, CONCERNS, CONCERNS.toReversed()],
  ['concern_order', 'by_name', concerns, CONCERNS, CONCERNS.toSorted()],
  [
    'visualization_order',
    'reversed',
    roles,
    ['mask.redness', 'mask.tear_trough'],
    ['mask.tear_trough', 'mask.redness'],
  ],
  [
    'analysis_version',
    'other',
    shown(bare, (output) => output.analysis_version),
    'skin-2026-09-draft.1',
    'skin-2027-01.4',
  ],
  ['analysis_version', 'absent', shown(bare, (output) => 'analysis_version' in output), true, false],
  ['no_visualizations', 'absent', shown(bare, (output) => 'visualizations' in output), true, false],
  ['no_visualizations', 'absent', shown(SKIN, (output) => 'visualizations' in output), true, true],
  ['makeup_revision', 'other', shown(MAKEUP, ({ revision }) => revision), 1, 7],
  ['makeup_revision', 'absent', shown(MAKEUP, (output) => 'revision' in output), true, false],
  ['hair_revision', 'other', shown(HAIR, ({ revision }) => revision), 1, 7],
  ['hair_revision', 'absent', shown(HAIR, (output) => 'revision' in output), true, false],
  ['unknown_output_type', 'always', shown(MAKEUP, ({ type }) => type), 'makeup.try_on', 'makeup.apply/next'],
  ['result_type', 'image/webp', shown(MAKEUP, ({ image }) => image.media_type), 'image/png', 'image/webp'],
  ['result_sides', 'absent', sides, [64, 80], [undefined, undefined]],
  ['result_sides', 'as_null', sides, [64, 80], [null, null]],
  ['result_sides', 'mixed', sides, [64, 80], [undefined, null]],
  ['result_size', 'halved', sides, [64, 80], [32, 40]],
  ['try_on_role', 'try_on', shown(HAIR, ({ image }) => image.role), 'image', 'try_on'],
  ['try_on_role', 'result', shown(MAKEUP, ({ image }) => image.role), 'image', 'result'],
  ['test_results', 'fixed', twoPictures(), [false, false], [true, true]],
  ['test_results', 'fixed', twoPictures(({ emulator }) => emulator.keys.live ?? ''), [false, false], [false, false]],
]);
