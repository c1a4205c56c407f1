import { pathTo } from './routes.ts';
import type { ColorGradient, Submission } from './submission.ts';
import type { Outcome } from './test-control/plan.ts';
import { uniform } from './values/random.ts';
import { type Instant, toIso } from './values/time.ts';
import type { Concern, JobErrorCode, ResultMediaType, UnavailableReason } from './vocabulary.ts';

/** One picture that image processing made. Its bytes are stored under its digest. */
export type RenderedImage = {
  role: string;
  mediaType: ResultMediaType;
  digest: string;
  sizeBytes: number;
  width: number;
  height: number;
};

/** Why a job failed (spec 2.2). */
export type JobError = { code: JobErrorCode; message: string };

/** The result of image processing for a job: the pictures, or why there are none. */
export type ProcessedImages = { images: readonly RenderedImage[] } | { failure: JobError };

/** Section 2.3. In snake case, because this is sent as is. */
export type ResultAssetBody = {
  id: string;
  href: string;
  media_type: ResultMediaType;
  role: string;
  size_bytes: number;
  expires_at: string;
  width: number;
  height: number;
};

export type ConcernBody = {
  concern: Concern;
  score: number | null;
  status: 'measured' | 'unavailable';
  unavailable_reason: UnavailableReason | null;
};

export type JobOutput =
  | { type: 'skin.analysis'; concerns: ConcernBody[]; analysis_version: string; visualizations: ResultAssetBody[] }
  | { type: 'makeup.try_on'; image: ResultAssetBody; revision: number }
  | { type: 'hair.try_on'; image: ResultAssetBody; applied: { color_gradient: ColorGradient }; revision: number };

const ANALYSIS_VERSION = 'skin-2026-09-draft.1';
const REVISION = 1;

export function resultAssetBody(id: string, image: RenderedImage, expiresAt: Instant): ResultAssetBody {
  return {
    id,
    href: pathTo('downloadAsset', encodeURIComponent(id)),
    media_type: image.mediaType,
    role: image.role,
    size_bytes: image.sizeBytes,
    expires_at: toIso(expiresAt),
    width: image.width,
    height: image.height,
  };
}

/** The output of a succeeded job. `applied`: the colors that a plan reports instead of the requested ones. */
export function buildOutput(
  submission: Submission,
  results: readonly ResultAssetBody[],
  concerns: ConcernBody[],
  applied: ColorGradient | null,
): JobOutput {
  if (submission.operation === 'skin.analyze') {
    return { type: 'skin.analysis', concerns, analysis_version: ANALYSIS_VERSION, visualizations: [...results] };
  }
  const [image] = results;
  if (image === undefined) throw new Error(`a ${submission.operation} job ended without its picture`);
  if (submission.operation === 'makeup.apply') return { type: 'makeup.try_on', image, revision: REVISION };
  const color_gradient = applied ?? submission.gradient;
  return { type: 'hair.try_on', image, applied: { color_gradient }, revision: REVISION };
}

/** The score depends only on the face, the concern and the seed, not on the job. */
export function measureConcern(
  concern: Concern,
  outcome: Extract<Outcome, { status: 'succeeded' }>,
  face: { seed: string; digest: string; job: string; range: readonly [number, number]; decimals?: number },
): ConcernBody {
  const reason = outcome.unavailable[concern];
  if (reason !== undefined) return { concern, score: null, status: 'unavailable', unavailable_reason: reason };
  const [lowest, highest] = face.range;
  const drawn = lowest + uniform(face.seed, 'score', face.digest, concern) * (highest - lowest);
  const score = outcome.scores[concern] ?? rounded(drawn, face);
  return { concern, score, status: 'measured', unavailable_reason: null };
}

/** A score within its range, rounded to the allowed number of decimals. */
function rounded(
  score: number,
  { range: [lowest, highest], decimals = 1 }: { range: readonly [number, number]; decimals?: number },
) {
  const shift = 10 ** decimals;
  return Math.min(highest, Math.max(lowest, Math.round(score * shift) / shift));
}
