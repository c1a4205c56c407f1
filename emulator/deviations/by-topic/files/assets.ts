import { HOUR, SECOND } from '../../../domain/values/time.ts';
import { blatant, type Deviation, subtle } from '../../deviation.ts';
import { body, on, refusal, status, when } from '../../edits.ts';
import { later } from '../../shift.ts';
import { assets } from '../../views.ts';

/** Section 2.1, and reads of one asset. */
export const ASSETS: readonly Deviation[] = [
  blatant('ID-ASSET', 'asset-id-without-prefix', 'A read shows an asset id without its prefix.', {
    answer: on(
      'readAsset',
      body((asset) => {
        asset.id = asset.id?.replace('asset_', '');
      }),
    ),
  }),
  blatant('ASSET-PURPOSE', 'asset-purpose-upload', 'An input calls itself an upload.', {
    ...assets((asset) => {
      asset.purpose = asset.purpose === 'input' ? 'upload' : asset.purpose;
    }),
  }),
  subtle('ASSET-MEDIA-TYPE', 'asset-media-type-upper', 'The media type of an asset is in upper case.', {
    ...assets((asset) => {
      asset.media_type = asset.media_type.toUpperCase();
    }),
  }),
  subtle('ASSET-SIZE-BYTES', 'asset-size-text', 'The size of an asset is a text.', {
    ...assets((asset) => {
      asset.size_bytes = String(asset.size_bytes);
    }),
  }),
  blatant('ASSET-WIDTH', 'asset-width-missing', 'An asset has no width.', {
    ...assets((asset) => void delete asset.width),
  }),
  subtle('ASSET-HEIGHT', 'asset-height-fraction', 'The height of an asset has a fraction.', {
    ...assets((asset) => {
      asset.height += 0.5;
    }),
  }),
  blatant('ASSET-CREATED-AT', 'asset-created-seconds', 'The creation time of an asset is a number of seconds.', {
    ...assets((asset, { createdAt }) => {
      asset.created_at = createdAt / SECOND;
    }),
  }),
  blatant('ASSET-EXPIRES-AT', 'asset-expires-null', 'An asset does not say when it expires.', {
    ...assets((asset) => {
      asset.expires_at = null;
    }),
  }),
  subtle('ASSET-EXPIRES', 'asset-expires-at-birth', 'An asset says that it expired when it was made.', {
    ...assets((asset) => {
      asset.expires_at = asset.created_at;
    }),
  }),
  blatant('ASSET-READ-200', 'asset-read-203', 'A read of an asset answers 203.', {
    answer: on('readAsset', when(200, status(203))),
  }),
  subtle('ASSET-READ-SAME', 'asset-read-other-expiry', 'A read shows an expiry one second after that of the upload.', {
    answer: on(
      'readAsset',
      when(
        200,
        body((asset) => {
          asset.expires_at = later(asset.expires_at, SECOND);
        }),
      ),
    ),
  }),
  blatant('ASSET-404', 'asset-unknown-410', 'An asset that never was answers 410.', {
    answer: on('readAsset', when('ASSET_NOT_FOUND', status(410))),
  }),
  subtle('ASSET-404', 'asset-unknown-other-code', 'The 404 of an asset has the code NOT_FOUND.', {
    answer: on('readAsset', when('ASSET_NOT_FOUND', refusal(404, 'NOT_FOUND'))),
  }),
  subtle('ASSET-EXPIRES', 'asset-outlives-expiry', 'An asset can be read for an hour after its expires_at.', {
    rules: (was) => ({
      inputExpiry: (...args) => was.inputExpiry(...args) + HOUR,
      assetBody: (asset, live) => {
        const shown = was.assetBody(asset, live);
        return asset.purpose === 'input' ? { ...shown, expires_at: later(shown.expires_at, -HOUR) } : shown;
      },
    }),
    also: ['SUBMIT-INPUT-410'],
  }),
  subtle('ASSET-NOT-EARLY', 'asset-gone-early', 'An asset is gone an hour before its expires_at.', {
    ...assets((asset, { purpose }) => {
      if (purpose === 'input') asset.expires_at = later(asset.expires_at, HOUR);
    }),
  }),
];
