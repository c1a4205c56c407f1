import type { ApiError } from '../../domain/errors.ts';
import { pathTo } from '../../domain/routes.ts';
import { MEDIA_TYPES } from '../../domain/vocabulary.ts';
import type { Means, Overrides } from '../deviation.ts';
import { refusedWith, withStatus } from '../documents.ts';
import { header, jsonOf, on, status, when, where } from '../edits.ts';
import { refusedAs, refuses } from '../refusals.ts';
import { decide } from '../views.ts';

/** Which uploads are refused, and what an answer to an upload contains besides the asset. */
export const UPLOAD_CHOICES: Readonly<Record<string, Means>> = {
  mismatched_content_type: () => decide({ typeIsTaken: isMediaType }),
  upload_status: (code) => ({
    answer: on('uploadAsset', when(201, status(Number(code)))),
    ...withStatus('uploadAsset', 201, Number(code)),
  }),
  image_sides_status: (code) => refusedUploads('image_sides', code),
  unreadable_image_status: (code) => refusedUploads('image', code),
  unsupported_media_type_status: (code) => refusedUploads('media_type', code),
  upload_type_parameters: () => decide({ declaredType: (contentType) => contentType }),
  idempotency_key_on_upload: (choice) =>
    choice === 'refuse'
      ? refuses('uploadAsset', ({ request }) =>
          request.headers['idempotency-key'] === undefined
            ? []
            : [{ path: 'Idempotency-Key', problem: 'is not taken with an upload' }],
        )
      : {},
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

function isMediaType(declared: string): boolean {
  return MEDIA_TYPES.some((type) => type === declared);
}

/** Readings 3 and 4: an invalid upload may have a status other than 400. */
function refusedUploads(matter: ApiError['about'], code: unknown): Overrides {
  const status = Number(code);
  const isMeant: Parameters<typeof refusedAs>[0] = ({ about }, { route }) =>
    about === matter && route === 'uploadAsset';
  return { ...refusedAs(isMeant, { status }), ...refusedWith('uploadAsset', status) };
}
