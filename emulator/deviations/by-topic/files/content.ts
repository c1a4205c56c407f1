import type { Asset } from '../../../domain/asset.ts';
import { DAY, MINUTE } from '../../../domain/values/time.ts';
import { keepsResults } from '../../changes.ts';
import { type Deviation, type Overrides, type RequestContext, subtle } from '../../deviation.ts';
import { type AnswerEdit, instead, on, refuse, status, when, where } from '../../edits.ts';
import { asked, json } from '../../requests.ts';

const GONE = refuse(404, 'ASSET_NOT_FOUND');
const NOT_MODIFIED: AnswerEdit = (answer) => ({ ...answer, status: 304, body: null });
const half: AnswerEdit = bytes((content) => content.subarray(0, content.byteLength / 2));
const begun: AnswerEdit = bytes((content) => content.subarray(0, 10));

/** What the content route serves: which picture, when, for whom, and how much of it. */
export const CONTENT: readonly Deviation[] = [
  subtle('RESULT-CONTENT-WHOLE', 'content-last-byte-missing', 'The content of a result lacks its last byte.', {
    ...served(bytes((content) => content.subarray(0, -1))),
    also: ['RESULT-CONTENT-SIZE'],
  }),
  subtle('RESULT-CONTENT-WHOLE', 'content-others-cut', 'Of several results all but the first are cut in half.', {
    ...served(where(isNotFirst, half)),
    also: ['RESULT-CONTENT-SIZE'],
  }),
  subtle('RESULT-CONTENT-WHOLE', 'content-cut-next-day', 'The content of a result is cut in half after a day.', {
    ...served(where(isOlderThan(DAY), half)),
    also: ['RESULT-CONTENT-200'],
  }),
  subtle(
    'RESULT-CONTENT-WHOLE',
    'content-range-sticks',
    'Whoever asked for a part of a picture gets that part from then on.',
    served((answer, context) => {
      const { memory, request } = context;
      if (request.headers['range'] !== undefined) memory.set(request.id, true);
      return memory.get(request.id) === true ? begun(answer, context) : answer;
    }),
  ),
  subtle('RESULT-CONTENT-200', 'content-once', 'A picture can be downloaded once.', {
    ...served(where(({ memory, request }) => memory.count(request.id) > 1, GONE)),
    also: ['ASSET-OWNED-KEPT'],
  }),
  subtle('RESULT-CONTENT-200', 'content-half-its-life', 'A picture is served for half of the time that it says.', {
    ...served(
      where(
        ofResult((asset, now) => now >= (asset.createdAt + asset.expiresAt) / 2),
        GONE,
      ),
    ),
  }),
  subtle('RESULT-CONTENT-200', 'content-last-minute', 'A picture is served no more in its last minute.', {
    ...served(
      where(
        ofResult((asset, now) => now > asset.expiresAt - MINUTE),
        GONE,
      ),
    ),
    also: ['ASSET-OWNED-KEPT'],
  }),
  subtle('RESULT-CONTENT-200', 'content-any-tag-304', 'A picture answers 304 to any tag.', {
    ...served(where(({ request }) => request.headers['if-none-match'] !== undefined, NOT_MODIFIED)),
  }),
  subtle('RESULT-CONTENT-200', 'content-range-called-whole', 'A part of a picture is called the whole of it.', {
    ...served(where(({ request }) => request.headers['range'] !== undefined, begun)),
  }),
  subtle('RESULT-CONTENT-SIZE', 'content-of-first', 'Every result of a job has the content of its first one.', {
    request: asked('downloadAsset', (request, { world }) => {
      const job = world.state.jobs.get(world.state.assets.get(request.id)?.job ?? '');
      return { ...request, id: job?.results[0] ?? request.id };
    }),
  }),
  subtle(
    'RESULT-OF-SOURCE',
    'content-of-earlier-job',
    'A picture is that of the first job of its product that is still there.',
    {
      request: asked('downloadAsset', (request, { world }) => {
        const job = world.state.jobs.get(world.state.assets.get(request.id)?.job ?? '');
        const first = [...world.state.jobs.values()].find(
          ({ owner, submission, results }) =>
            owner === job?.owner && submission.operation === job.submission.operation && results.length > 0,
        );
        return { ...request, id: first?.results[0] ?? request.id };
      }),
      also: ['RESULT-CONTENT-SIZE', 'RESULT-CONTENT-DIMENSIONS'],
    },
  ),
  subtle('RESULT-CONTENT-IMAGE', 'content-webp-of-makeup', 'The picture of a makeup try-on is served as WebP.', {
    ...served(where(isOfMakeup, bytes(tinyWebp))),
    also: ['RESULT-CONTENT-SIZE', 'RESULT-CONTENT-DIMENSIONS'],
  }),
  subtle('RESULT-SHOWS-PRODUCTS', 'makeup-last-layer-alone', 'With a live key the last product alone is applied.', {
    request: asked(
      'tryOnMakeup',
      json((body, { key }) => {
        if (key?.environment === 'live' && Array.isArray(body.products)) body.products = body.products.slice(-1);
      }),
    ),
    also: ['IDEM-LIST-ORDER', 'IDEM-REUSED-409'],
  }),
  subtle(
    'RESULT-OUTSIDE-MASK',
    'hair-mask-ignored',
    'A hair try-on finds the hair by itself, whatever its mask says.',
    {
      request: asked(
        'tryOnHairColor',
        json((body) => {
          if (Array.isArray(body.inputs)) body.inputs = body.inputs.slice(0, 1);
        }),
      ),
    },
  ),
  subtle('RESULT-EXPIRED-404', 'result-expired-304', 'To the tag that it had, an expired result answers 304.', {
    answer: on('downloadAsset', when(404, where(isExpiredAndTagged, NOT_MODIFIED))),
  }),
  subtle('RESULT-EXPIRED-404', 'result-first-outlives', 'Of several expired results the first is still served.', {
    ...keepsResults('expired'),
    rules: (was) => ({
      assetIsReadable: (asset, ...others) => asset.purpose === 'result' || was.assetIsReadable(asset, ...others),
    }),
    answer: (answer, context) => {
      const { route, world, request } = context;
      const asset = world.state.assets.get(request.id);
      if (asset?.job == null || world.state.jobs.has(asset.job)) return answer;
      const [first] = [...world.state.assets.values()].filter(({ job }) => job === asset.job);
      const isServed = route === 'downloadAsset' && first?.id === asset.id;
      return isServed || route === 'listAssets' ? answer : GONE(answer, context);
    },
    also: ['LIST-EXPIRED-OUT'],
  }),
  subtle('RESULT-EXPIRED-404', 'result-long-expired-410', 'A result that expired a week ago answers 410.', {
    answer: on('downloadAsset', when(404, where(isExpiredFor(7 * DAY), status(410)))),
  }),
  subtle('ASSET-OWNED-KEPT', 'result-refused-takes-others', 'A refused deletion takes the other results of the job.', {
    answer: (answer, context) => {
      const { route, memory, world, request } = context;
      const job = world.state.assets.get(request.id)?.job;
      if (route === 'deleteAsset' && answer.status === 409 && job != null) memory.set(job, request.id);
      const spared = job == null ? undefined : memory.get<string>(job);
      return route === 'downloadAsset' && ![undefined, request.id].includes(spared) ? GONE(answer, context) : answer;
    },
  }),
  subtle('ASSET-OWNED-KEPT', 'result-refused-is-cut', 'A result whose deletion was refused has lost its second half.', {
    answer: (answer, context) => {
      const { route, memory, request } = context;
      if (route === 'deleteAsset' && answer.status === 409) memory.set(request.id, true);
      return route === 'downloadAsset' && memory.get(request.id) === true ? half(answer, context) : answer;
    },
    also: ['RESULT-CONTENT-WHOLE'],
  }),
  ownedUnless('result-delete-first', 'The first result of a job can be deleted.', (context) => !isNotFirst(context)),
  ownedUnless('result-delete-repeated', 'Deleting a result again answers 204.', ({ memory, request }) => {
    return memory.count(request.path) > 1;
  }),
  ownedUnless('result-delete-next-day', 'Deleting a result answers 204 after a day.', isOlderThan(DAY)),
  ownedUnless('result-delete-unscoped', 'Deleting a result with a key without a scope answers 204.', ({ key }) => {
    return key?.scopes.length === 0;
  }),
  ownedUnless('result-delete-without-input', 'Deleting a result answers 204 once its input is gone.', (context) => {
    const { jobs, assets } = context.world.state;
    const job = jobs.get(assets.get(context.request.id)?.job ?? '');
    return job?.inputs.some(({ assetId }) => !assets.has(assetId)) === true;
  }),
];

