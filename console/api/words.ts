/** Words of the service that a person picks from; `emulator/control/inspect/console-words.test.ts` holds them to the emulator's. */

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
];
export const CATEGORIES = ['foundation', 'lipstick', 'lip_liner'];

export const ROUTES = [
  'POST /v1/assets',
  'GET /v1/assets',
  'GET /v1/assets/:id',
  'GET /v1/assets/:id/content',
  'DELETE /v1/assets/:id',
  'POST /v1/skin/analyses',
  'POST /v1/makeup/try-ons',
  'POST /v1/hair/try-ons',
  'GET /v1/jobs/:id',
  'GET /v1/jobs',
  'POST /v1/jobs/:id/cancel',
  'DELETE /v1/jobs/:id',
  'GET /v1/usage',
  'GET /v1/credits/balance',
];
