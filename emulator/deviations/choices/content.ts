import { ownerOf } from '../../domain/account.ts';
import { pathTo } from '../../domain/routes.ts';
import { sealOf } from '../../domain/values/digest.ts';
import { lookUpAsset } from '../../world/assets.ts';
import type { WireAnswer } from '../../world/wire.ts';
import type { Means, Overrides, RequestContext } from '../deviation.ts';
import { type AnswerEdit, header, on, status, when, where } from '../edits.ts';
import { asked, sent } from '../requests.ts';

/** Answers of the content route. The emulator itself reads the other open questions about assets. */
export const CONTENT_CHOICES: Readonly<Record<string, Means>> = {
  content_type: (choice) =>
    download(when(200, header('Content-Type', choice === 'absent' ? null : 'application/octet-stream'))),
  content_etag: (choice) => download(header('ETag', choice === 'absent' ? null : (tag) => `W/${tag}`)),
  content_cache_control: (choice) =>
    download(header('Cache-Control', choice === 'absent' ? null : () => 'private, max-age=3600')),
  content_nosniff: () => download(header('X-Content-Type-Options', null)),
  content_if_none_match: () => ({
    request: asked(
      'downloadAsset',
      sent('if-none-match', () => null),
    ),
  }),
  content_disposition: (choice) =>
    download(
      when(200, (answer, context) =>
        header('Content-Disposition', dispositionOf(String(choice), context))(answer, context),
      ),
    ),
  content_ranges: () => download(when(200, partOf)),
  content_redirect: () => ({
    request: asked('downloadAsset', (request, context) => {
      const secret = request.headers['x-api-key'] ?? keyOfTicket(context);
      return secret === undefined ? request : { ...request, headers: { ...request.headers, 'x-api-key': secret } };
    }),
    ...download(where((context, answer) => isServed(answer) && keyOfTicket(context) === undefined, redirected)),
  }),
  content_of_deleted_result: () => ({
    ...download(where(wasDeletedByThem, when(404, status(410)))),
    readsTombstones: true,
  }),
  content_of_unknown_asset: () => ({
    ...download(where(neverWasTheirs, when(404, status(410)))),
    readsTombstones: true,
  }),
};

function download(edit: AnswerEdit): Pick<Overrides, 'answer'> {
  return { answer: on('downloadAsset', edit) };
}

function dispositionOf(form: string, { world, request }: RequestContext): string {
  const [, type = 'png'] = world.state.assets.get(request.id)?.mediaType.split('/') ?? [];
  return `${form}; filename="${request.id}.${type}"`;
}

/** Supports one range of bytes. Other ranges, and one beyond the end, are ignored, as a server may do. */
const partOf: AnswerEdit = (answer, { request }) => {
  const bytes = Buffer.from(answer.body ?? '');
  const headers = { ...answer.headers, 'Accept-Ranges': 'bytes' };
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers['range'] ?? '') ?? [];
  const from = first === '' ? bytes.byteLength - Number(last) : Number(first);
  const to = first === '' || last === '' ? bytes.byteLength - 1 : Math.min(Number(last), bytes.byteLength - 1);
  if (request.method !== 'GET' || first + last === '' || from > to) return { ...answer, headers };
  const range = `bytes ${Math.max(0, from)}-${to}/${bytes.byteLength}`;
  return {
    status: 206,
    headers: { ...headers, 'Content-Range': range },
    body: bytes.subarray(Math.max(0, from), to + 1),
  };
};

function isServed(answer: WireAnswer): boolean {
  return answer.status === 200 || answer.status === 206;
}

/** Redirects to the same path with a ticket in place of the key, so that the address contains no key. */
const redirected: AnswerEdit = (_, { world, request, key }) => {
  const ticket = sealOf(key?.secret ?? '', `${world.settings.seed} ${request.id}`);
  const path = pathTo('downloadAsset', encodeURIComponent(request.id));
  return { status: 302, headers: { Location: `${path}?ticket=${ticket}` }, body: null };
};

function keyOfTicket({ world, request }: RequestContext): string | undefined {
  const ticket = request.query.find(([name]) => name === 'ticket')?.[1];
  if (ticket === undefined) return undefined;
  const text = `${world.settings.seed} ${request.id}`;
  return [...world.state.keys.values()].find(({ secret }) => sealOf(secret, text) === ticket)?.secret;
}

/** The caller's own thing has expired or was deleted, which is answered with 404 (spec 6.2). */
function neverWasTheirs(context: RequestContext): boolean {
  return context.key !== null && theirs(context) === undefined;
}

/** For anyone else, it has never existed (spec 5.6). */
function wasDeletedByThem(context: RequestContext): boolean {
  const asset = theirs(context);
  return asset !== undefined && 'cause' in asset && asset.cause === 'deleted';
}

function theirs({ world, request, key }: RequestContext): ReturnType<typeof lookUpAsset> {
  return key === null ? undefined : lookUpAsset(world, ownerOf(key.account, key.environment), request.id);
}
