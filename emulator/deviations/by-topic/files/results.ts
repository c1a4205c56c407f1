import { HOUR, SECOND } from '../../../domain/values/time.ts';
import { keepsResults } from '../../changes.ts';
import type { RequestContext } from '../../deviation.ts';
import { blatant, type Deviation, subtle } from '../../deviation.ts';
import { header, on, refusal, refuse, status, when, where } from '../../edits.ts';
import { later, withOtherEnd } from '../../shift.ts';
import { assets, decide, results } from '../../views.ts';

/** Section 2.3, ResultAsset, and the content route. */
export const RESULTS: readonly Deviation[] = [
  blatant('RESULT-ID', 'result-id-img', 'The id of a result begins with img_.', {
    ...results((result) => {
      result.id = result.id.replace('asset_', 'img_');
    }),
  }),
  blatant('RESULT-HREF', 'result-href-absolute', 'The href of a result is a whole address on another host.', {
    ...results((result) => {
      result.href = `https://cdn.invalid${result.href}`;
    }),
  }),
  subtle('RESULT-HREF', 'result-href-signed', 'The href of a result carries a query.', {
    ...results((result) => {
      result.href += '?sig=1';
    }),
  }),
  subtle('RESULT-HREF-OWN-ID', 'result-href-other-id', 'The href of a result names another asset id than its own.', {
    ...results((result) => {
      result.href = result.href.replace(result.id, withOtherEnd(result.id));
    }),
    also: ['RESULT-CONTENT-200'],
  }),
  blatant('RESULT-MEDIA-TYPE', 'result-media-type-jpeg', 'A result calls itself a JPEG.', {
    ...results((result) => {
      result.media_type = 'image/jpeg';
    }),
  }),
  blatant('RESULT-ROLE', 'result-role-null', 'A result has no role.', {
    ...results((result) => {
      result.role = null;
    }),
  }),
  subtle('RESULT-SIZE-BYTES', 'result-size-text', 'The size of a result is a text.', {
    ...results((result) => {
      result.size_bytes = `${result.size_bytes}`;
    }),
  }),
  blatant('RESULT-EXPIRES-AT', 'result-expiry-missing', 'A result does not say when it expires.', {
    ...results((result) => void delete result.expires_at),
  }),
  subtle('RESULT-EXPIRES-WITH-JOB', 'result-expires-later', 'A result says that it expires a second after its job.', {
    ...results((result) => {
      result.expires_at = later(result.expires_at, SECOND);
    }),
  }),
  subtle('RESULT-WIDTH', 'result-width-text', 'The width of a result is a text.', {
    ...results((result) => {
      result.width = `${result.width}`;
    }),
  }),
  subtle('RESULT-HEIGHT', 'result-height-fraction', 'The height of a result has a fraction.', {
    ...results((result) => {
      result.height += 0.5;
    }),
  }),
  subtle('RESULT-CONTENT-DIMENSIONS', 'result-width-one-off', 'A result says that it is one pixel wider than it is.', {
    ...results((result) => {
      result.width += 1;
    }),
  }),
  subtle(
    'RESULT-CONTENT-DIMENSIONS',
    'result-height-one-off',
    'A result says that it is one pixel higher than it is.',
    {
      ...results((result) => {
        result.height += 1;
      }),
    },
  ),
  blatant('RESULT-CONTENT-200', 'content-moved', 'The content of a result leads to where nothing is.', {
    answer: on('downloadAsset', when(200, status(302), header('Location', '/v1/assets/moved'))),
  }),
  subtle('RESULT-CONTENT-SIZE', 'content-one-byte-more', 'The content has one byte more than the result says.', {
    answer: on(
      'downloadAsset',
      when(
        200,
        bytes((content) => Buffer.concat([content, Buffer.from('\n')])),
      ),
    ),
  }),
  subtle('RESULT-CONTENT-WHOLE', 'content-zeroed', 'The content is as many bytes as it should be, all of them zero.', {
    answer: on(
      'downloadAsset',
      when(
        200,
        bytes((content) => new Uint8Array(content.byteLength)),
      ),
    ),
  }),
  subtle('RESULT-EXPIRED-404', 'result-outlives-job', 'The content of a result is served after it has expired.', {
    ...keepsResults('expired'),
    rules: (was) => ({
      assetIsReadable: (asset, ...others) => asset.purpose === 'result' || was.assetIsReadable(asset, ...others),
    }),
  }),
  blatant('RESULT-EXPIRED-404', 'result-expired-403', 'The content of a result that expired answers 403.', {
    answer: on('downloadAsset', when(404, refusal(403, 'EXPIRED'))),
  }),
  subtle('RESULT-IS-ASSET', 'result-no-asset', 'A result cannot be read as an asset.', {
    answer: on('readAsset', where(isOfResult, refuse(404, 'ASSET_NOT_FOUND'))),
  }),
  subtle('RESULT-PURPOSE', 'result-is-input', 'The asset of a result has the purpose input.', {
    ...assets((asset) => {
      asset.purpose = 'input';
    }),
  }),
  subtle(
    'RESULT-ASSET-AGREES',
    'result-asset-expires-later',
    'The asset of a result expires an hour after the result.',
    {
      ...assets((asset, { purpose }) => {
        if (purpose === 'result') asset.expires_at = later(asset.expires_at, HOUR);
      }),
    },
  ),
  blatant('ASSET-OWNED-409', 'result-can-be-deleted', 'A result asset can be deleted on its own.', {
    ...decide({ assetDeletion: (found) => ('cause' in found ? 'already_gone' : 'erase') }),
    also: ['ASSET-OWNED-KEPT'],
  }),
  subtle('ASSET-OWNED-409', 'result-delete-other-code', 'The refusal to delete a result has the code ASSET_IN_USE.', {
    answer: on('deleteAsset', when('ASSET_OWNED_BY_JOB', refusal(409, 'ASSET_IN_USE'))),
  }),
  subtle('ASSET-OWNED-KEPT', 'result-erased-despite-409', 'The deletion of a result is refused, and done.', {
    ...decide({ assetDeletion: (found) => ('cause' in found ? 'already_gone' : 'erase') }),
    answer: on('deleteAsset', when(204, where(wasResult, refuse(409, 'ASSET_OWNED_BY_JOB')))),
  }),
];

function isOfResult({ world, request }: RequestContext): boolean {
  return world.state.assets.get(request.id)?.purpose === 'result';
}

/** Whether the asset is gone while a job still names it as its result. */
function wasResult({ world, request }: RequestContext): boolean {
  return [...world.state.jobs.values()].some(({ results: ids }) => ids.includes(request.id));
}

function bytes(change: (content: Uint8Array) => Uint8Array): Parameters<typeof when>[1] {
  return (answer) => (answer.body instanceof Uint8Array ? { ...answer, body: change(answer.body) } : answer);
}
