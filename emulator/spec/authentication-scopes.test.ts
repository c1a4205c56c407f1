import { describe } from 'vitest';
import { REQUESTS } from '../testing/client.ts';
import { given, itShows, outcomes, type Played, play, type ShownRow } from '../testing/play.ts';

const SCOPES = { skin: 'skin.analyze', makeup: 'makeup.apply', hair: 'hair.apply' } as const;
const NO_SCOPE = '403 INSUFFICIENT_SCOPE';
/** Besides a key with all scopes, `second` has those that a row tests. */
const withScopes = (...scopes: (typeof SCOPES)[keyof typeof SCOPES][]) => ({
  accounts: [{ name: 'demo', keys: [{ secret: 'pk_test_demo' }, { secret: 'pk_test_second', scopes }] }],
});
const CANCEL = 'POST /v1/jobs/{job}/cancel as second';
const DELETE = 'DELETE /v1/jobs/{job} as second';

/** The operations of a key on a product: submit, cancel twice, and delete twice. */
const lifeOf = (product: string) =>
  outcomes(
    `${product} as second`,
    product,
    CANCEL,
    CANCEL,
    product,
    '4s',
    DELETE,
    DELETE,
    'GET /v1/jobs/{job} as second',
  );

describe('5.4 the scope of an operation', () => {
  itShows(
    Object.entries(SCOPES).flatMap(([product, scope]): ShownRow[] => {
      const others = Object.values(SCOPES).filter((other) => other !== scope);
      const refused = [NO_SCOPE, 202, NO_SCOPE, NO_SCOPE, 202, NO_SCOPE, NO_SCOPE, 200];
      return [
        [
          `${scope} admits ${product}: a submission, a cancel and a deletion, and their repeats`,
          lifeOf(product),
          [202, 202, 200, 200, 202, 204, 204, '404 JOB_NOT_FOUND'],
          withScopes(scope),
        ],
        [`no other scope admits ${product}`, lifeOf(product), refused, withScopes(...others)],
        [`a key without a scope is refused ${product}`, lifeOf(product), refused, withScopes()],
      ];
    }),
  );
});

/** A body of one product, sent to the route of another. */
const misplaced = async (played: Played) => {
  const { id } = (await play(played, 'upload')).body;
  const body = { ...REQUESTS['skin.analyze'].body, inputs: [{ asset_id: id, role: 'source' }] };
  return outcomes(({ client }) => client.submit('/v1/makeup/try-ons', body, { key: 'pk_test_second' }))(played);
};

describe('5.4 any valid key', () => {
  itShows([
    [
      'without a scope reads everything and works with assets',
      given(
        ['makeup', '4s', 'GET /v1/assets/{result}'],
        outcomes(
          'upload as second',
          ...[
            '/v1/assets',
            '/v1/assets/{face}',
            '/v1/assets/{result}/content',
            '/v1/jobs',
            '/v1/jobs/{job}',
            '/v1/usage',
          ].map((path) => `GET ${path} as second`),
          'GET /v1/credits/balance as second',
          'DELETE /v1/assets/{face} as second',
        ),
      ),
      [201, 200, 200, 200, 200, 200, 200, 200, 204],
      withScopes(),
    ],
    ['carries no scope to another operation', misplaced, [NO_SCOPE], withScopes('skin.analyze')],
  ]);
});