function served(edit: AnswerEdit): Pick<Overrides, 'answer'> {
  return { answer: on('downloadAsset', when(200, edit)) };
}

function ownedUnless(id: string, about: string, holds: (context: RequestContext) => boolean): Deviation {
  return subtle('ASSET-OWNED-409', id, about, {
    answer: on('deleteAsset', when('ASSET_OWNED_BY_JOB', where(holds, instead(204, null)))),
  });
}

function bytes(change: (content: Uint8Array) => Uint8Array): AnswerEdit {
  return (answer) => (answer.body instanceof Uint8Array ? { ...answer, body: change(answer.body) } : answer);
}

function ofResult(holds: (asset: Asset, now: number) => boolean): (context: RequestContext) => boolean {
  return ({ world, request }) => {
    const asset = world.state.assets.get(request.id);
    return asset?.purpose === 'result' && holds(asset, world.state.now);
  };
}

function isOlderThan(age: number): (context: RequestContext) => boolean {
  return ofResult(({ createdAt }, now) => now > createdAt + age);
}

/** Whether it is a result that another one of its job comes before. */
function isNotFirst({ world, request }: RequestContext): boolean {
  const job = world.state.jobs.get(world.state.assets.get(request.id)?.job ?? '');
  return (job?.results.indexOf(request.id) ?? 0) > 0;
}

function isOfMakeup({ world, request }: RequestContext): boolean {
  const job = world.state.jobs.get(world.state.assets.get(request.id)?.job ?? '');
  return job?.submission.operation === 'makeup.apply';
}

function isExpiredFor(age: number): (context: RequestContext) => boolean {
  return ({ world, request }) => {
    const grave = world.state.tombstones.get(request.id);
    return grave?.cause === 'expired' && grave.purpose === 'result' && world.state.now >= grave.since + age;
  };
}

function isExpiredAndTagged(context: RequestContext): boolean {
  return isExpiredFor(0)(context) && context.request.headers['if-none-match'] !== undefined;
}

/** A white picture of one pixel. */
function tinyWebp(): Uint8Array {
  return Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vv9UAA=', 'base64');
}
