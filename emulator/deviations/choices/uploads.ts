import { pathTo } from '../../domain/routes.ts';
import type { Means } from '../deviation.ts';
import { header, jsonOf, on, where } from '../edits.ts';

/** What an answer to an upload has besides the asset. */
export const UPLOAD_CHOICES: Readonly<Record<string, Means>> = {
  upload_location: () => ({
    answer: on(
      'uploadAsset',
      where(
        (_, { status }) => status < 300,
        (answer, context) =>
          header('Location', pathTo('readAsset', encodeURIComponent(jsonOf(answer).id)))(answer, context),
      ),
    ),
  }),
};
