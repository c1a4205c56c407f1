import { ROUTES } from '../../domain/routes.ts';
import type { Feature } from '../../domain/vocabulary.ts';
import type { AnyJson, Means } from '../deviation.ts';
import { instead, on, when } from '../edits.ts';
import { refuses } from '../refusals.ts';
import { decide } from '../views.ts';

/** When an asset exists, and how an unknown or malformed id is answered. */
export const ASSET_CHOICES: Readonly<Record<string, Means>> = {
  // Reading 65: exactly at its `expires_at`.
  expiry_instant: () =>
    decide((was) => ({
      assetGoneAt: (expiresAt) => was.assetGoneAt(expiresAt) + 1,
      assetIsReadable: (asset, now) => was.assetIsReadable(asset, now - 1),
      inputState: (asset, now, readings) => was.inputState(asset, now - 1, readings),
    })),
  input_of_deleted_job: () => decide({ inputsGoWithJob: () => true }),
  malformed_id: () =>
    refuses(
      WITH_ID,
      ({ route, request: { id } }) => {
        const kind = route !== null && ROUTES[route].path.startsWith('/v1/jobs') ? 'job' : 'asset';
        return id.startsWith(`${kind}_`) ? [] : [{ path: `${kind}_id`, problem: `must begin with ${kind}_` }];
      },
      { about: 'id' },
    ),
  result_deletion_of_gone_job: () =>
    decide((was) => ({
      assetDeletion: (asset, now, readings) =>
        'cause' in asset && asset.purpose === 'result' ? 'missing' : was.assetDeletion(asset, now, readings),
    })),
  deletion_of_unknown_asset: () => ({ answer: on('deleteAsset', when('ASSET_NOT_FOUND', instead(204, null))) }),
  delete_feature: (about) => featureOf('delete', about),
  lists_feature: (about) => featureOf('lists', about),
  input_content: () => ({
    ...decide({ contentIsServed: () => true }),
    document: ({ paths }) => {
      const { content } = paths[ROUTES.downloadAsset.path.replace(':id', '{asset_id}')].get.responses['200'];
      content['image/jpeg'] = content['image/png'];
    },
  }),
};

const WITH_ID = Object.values(ROUTES)
  .filter(({ path }) => path.includes(':id'))
  .map(({ id }) => id);

/** Reading 61: a feature may cover only assets or only jobs. */
function featureOf(feature: Feature, about: unknown): ReturnType<Means> {
  const isMeant = (path: string) => path.startsWith('/v1/jobs') === (about === 'jobs_only');
  return {
    rules: (was) => ({
      featureOf: (route) => (route.feature === feature && !isMeant(route.path) ? null : was.featureOf(route)),
    }),
    document: ({ paths }) => {
      for (const [path, operations] of Object.entries<AnyJson>(paths))
        for (const operation of Object.values<AnyJson>(operations))
          if (operation['x-feature'] === feature && !isMeant(path)) delete operation['x-feature'];
    },
  };
}
