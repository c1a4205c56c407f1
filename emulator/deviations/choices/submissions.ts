import { basePathOf, pathBelowBase } from '../../../shared/questions/base-path.ts';
import type { Readings } from '../../../shared/questions/generated/readings.ts';
import type { AnyJson, Means, RequestContext } from '../deviation.ts';
import { header, isSubmit, on, SUBMITS } from '../edits.ts';
import { refusedAs, refuses } from '../refusals.ts';
import { asked, parsed, sent } from '../requests.ts';
import { decide } from '../views.ts';

/** What a server takes as a submission, and where it says that its job is. */
export const SUBMISSION_CHOICES: Readonly<Record<string, Means>> = {
  submit_content_type: (choice) =>
    choice === 'accept'
      ? {
          request: asked(
            SUBMITS,
            sent('content-type', () => JSON_TYPE),
          ),
        }
      : refusedAs(({ about }, { route }) => about === 'media_type' && isSubmit(route), { status: Number(choice) }),
  submit_type_parameters: () =>
    refuses(
      SUBMITS,
      ({ request }) =>
        request.headers['content-type'] === JSON_TYPE
          ? []
          : [{ path: 'Content-Type', problem: `must be ${JSON_TYPE}` }],
      { about: 'media_type' },
    ),
  max_products: (most) => ({
    ...refuses('tryOnMakeup', ({ request }) =>
      productsIn(request).length > Number(most)
        ? [{ path: 'products', problem: `must have at most ${most} items` }]
        : [],
    ),
    document: ({ components }) => {
      components.schemas.MakeupTryOnRequest.properties.products.maxItems = most;
    },
  }),
  repeated_category: () =>
    refuses('tryOnMakeup', ({ request }) => {
      const categories = productsIn(request).map((product) => product?.category);
      return categories.flatMap((category, index) =>
        categories.indexOf(category) < index
          ? [{ path: `products[${index}].category`, problem: `is ${category} a second time` }]
          : [],
      );
    }),
  result_as_input: (choice) =>
    decide((was) => ({
      inputState: (asset, now, readings) => {
        const state = was.inputState(asset, now, readings);
        if (state !== 'not_an_input') return state;
        return choice === 'accept' ? 'usable' : 'missing';
      },
    })),
  base_path: (choice) => {
    const place = { base_path: choice as Readings['base_path'] };
    return {
      rules: (was) => ({ pathOf: (path) => was.pathOf(pathBelowBase(place, path)) }),
      document: ({ servers }) => {
        for (const server of servers) server.url = `${server.url.replace(/\/$/, '')}${basePathOf(place)}`;
      },
    };
  },
  location_form: (form) => ({
    document: ({ components }) => {
      components.headers.Location.schema = { type: 'string', format: 'uri-reference' };
    },
    answer: on(SUBMITS, (answer, context) =>
      header('Location', (path) => locationOf(String(form), path, context))(answer, context),
    ),
  }),
};

function productsIn({ body }: RequestContext['request']): AnyJson[] {
  const products: unknown = parsed(body)?.products;
  return Array.isArray(products) ? products : [];
}

const JSON_TYPE = 'application/json';

function locationOf(form: string, path: string, { request, world }: RequestContext): string {
  const below = `${basePathOf(world.settings.readings)}${path}`;
  if (form === 'path_below_base_url') return below;
  if (form === 'with_query') return `${path}?from=submission`;
  // Every submission is sent to /v1/PRODUCT/THINGS.
  if (form === 'relative') return path.replace('/v1/', '../');
  if (form === 'other_origin') return `https://api.tryon.example${below}`;
  return `http://${request.headers['host'] ?? 'emulator.localhost'}${below}`;
}
