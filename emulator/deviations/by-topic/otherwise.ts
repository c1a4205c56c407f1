import { signatureHeader } from '../../domain/signature.ts';
import { HOUR } from '../../domain/values/time.ts';
import { type Deviation, type RequestContext, subtle } from '../deviation.ts';
import {
  type AnswerEdit,
  type AnyJson,
  body,
  header,
  instead,
  isSubmit,
  on,
  refusal,
  refuse,
  SUBMITS,
  when,
  where,
} from '../edits.ts';
import { event, signature } from '../posts.ts';
import { later } from '../shift.ts';
import { assets, jobs, results } from '../views.ts';
import { page } from './lists/page-edits.ts';

const BROKEN = refusal(500, 'INTERNAL_ERROR');

function keepsHold(id: string, about: string, refused: number): Deviation {
  return subtle('CREDIT-REFUSED-FREE', id, about, {
    answer: (answer, context) => {
      const { memory, route } = context;
      if (isSubmit(route) && answer.status === refused) memory.set('held', true);
      if (memory.get('held') !== true) return answer;
      return balance((shown) => {
        shown.held_units += 1;
        shown.available_units -= 1;
        shown.spendable_units -= 1;
      })(answer, context);
    },
  });
}

/** Derived rules broken in ways that no lawful server would choose, and a few in the way that one may. */
export const OTHERWISE: readonly Deviation[] = [
  subtle(
    'UPLOAD-400',
    'upload-of-no-image-500',
    'Bytes that are no image of the declared type are answered with 500.',
    { answer: on('uploadAsset', when(400, where(sends(/^image\/(?:jpeg|png|webp)$/), BROKEN))) },
  ),
  subtle(
    'UPLOAD-MEDIA-TYPE-REFUSED',
    'upload-of-other-type-500',
    'An upload of an unknown type is answered with 500.',
    { answer: on('uploadAsset', when(400, where(sends(/^image\/(?:gif|bmp|svg)/), BROKEN))) },
  ),
  subtle('UPLOAD-NO-WRAPPER', 'upload-in-form-is-no-asset', 'A picture in a form is taken, and no asset comes of it.', {
    answer: on('uploadAsset', when(400, where(sends(/^multipart\//), instead(200, { received: true })))),
  }),
  subtle('UPLOAD-HUGE', 'upload-huge-is-no-asset', 'An upload that is too large is taken, and no asset comes of it.', {
    answer: on('uploadAsset', when(413, instead(200, { received: true }))),
  }),
  subtle('ASSET-READ-SAME', 'asset-read-other-width', 'A read shows an asset a pixel wider than its upload did.', {
    answer: on(
      'readAsset',
      body((asset) => {
        if (asset.width) asset.width += 1;
      }),
    ),
  }),
  subtle('ASSET-NOT-EARLY', 'asset-early-410', 'An input is read with 410 in the last hour before its expires_at.', {
    answer: on(
      'readAsset',
      where((context, answer) => answer.status === 200 && isNearExpiry(context), refuse(410, 'ASSET_EXPIRED')),
    ),
  }),
  subtle('CREDIT-HELD-QUEUED', 'balance-holds-one-less', 'One of the held units is shown as settled.', {
    answer: balance((shown) => {
      if (shown.held_units === 0) return;
      shown.held_units -= 1;
      shown.settled_units -= 1;
    }),
  }),
  keepsHold('refusal-keeps-hold', 'A submission that is not valid leaves a unit held.', 400),
  keepsHold('conflict-keeps-hold', 'A submission that reuses an Idempotency-Key leaves a unit held.', 409),
  subtle('JOB-DELETED-INPUT-STAYS', 'job-delete-input-410', 'After the deletion of a job its input is read with 410.', {
    answer: (answer, context) => {
      const { memory, route } = context;
      if (route === 'deleteJob' && answer.status === 204) memory.set('deleted', true);
      return memory.get('deleted') === true
        ? on('readAsset', when(200, refuse(410, 'ASSET_GONE')))(answer, context)
        : answer;
    },
  }),
  subtle('ASSET-DELETE-404', 'asset-delete-unknown-409', 'The deletion of an unknown asset is answered with 409.', {
    answer: on('deleteAsset', when('ASSET_NOT_FOUND', refusal(409, 'ASSET_OWNED_BY_JOB'))),
  }),
  subtle('JOB-INPUTS-AS-SENT', 'job-names-input-twice', 'A job names its input twice.', {
    ...jobs((job) => {
      job.inputs = [...job.inputs, ...job.inputs];
    }),
  }),
  subtle('JOB-TIMES-ORDER', 'job-completed-hour-before', 'A job was completed an hour before it was made.', {
    ...jobs((job) => {
      job.completed_at &&= later(job.created_at, -HOUR);
    }),
  }),
  subtle('JOB-EXPIRES', 'job-expired-410', 'A job that was read before is answered with 410 after its retention.', {
    answer: on('readJob', (answer, context) => {
      const { memory, request } = context;
      if (answer.status === 200) memory.set(request.path, true);
      const isKnown = answer.status === 404 && memory.get(request.path) === true;
      return isKnown ? refusal(410, 'JOB_EXPIRED')(answer, context) : answer;
    }),
    also: ['JOB-DELETED-404'],
  }),
  subtle('ETAG-CHANGES', 'tag-of-named-fields', 'A job says how often it was read, and its tag knows nothing of it.', {
    answer: on(
      'readJob',
      when(
        200,
        body((job, { memory }) => ({ ...job, reads: memory.count(job.id) })),
      ),
    ),
    also: ['CANCEL-BODY'],
  }),
  subtle('EVENT-POLL-AGREES', 'read-behind-event', 'The first read of a job that has ended shows it running.', {
    answer: on('readJob', (answer, context) =>
      body((job, { memory }) => {
        if (!['succeeded', 'failed', 'cancelled'].includes(job.status) || memory.count(job.id) > 1) return;
        Object.assign(job, { status: 'running', output: null, error: null, completed_at: null, expires_at: null });
      })(header('Retry-After', '1')(answer, context), context),
    ),
    also: ['JOB-FORWARD-ONLY'],
  }),
  subtle('SUBMIT-QUEUED', 'submit-of-finished', 'A submission is answered with 202 and its job, which has succeeded.', {
    answer: on(
      SUBMITS,
      when(
        202,
        body((job) => {
          Object.assign(job, { status: 'succeeded', output: { type: 'fixture' }, completed_at: job.created_at });
        }),
      ),
    ),
    also: ['JOB-FORWARD-ONLY'],
  }),
  page('LIST-CURSOR-END', 'list-cursor-lost', 'A page before the last has no next_cursor.', (shown) => {
    shown.next_cursor = null;
  }),
  subtle('LIST-MALFORMED-400', 'list-malformed-500', 'A parameter that cannot be read is answered with 500.', {
    answer: on('listAssets', when('INVALID_REQUEST', BROKEN)),
    also: ['LIST-400'],
  }),
  subtle('RESULT-HREF-OWN-ID', 'result-href-of-input', 'The href of a result leads to the input of its job.', {
    ...jobs((job) => {
      const shown: AnyJson[] = [job.output?.image ?? [], job.output?.visualizations ?? []].flat();
      for (const result of shown) result.href = `/v1/assets/${job.inputs[0].asset_id}/content`;
    }),
    also: ['RESULT-CONTENT-200'],
  }),
  subtle('RESULT-CONTENT-DIMENSIONS', 'result-sides-swapped', 'Width and height of a result are swapped.', {
    ...results((result) => {
      [result.width, result.height] = [result.height, result.width];
    }),
  }),
  subtle('RESULT-ASSET-AGREES', 'result-asset-byte-more', 'The asset of a result is a byte larger than the result.', {
    ...assets((asset, { purpose }) => {
      asset.size_bytes += purpose === 'result' ? 1 : 0;
    }),
  }),
  subtle('WH-RESIGN', 'retry-signed-hour-before', 'A retry is signed with a time an hour before it.', {
    ...signature((value, { delivery, secrets, unixSeconds }, content) =>
      delivery.attempts.length > 0 ? signatureHeader(secrets, unixSeconds - 3_600, content) : value,
    ),
    also: ['WH-SIGNATURE-TIME'],
  }),
  subtle('WH-OWN-ACCOUNT', 'event-names-other-job', 'An event says which jobs of other accounts ended before it.', {
    ...event((told, { event: own, world }) => {
      const others = [...world.state.jobs.values()].filter(
        ({ owner }) => owner.split('/')[0] !== own.owner.split('/')[0],
      );
      if (others.length > 0) told.others = others.map(({ id }) => id);
    }),
  }),
];

function sends(type: RegExp): (context: RequestContext) => boolean {
  return ({ request }) => type.test(request.headers['content-type'] ?? '');
}

function isNearExpiry({ world, request }: RequestContext): boolean {
  const asset = world.state.assets.get(request.id);
  return asset?.purpose === 'input' && world.state.now > asset.expiresAt - HOUR;
}

function balance(change: (shown: AnyJson) => void): NonNullable<Deviation['answer']> {
  const edit: AnswerEdit = when(200, body(change));
  return on('readCreditBalance', edit);
}
