import { PRODUCT_CATEGORIES } from '../../domain/vocabulary.ts';
import { blatant, type Deviation, subtle } from '../deviation.ts';
import { type AnyJson, on, refuse, where } from '../edits.ts';
import { asked, json, parsed } from '../requests.ts';
import { jobs, outputs } from '../views.ts';

const CATEGORIES: readonly string[] = PRODUCT_CATEGORIES;

function refusing(rule: string, id: string, about: string, matches: (products: AnyJson[]) => boolean): Deviation {
  return blatant(rule, id, about, {
    answer: on(
      'tryOnMakeup',
      where(
        ({ request }, { status }) => status === 202 && matches(parsed(request.body).products),
        refuse(400, 'INVALID_REQUEST'),
      ),
    ),
  });
}

/** Accepts products that must be refused, by repairing each first. */
function accepting(rule: string, id: string, about: string, repair: (product: AnyJson) => void): Deviation {
  const request = asked(
    'tryOnMakeup',
    json((sent) => {
      const list = Array.isArray(sent?.products) ? sent.products : [];
      for (const product of list) if (typeof product === 'object' && product !== null) repair(product);
    }),
  );
  return subtle(rule, id, about, { request });
}

function makeup(rule: string, id: string, about: string, change: (shown: AnyJson) => void): Deviation {
  return subtle(rule, id, about, outputs('makeup.try_on', change));
}

function hair(rule: string, id: string, about: string, change: (shown: AnyJson) => void): Deviation {
  return subtle(rule, id, about, outputs('hair.try_on', change));
}

