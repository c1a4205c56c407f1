import { type Asset, digestAsSent } from '../../../domain/asset.ts';
import { isTerminal } from '../../../domain/job.ts';
import { DAY, HOUR, MINUTE } from '../../../domain/values/time.ts';
import type { World } from '../../../world/world.ts';
import { type Deviation, type Overrides, type RequestContext, subtle } from '../../deviation.ts';
import { type AnswerEdit, type AnyJson, body, instead, on, refuse, status, when, where } from '../../edits.ts';
import { asked } from '../../requests.ts';

const GONE = refuse(404, 'ASSET_NOT_FOUND');

/** What is wrong of some assets alone, or after a while: what is used, what is a result, what is uploaded again. */
export const ASSET_LIFE: readonly Deviation[] = [
  subtle('ASSET-PURPOSE', 'asset-used-purpose', 'An input that a job has used calls itself used.', {
    ...shown(isUsed, (asset) => {
      asset.purpose = 'used';
    }),
  }),
  subtle('ASSET-MEDIA-TYPE', 'asset-result-x-png', 'The asset of a result is of the type image/x-png.', {
    ...shown(isResult, (asset) => {
      asset.media_type = 'image/x-png';
    }),
    also: ['RESULT-ASSET-AGREES'],
  }),
  subtle('ASSET-SIZE-BYTES', 'asset-result-size-text', 'The size of the asset of a result is a text.', {
    ...shown(isResult, (asset) => {
      asset.size_bytes = `${asset.size_bytes}`;
    }),
    also: ['RESULT-ASSET-AGREES'],
  }),
  subtle('ASSET-WIDTH', 'asset-webp-width-fraction', 'The width of a WebP has a fraction.', {
    ...shown(
      ({ mediaType }) => mediaType === 'image/webp',
      (asset) => {
        asset.width += 0.25;
      },
    ),
    also: ['UPLOAD-DIMENSIONS'],
  }),
  subtle('ASSET-HEIGHT', 'asset-used-height-null', 'An input that a job has used has no height.', {
    ...shown(isUsed, (asset) => {
      asset.height = null;
    }),
  }),
  subtle('ASSET-CREATED-AT', 'asset-result-created-null', 'The asset of a result does not say when it was created.', {
    ...shown(isResult, (asset) => {
      asset.created_at = null;
    }),
  }),
  subtle(
    'ASSET-EXPIRES-AT',
    'asset-old-expires-null',
    'An asset that is some hours old does not say when it expires.',
    {
      ...shown(
        (asset, { state }) => state.now > asset.createdAt + 5 * HOUR,
        (asset) => {
          asset.expires_at = null;
        },
      ),
    },
  ),
  subtle('ASSET-READ-200', 'asset-gone-after-job', 'An input cannot be read once a job of it has ended.', {
    answer: on('readAsset', where(hasEndedJob, GONE)),
  }),
  subtle('ASSET-READ-200', 'asset-older-unreadable', 'Of the inputs of an account only the newest can be read.', {
    answer: on('readAsset', where(hasNewer, GONE)),
  }),
  subtle(
    'ASSET-404',
    'asset-longer-id-found',
    'An id with one more character finds the asset whose id it begins with.',
    {
      request: asked('readAsset', (request, { world }) => {
        const shorter = request.id.slice(0, -1);
        return world.state.assets.has(shorter) ? { ...request, id: shorter } : request;
      }),
    },
  ),
  subtle('ASSET-NOT-EARLY', 'asset-gone-in-last-minute', 'An input cannot be read in its last minute.', {
    answer: on(
      'readAsset',
      where(({ world, request }) => {
        const asset = world.state.assets.get(request.id);
        return asset?.purpose === 'input' && world.state.now > asset.expiresAt - MINUTE;
      }, GONE),
    ),
  }),
  subtle('ASSET-EXPIRES', 'asset-long-expired-410', 'An input that expired a day ago answers 410.', {
    answer: on('readAsset', where(isGoneFor('expired', DAY), when(404, status(410)))),
  }),
  subtle('RESULT-PURPOSE', 'result-others-are-inputs', 'Of several results all but the first have the purpose input.', {
    ...shown(
      (asset, { state }) => (state.jobs.get(asset.job ?? '')?.results.indexOf(asset.id) ?? 0) > 0,
      (asset) => {
        asset.purpose = 'input';
      },
    ),
  }),
  subtle('RESULT-PURPOSE', 'result-becomes-input', 'After a day the asset of a result has the purpose input.', {
    ...shown(
      (asset, { state }) => isResult(asset) && state.now > asset.createdAt + DAY,
      (asset) => {
        asset.purpose = 'input';
      },
    ),
  }),
  subtle('RESULT-IS-ASSET', 'result-no-asset-next-day', 'After a day a result cannot be read as an asset.', {
    answer: on(
      'readAsset',
      where(({ world, request }) => {
        const asset = world.state.assets.get(request.id);
        return asset !== undefined && isResult(asset) && world.state.now > asset.createdAt + DAY;
      }, GONE),
    ),
    also: ['ASSET-NOT-EARLY'],
  }),
  uploadedAgain('UPLOAD-STATUS', 'upload-again-answers-303', 'The same picture again answers 303.', status(303)),
  uploadedAgain(
    'UPLOAD-ANSWERS-ASSET',
    'upload-again-id-alone',
    'The same picture again answers an id alone.',
    (...args) => body(({ id }) => ({ id }))(...args),
  ),
  uploadedAgain(
    'UPLOAD-PURPOSE-INPUT',
    'upload-again-says-result',
    'The same picture again answers an asset with the purpose result.',
    (...args) =>
      body((asset) => {
        asset.purpose = 'result';
      })(...args),
  ),
  subtle('UPLOAD-PNG', 'upload-refuses-square-png', 'A PNG whose sides are equal is refused.', {
    request: asked('uploadAsset', (request) => {
      const head = Buffer.from(request.body?.subarray(0, 24) ?? []);
      const isSquare = head.length === 24 && head[1] === 0x50 && head.readUInt32BE(16) === head.readUInt32BE(20);
      return isSquare ? { ...request, headers: { ...request.headers, 'content-type': 'image/unknown' } } : request;
    }),
  }),
  subtle('ASSET-DELETED-404', 'asset-deleted-back-after-job', 'A deleted input is back once a job of it has ended.', {
    answer: back(hasEndedJob),
  }),
  subtle('ASSET-DELETED-404', 'asset-deleted-back-next-day', 'A deleted input is back after a day.', {
    answer: back(isGoneFor('deleted', DAY)),
  }),
  subtle('ASSET-DELETED-CONTENT', 'asset-deleted-content-served', 'The bytes of a deleted input are served.', {
    answer: on('downloadAsset', where(isGoneFor('deleted', 0), when(404, picture))),
    also: ['JOB-DELETED-CONTENT'],
  }),
  subtle(
    'ASSET-DELETED-CONTENT',
    'asset-deleted-content-next-day',
    'After a day the bytes of a deleted input are served.',
    {
      answer: on('downloadAsset', where(isGoneFor('deleted', DAY), when(404, picture))),
      also: ['JOB-DELETED-CONTENT'],
    },
  ),
];

