import { basePathOf, pathBelowBase } from '../../../shared/questions/base-path.ts';
import type { Readings } from '../../../shared/questions/generated/readings.ts';
import type { Operation } from '../../domain/vocabulary.ts';
import type { AnyJson, Means, RequestContext } from '../deviation.ts';
import { header, isSubmit, on, SUBMITS } from '../edits.ts';
import { refusedAs } from '../refusals.ts';
import { asked, sent } from '../requests.ts';
import { decide } from '../views.ts';

/** What a server accepts as a submission, and where it says that the job is. */
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
  submit_type_parameters: () => decide({ typeIsJson: (contentType) => contentType === JSON_TYPE }),
  max_products: (most) => ({
    ...decide((was) => ({
      fieldProblems: (operation, body) => [
        ...was.fieldProblems(operation, body),
        ...(productsIn(operation, body).length > Number(most)
          ? [{ path: 'products', problem: `must have at most ${most} items` }]
          : []),
      ],
    })),
    document: ({ components }) => {
      components.schemas.MakeupTryOnRequest.properties.products.maxItems = most;
    },
  }),
  repeated_category: () =>
    decide((was) => ({
      fieldProblems: (operation, body) => {
        const categories = productsIn(operation, body).map((product) => product?.category);
        const problems = categories.map((category, index) => ({
          path: `products[${index}].category`,
          problem: `is ${category} a second time`,
        }));
        return [
          ...was.fieldProblems(operation, body),
          ...problems.filter((_, index) => categories.indexOf(categories[index]) < index),
        ];
      },
    })),
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

function productsIn(operation: Operation, body: AnyJson): AnyJson[] {
  return operation === 'makeup.apply' && Array.isArray(body?.products) ? body.products : [];
}

const JSON_TYPE = 'application/json';

function locationOf(form: string, path: string, { request, world }: RequestContext): string {
  const below = `${basePathOf(world.settings.readings)}${path}`;
  if (form === 'path_below_base_url') return below;
  if (form === 'with_query') return `${path}?from=submission`;
  // Every submission is sent to /v1/PRODUCT/THINGS.
  if (form === 'relative') return path.replace('/v1/', '../');
  if (form === 'other_origin') return `https://api.tryon.example${below}`;
  return `${request.isSecure ? 'https' : 'http'}://${request.headers['host'] ?? 'emulator.localhost'}${below}`;
}
