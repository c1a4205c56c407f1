import { isMap } from '../../shared/is-map.ts';

export const CONCERNS = [
  ...['acne', 'dark_circle', 'eye_bag', 'redness', 'oiliness', 'wrinkles', 'firmness', 'moisture', 'pore'],
  ...['tear_trough', 'hyper_pigmentation', 'droopy_upper_eyelid'],
];
export const CATEGORIES = ['foundation', 'lipstick', 'lip_liner'];
export const KINDS = ['mask', 'visual'];

/** The rules that the body of a submission breaks (Spec 4.2), each as often as it does. Null if that is not certain. */
export function mistakesIn(operation: string, body: unknown, text: string | null): string[] | null {
  if (text === null) return null;
  if (!isMap(body)) return ['REQUEST-400'];
  const product = operation === 'skin.analyze' ? ofSkin(body) : operation === 'makeup.apply' ? ofMakeup(body) : null;
  return product === null ? null : [...ofInputs(body), ...product];
}

function ofInputs({ inputs }: Record<string, unknown>): string[] {
  if (!Array.isArray(inputs)) return ['INPUTS-REQUIRED-400'];
  // Whether a second one is looked at is open.
  if (inputs.length !== 1) return [];
  return inputs.flatMap((input) => {
    if (!isMap(input)) return [];
    const { asset_id: asset, role } = input;
    return [
      ...(typeof asset === 'string' ? [] : ['INPUT-ASSET-REQUIRED-400']),
      ...(role === undefined || role === null ? ['INPUT-ROLE-REQUIRED-400'] : []),
      ...(role !== undefined && role !== null && role !== 'source' ? ['INPUT-ROLE-400'] : []),
    ];
  });
}

function ofSkin({ concerns, visualizations = [] }: Record<string, unknown>): string[] | null {
  if (!Array.isArray(concerns)) return ['SKIN-CONCERNS-REQUIRED-400'];
  if (!Array.isArray(visualizations) || concerns.length === 0) return null;
  return [
    ...concerns.filter((one) => !isOneOf(CONCERNS, one)).map(() => 'SKIN-CONCERN-400'),
    ...(new Set(concerns).size < concerns.length ? ['SKIN-CONCERNS-SET-400'] : []),
    ...visualizations
      .filter(isMap)
      .flatMap(({ concern, kind }) => [
        ...(isOneOf(CONCERNS, concern) ? [] : ['SKIN-VIS-CONCERN-400']),
        ...(isOneOf(KINDS, kind) ? [] : ['SKIN-VIS-KIND-400']),
      ]),
  ];
}

function ofMakeup({ products }: Record<string, unknown>): string[] | null {
  if (!Array.isArray(products)) return ['MAKEUP-PRODUCTS-REQUIRED-400'];
  if (products.length === 0) return null;
  return products
    .filter(isMap)
    .flatMap(({ category, color, opacity }) => [
      ...(isOneOf(CATEGORIES, category) ? [] : ['MAKEUP-CATEGORY-400']),
      ...(typeof color === 'string' ? [] : ['MAKEUP-COLOR-400']),
      ...(opacity === undefined || opacity === null || typeof opacity === 'number' ? [] : ['MAKEUP-OPACITY-400']),
    ]);
}

export function isOneOf(names: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && names.includes(value);
}