/** Changes what is shown of some assets, wherever that is. */
function shown(
  isMeant: (asset: Asset, world: World) => boolean,
  change: (asset: AnyJson) => void,
): Pick<Overrides, 'rules'> {
  return {
    rules: (was, { world }) => ({
      assetBody: (asset, live) => {
        const copy = structuredClone(was.assetBody(asset, live));
        if (isMeant(asset, world)) change(copy);
        return copy;
      },
    }),
  };
}

/** Changes the answer to an upload of bytes of which the account has an asset already. */
function uploadedAgain(rule: string, id: string, about: string, edit: AnswerEdit): Deviation {
  return subtle(rule, id, about, {
    answer: on(
      'uploadAsset',
      when(
        201,
        where(({ world: { state } }, { body: text }) => {
          const made = state.assets.get(JSON.parse(String(text)).id);
          const same = ({ owner, purpose, ...asset }: Asset) =>
            made !== undefined &&
            owner === made.owner &&
            purpose === 'input' &&
            digestAsSent(asset) === digestAsSent(made);
          return [...state.assets.values()].filter(same).length > 1;
        }, edit),
      ),
    ),
  });
}

/** Shows a deleted input as its upload did. */
function back(isBack: (context: RequestContext) => boolean): NonNullable<Overrides['answer']> {
  return (answer, context) => {
    const { route, memory, world, request } = context;
    if (route === 'uploadAsset' && answer.status === 201) {
      const asset = JSON.parse(String(answer.body));
      memory.set(asset.id, asset);
    }
    const asset = memory.get(request.id);
    const isDeleted = world.state.tombstones.get(request.id)?.cause === 'deleted' && asset !== undefined;
    return route === 'readAsset' && isDeleted && isBack(context) ? instead(200, asset)(answer, context) : answer;
  };
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAMAAAAoyzS7AAAAA1BMVEXIoIxyz4nAAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAACklEQVQImWNgAAAAAgAB9HFkpgAAAABJRU5ErkJggg==';

function picture(): ReturnType<AnswerEdit> {
  return { status: 200, headers: { 'Content-Type': 'image/png' }, body: Buffer.from(PIXEL, 'base64') };
}

function isResult({ purpose }: Asset): boolean {
  return purpose === 'result';
}

function isUsed({ id }: Asset, { state }: World): boolean {
  return [...state.jobs.values()].some(({ inputs }) => inputs.some(({ assetId }) => assetId === id));
}

function hasEndedJob({ world, request }: RequestContext): boolean {
  return [...world.state.jobs.values()].some(
    (job) => isTerminal(job) && job.inputs.some(({ assetId }) => assetId === request.id),
  );
}

function hasNewer({ world, request }: RequestContext): boolean {
  const asset = world.state.assets.get(request.id);
  const own = [...world.state.assets.values()].filter(
    ({ owner, purpose }) => owner === asset?.owner && purpose === 'input',
  );
  return asset?.purpose === 'input' && own.at(-1)?.id !== asset.id;
}

function isGoneFor(cause: 'deleted' | 'expired', age: number): (context: RequestContext) => boolean {
  return ({ world, request }) => {
    const grave = world.state.tombstones.get(request.id);
    return grave?.cause === cause && grave.purpose === 'input' && world.state.now >= grave.since + age;
  };
}