/** Spec 4.2 and 2.3: makeup and hair try-ons. */
export const TRY_ONS: readonly Deviation[] = [
  refusing('SUBMIT-202', 'makeup-refuses-one-product', 'One product alone is refused.', ({ length }) => length === 1),
  blatant('MAKEUP-OPERATION', 'makeup-operation-skin', 'The job of a makeup try-on is of skin.analyze.', {
    ...jobs((job) => {
      job.operation = job.operation === 'makeup.apply' ? 'skin.analyze' : job.operation;
    }),
  }),
  refusing('MAKEUP-CATEGORIES', 'makeup-refuses-lip-liner', 'A lip liner is refused.', (products) =>
    products.some(({ category }) => category === 'lip_liner'),
  ),
  refusing('SUBMIT-202', 'makeup-refuses-layers', 'More than one product is refused.', ({ length }) => length > 1),
  refusing(
    'MAKEUP-OPACITY-OPTIONAL',
    'makeup-opacity-required',
    'A product without an opacity is refused.',
    (products) => products.some(({ opacity }) => opacity === undefined),
  ),
  refusing(
    'MAKEUP-OPACITY-OPTIONAL',
    'makeup-refuses-half-opacity',
    'An opacity between 0 and 1 is refused.',
    (products) => products.some(({ opacity = 1 }) => opacity > 0 && opacity < 1),
  ),
  subtle('MAKEUP-PRODUCTS-REQUIRED-400', 'makeup-products-default', 'Without products a lipstick is applied.', {
    request: asked(
      'tryOnMakeup',
      json((sent) => {
        if (sent?.inputs !== undefined) sent.products ??= [{ category: 'lipstick', color: '#a1304a' }];
      }),
    ),
  }),
  subtle(
    'MAKEUP-PRODUCTS-REQUIRED-400',
    'makeup-products-made-list',
    'Products that are no list of maps are made one.',
    {
      request: asked(
        'tryOnMakeup',
        json((sent) => {
          if (sent?.products === undefined) return;
          const isMap = (each: unknown) => typeof each === 'object' && each !== null && !Array.isArray(each);
          const list: unknown[] = Array.isArray(sent.products) ? sent.products : [sent.products];
          sent.products = list.map((each) => (isMap(each) ? each : { category: 'lipstick', color: '#a1304a' }));
        }),
      ),
    },
  ),
  accepting(
    'MAKEUP-CATEGORY-400',
    'makeup-unknown-category',
    'A product of an unknown category counts as lipstick.',
    (product) => {
      if (product.category !== undefined && !CATEGORIES.includes(product.category)) product.category = 'lipstick';
    },
  ),
  accepting(
    'MAKEUP-CATEGORY-400',
    'makeup-category-default',
    'A product without a category counts as lipstick.',
    (product) => {
      product.category ??= 'lipstick';
    },
  ),
  accepting('MAKEUP-COLOR-400', 'makeup-color-default', 'A product without a color is red.', (product) => {
    if (!('color' in product)) product.color = '#ff0000';
  }),
  accepting('MAKEUP-COLOR-400', 'makeup-color-number', 'A color that is no text is taken for red.', (product) => {
    if ('color' in product && typeof product.color !== 'string') product.color = '#ff0000';
  }),
  accepting('MAKEUP-OPACITY-400', 'makeup-opacity-text', 'An opacity that is no number is taken for 1.', (product) => {
    if ('opacity' in product && typeof product.opacity !== 'number') product.opacity = 1;
  }),
  subtle(
    'MAKEUP-SCOPE-403',
    'makeup-scope-of-skin',
    'A makeup try-on is let through with the scope of skin analyses.',
    {
      rules: (was) => ({
        scopeIsGranted: (key, scope) =>
          was.scopeIsGranted(key, scope) || (scope === 'makeup.apply' && key.scopes.includes('skin.analyze')),
      }),
    },
  ),
  makeup(
    'MAKEUP-OUTPUT-TYPE',
    'makeup-output-type-operation',
    'The output has the operation for its type.',
    (shown) => {
      shown.type = 'makeup.apply';
    },
  ),
  makeup('MAKEUP-IMAGE', 'makeup-image-list', 'The image of the output is a list of one.', (shown) => {
    shown.image = [shown.image];
  }),
  makeup('MAKEUP-REVISION', 'makeup-revision-text', 'The revision of the output is a text.', (shown) => {
    shown.revision = '1';
  }),
  subtle('HAIR-SCOPE-403', 'hair-scope-of-makeup', 'A hair try-on is let through with the scope of makeup.', {
    rules: (was) => ({ scopeIsGranted: (key, scope) => was.scopeIsGranted(key, scope) || scope === 'hair.apply' }),
  }),
  blatant('HAIR-OPERATION', 'hair-operation-apply', 'The job of a hair try-on has the operation hair.apply.', {
    ...jobs((job) => {
      job.operation = job.operation === 'hair.try_on' ? 'hair.apply' : job.operation;
    }),
  }),
  hair('HAIR-OUTPUT-TYPE', 'hair-output-type-apply', 'The output has the type hair.apply.', (shown) => {
    shown.type = 'hair.apply';
  }),
  hair('HAIR-IMAGE', 'hair-image-bare-href', 'The image of the output is an href alone.', (shown) => {
    shown.image = shown.image.href;
  }),
  hair('HAIR-APPLIED', 'hair-applied-missing', 'The output does not say what was applied.', (shown) => {
    delete shown.applied;
  }),
  hair('HAIR-APPLIED-DARK', 'hair-dark-without-opacity', 'The dark stop has no opacity.', (shown) => {
    delete shown.applied.color_gradient.dark.opacity;
  }),
  hair('HAIR-APPLIED-LIGHT', 'hair-light-opacity-text', 'The opacity of the light stop is a text.', (shown) => {
    shown.applied.color_gradient.light.opacity = '1';
  }),
  hair('HAIR-REVISION', 'hair-revision-null', 'The revision of a hair output is null.', (shown) => {
    shown.revision = null;
  }),
  blatant('STATUS-LISTED', 'hair-answers-418', 'A hair try-on that is refused for its fields answers 418.', {
    answer: on(
      'tryOnHairColor',
      where(
        (_, { status }) => status === 400,
        (answer) => ({ ...answer, status: 418 }),
      ),
    ),
  }),
  subtle('MAKEUP-CATEGORY-400', 'makeup-third-category-unseen', 'The category of a third product is not looked at.', {
    request: asked(
      'tryOnMakeup',
      json((sent) => {
        const third = Array.isArray(sent?.products) ? sent.products[2] : undefined;
        if (typeof third?.category === 'string' && !CATEGORIES.includes(third.category)) third.category = 'lipstick';
      }),
    ),
  }),
  subtle('MAKEUP-OPACITY-400', 'makeup-opacity-map', 'An opacity that is a map is taken for 1.', {
    request: asked(
      'tryOnMakeup',
      json((sent) => {
        for (const product of Array.isArray(sent?.products) ? sent.products : [])
          if (Object.prototype.toString.call(product?.opacity) === '[object Object]') product.opacity = 1;
      }),
    ),
  }),
  subtle(
    'HAIR-SCOPE-403',
    'hair-scope-once',
    'Whoever was refused for the scope of hair is let through the second time.',
    {
      rules: (was, { memory }) => ({
        scopeIsGranted: (key, scope) =>
          was.scopeIsGranted(key, scope) || (scope === 'hair.apply' && memory.count(key.secret) > 1),
      }),
    },
  ),
];
