/** The closed sets of words in the spec, each defined only here. */

export const OPERATIONS = ['hair.try_on', 'makeup.apply', 'skin.analyze'] as const;
export type Operation = (typeof OPERATIONS)[number];

export const SCOPES = ['skin.analyze', 'makeup.apply', 'hair.apply'] as const;
/** Includes the alternative name of the scope for hair (reading 36). */
export const SCOPE_NAMES = [...SCOPES, 'hair.try_on'] as const;
export type Scope = (typeof SCOPE_NAMES)[number];

/** Reading 36: the operation of the job is called `hair.try_on`, and the scope that it needs `hair.apply`. */
export const SCOPE_OF: Record<Operation, Scope> = {
  'skin.analyze': 'skin.analyze',
  'makeup.apply': 'makeup.apply',
  'hair.try_on': 'hair.apply',
};

export const ENVIRONMENTS = ['live', 'test'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const JOB_ERROR_CODES = ['INPUT_UNPROCESSABLE', 'INPUT_EXPIRED', 'PROCESSING_FAILED'] as const;
export type JobErrorCode = (typeof JOB_ERROR_CODES)[number];

export const PURPOSES = ['input', 'result'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];
export const RESULT_MEDIA_TYPES = ['image/png', 'image/webp'] as const satisfies readonly MediaType[];
export type ResultMediaType = (typeof RESULT_MEDIA_TYPES)[number];

export const CONCERNS = [
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
] as const;
export type Concern = (typeof CONCERNS)[number];

export const VISUALIZATION_KINDS = ['mask', 'visual'] as const;
export type VisualizationKind = (typeof VISUALIZATION_KINDS)[number];

export const PRODUCT_CATEGORIES = ['foundation', 'lipstick', 'lip_liner'] as const;
export type ProductCategory = (typeof PRODUCT_CATEGORIES)[number];

export const UNAVAILABLE_REASONS = ['not_measured', 'not_measurable'] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

/** The parts of the API that an account may lack; a missing one is answered like an unknown path (spec 1). */
export const FEATURES = ['lists', 'cancel', 'delete', 'credits'] as const;
export type Feature = (typeof FEATURES)[number];
