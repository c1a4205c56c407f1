import type { Concern, UnavailableReason } from '../../domain/vocabulary.ts';
import type { AnyJson, Means, Overrides } from '../deviation.ts';
import { decide, outputs, results } from '../views.ts';

/** The output of a succeeded job. Choices about scores and pictures are read where these are created. */
export const OUTPUT_CHOICES: Readonly<Record<string, Means>> = {
  score_decimals: (decimals) =>
    decide((was) => ({
      concern: (concern, outcome, face) => was.concern(concern, outcome, { ...face, decimals: Number(decimals) }),
    })),
  score_repeats: () =>
    decide((was) => ({
      concern: (concern, outcome, face) =>
        was.concern(concern, outcome, { ...face, digest: `${face.digest} ${face.job}` }),
    })),
  unmeasured_concerns: (choice) => (choice === 'left_out' ? withoutTwo() : unmeasured),
  concern_order: (order) =>
    outputs('skin.analysis', ({ concerns }) => {
      if (order === 'reversed') concerns.reverse();
      else concerns.sort((one: Named, other: Named) => (one.concern < other.concern ? -1 : 1));
    }),
  visualization_order: () => outputs('skin.analysis', ({ visualizations }) => void visualizations.reverse()),
  analysis_version: (choice) =>
    version('skin.analysis', 'analysis_version', choice === 'other' ? 'skin-2027-01.4' : null),
  no_visualizations: () =>
    outputs('skin.analysis', (shown) => {
      if (shown.visualizations.length === 0) delete shown.visualizations;
    }),
  makeup_revision: (choice) => version('makeup.try_on', 'revision', choice === 'other' ? 7 : null),
  hair_revision: (choice) => version('hair.try_on', 'revision', choice === 'other' ? 7 : null),
  unknown_output_type: () => ({
    rules: () => ({ output: ({ operation }): AnyJson => ({ type: `${operation}/next`, findings: [1, { a: null }] }) }),
  }),
  result_sides: (choice) =>
    results((result) => {
      if (choice === 'as_null') result.width = null;
      else delete result.width;
      if (choice === 'absent') delete result.height;
      else result.height = null;
    }),
  try_on_role: (role) =>
    results((result) => {
      if (result.role === 'image') result.role = role;
    }),
};

const unmeasured: Overrides = {
  rules: (was) => ({
    concern: (concern, outcome, face) => was.concern(concern, { ...outcome, unavailable: unavailable(outcome) }, face),
  }),
};

function withoutTwo(): Overrides {
  return outputs('skin.analysis', (shown) => {
    shown.concerns = shown.concerns.filter(({ concern }: Named) => concern !== 'tear_trough' && concern !== 'firmness');
  });
}

type Named = { concern: string };
type Planned = { unavailable: Partial<Record<Concern, UnavailableReason>>; scores: Partial<Record<Concern, number>> };

/** Makes two concerns unavailable, unless a plan has their scores. */
function unavailable({ unavailable: planned, scores }: Planned): Planned['unavailable'] {
  const never = (['tear_trough', 'firmness'] as const).filter((concern) => scores[concern] === undefined);
  return { ...Object.fromEntries(never.map((concern) => [concern, 'not_measurable'])), ...planned };
}

/** Changes the version of outputs of one type; null removes it. */
function version(type: string, field: string, value: string | number | null) {
  return outputs(type, (shown) => {
    if (value === null) delete shown[field];
    else shown[field] = value;
  });
}
