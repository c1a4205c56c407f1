import { describe } from 'vitest';
import { itShows, output, type ShownRow, told } from '../testing/play.ts';

const versions = (product: string) =>
  output(({ type, analysis_version, revision }) => [type, analysis_version, revision], product);

describe('9 versioning', () => {
  itShows([
    ['names the version of a skin analysis', versions('skin'), ['skin.analysis', 'skin-2026-09-draft.1', undefined]],
    ['names the revision of a makeup try-on', versions('makeup'), ['makeup.try_on', undefined, 1]],
    ['names the revision of a hair try-on', versions('hair'), ['hair.try_on', undefined, 1]],
    ...['/assets', '/jobs', '/usage', '/credits/balance', '/v2/usage', '/v1.0/usage'].map(
      (path): ShownRow => [
        `serves nothing at ${path}: every path begins with /v1`,
        told(`GET ${path}`),
        ['404 NOT_FOUND'],
      ],
    ),
  ]);
});
