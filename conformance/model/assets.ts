import { isMap } from '../../shared/is-map.ts';
import { UNKNOWN_TAG } from '../../shared/sessions/operation.ts';
import { type Demand, mustBe, mustNotBe, mustRefuse, mustRefuseWith, mustServe, mustShow, sparedAs } from './demand.ts';
import { hasExpired, isGone, isSurelyKept, type Known, type KnownAsset, keepIn, type Shown, timeAt } from './known.ts';
import { namedIn } from './read-submission.ts';
import { assetOf, inputOf, isKeySent, type Sight } from './sight.ts';
import type { CreateTopic } from './topic.ts';

const OF_TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'UPLOAD-JPEG',
  'image/png': 'UPLOAD-PNG',
  'image/webp': 'UPLOAD-WEBP',
};
/** What of an asset does not change. */
export const FIXED = ['purpose', 'media_type', 'size_bytes', 'width', 'height'] as const;
/** Why all of that but the purpose may differ from one answer to the next. */
export const STORED_CONVERTED = 'a picture may be stored in another form than it was sent';

/** Spec 2.1, 2.3, 8: uploads, and the assets of the caller until they are deleted or have expired. */
export const createAssets: CreateTopic = (known) => {
  /** The pictures that were accepted, by owner. */
  const taken = keepIn(known, new Set<string>());
  const accepted = new Map<string, Bounds>();
  return {
    demands: (sight) => {
      if (sight.route === 'upload')
        return sight.isAnswered && isBare(sight) ? ofUpload(sight, taken, boundsOf(sight, accepted)) : [];
      if (!sight.isJudged) return [];
      if (sight.route === 'submit') return ofExpiredInput(sight, known);
      const asset = assetOf(sight, known);
      return asset === undefined ? [] : ofAsset(asset, sight, known);
    },
    keep: ({ route, view, exchange, owner }) => {
      const { body } = exchange.request;
      if (route !== 'upload' || body.kind !== 'bytes' || (view.status ?? 500) >= 300) return;
      taken.add(`${owner} ${body.sha256}`);
      if (body.image !== null) widen(boundsOf({ owner }, accepted), measuresOf(body.image, body.size));
    },
  };
};

const REFUSALS: readonly number[] = [400, 403, 404, 405, 406, 409, 410, 415, 422];

function ofUpload({ exchange, owner, view }: Sight, taken: ReadonlySet<string>, accepted: Bounds): Demand[] {
  const { body } = exchange.request;
  const type = view.request.header['content-type'] ?? '';
  const image = body.kind === 'bytes' ? body.image : null;
  if (body.kind !== 'bytes' || image?.decodable !== true || image.media_type !== type)
    return type === '' ? [] : ofBadUpload(type, image?.media_type === type);
  const is = (rule: string, why: string) => ({ rule, because: [], why });
  const isSame = taken.has(`${owner} ${body.sha256}`);
  const isWithin = OF_TYPES[type] !== undefined && within(accepted, measuresOf(image, body.size));
  const why = isSame ? 'the same picture was accepted before' : 'smaller and larger ones were accepted';
  return [
    ...(isSame || isWithin ? [mustNotBe(REFUSALS, is(OF_TYPES[type] ?? 'UPLOAD-STATUS', why))] : []),
    ...(isShown(view.body) ? [mustNotBe(REDIRECTS, is('UPLOAD-STATUS', 'it answers with an Asset'))] : []),
    mustShow('/purpose', 'input', is('UPLOAD-PURPOSE-INPUT', 'it was uploaded')),
    mustShow('/media_type', type, is('UPLOAD-MEDIA-TYPE', 'that type was sent')),
    mustShow('/size_bytes', body.size, is('UPLOAD-SIZE', 'so many were sent')),
    ...(['width', 'height'] as const).map((side) =>
      sparedAs(
        'it may be stored smaller',
        mustShow(`/${side}`, image[side], is('UPLOAD-DIMENSIONS', 'it was sent so')),
      ),
    ),
  ];
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

function isShown(body: unknown): boolean {
  return isMap(body) && typeof body['id'] === 'string';
}

/** The least and the most of each measure of the pictures that were accepted: limits are open, but they are limits. */
type Bounds = { least: number[]; most: number[] };

/** An account may have its own limits. */
function boundsOf({ owner }: Pick<Sight, 'owner'>, accepted: Map<string, Bounds>): Bounds {
  const name = String(owner);
  const bounds = accepted.get(name) ?? { least: [], most: [] };
  accepted.set(name, bounds);
  return bounds;
}

/** What an Idempotency-Key, or anything else that is not specified, makes of an upload is open. */
function isBare({ owner, view }: Sight): boolean {
  const { header, url } = view.request;
  const names = Object.keys(header).filter((name) => name !== 'x-api-key' && name !== 'content-type');
  return owner !== null && names.length === 0 && !url.includes('?');
}

/** So many bytes any service takes that takes pictures. */
const FEW_BYTES = 200_000;

function measuresOf({ width, height }: { width: number; height: number }, size: number): number[] {
  return [width, height, width / height, width * height, Math.max(size, FEW_BYTES)];
}

function widen({ least, most }: Bounds, measures: readonly number[]): void {
  measures.forEach((measure, index) => {
    least[index] = Math.min(least[index] ?? measure, measure);
    most[index] = Math.max(most[index] ?? measure, measure);
  });
}

function within({ least, most }: Bounds, measures: readonly number[]): boolean {
  return measures.every(
    (measure, index) => measure >= (least[index] ?? Infinity) && measure <= (most[index] ?? -Infinity),
  );
}

/** Types that hold a picture within something else. */
const WRAPPERS = /^(?:multipart|application\/json|text\/plain)/;

/** A server may accept any body, and detect its type later. Whether a picture that breaks off is refused is open (reading 5). */
function ofBadUpload(type: string, isBroken: boolean): Demand[] {
  const ofType = type in OF_TYPES ? 'UPLOAD-400' : 'UPLOAD-MEDIA-TYPE-REFUSED';
  const reason = {
    ...{ rule: WRAPPERS.test(type) ? 'UPLOAD-NO-WRAPPER' : ofType, because: [] },
    why: 'it is not a picture of its type',
  };
  return [
    mustNotBe([500, 501, ...REDIRECTS], reason),
    ...(isBroken ? [] : [sparedAs('it may look at the bytes later', mustRefuse(reason))]),
  ];
}

function ofAsset(asset: KnownAsset, sight: Sight, known: Known): Demand[] {
  const { route } = sight;
  if (isGone(asset, known)) return ofDeleted(asset, sight, known);
  const { first = {} } = known.shown.get(asset.id) ?? {};
  const isThere = isSurelyKept(asset, sight, known);
  const isExpired = !known.unsure.has(asset.id) && hasExpired(asset, sight, known);
  switch (route) {
    case 'asset':
      return [...ofReading(asset, { isThere, isExpired }, sight, known), ...ofRead(asset, first)];
    case 'asset-delete':
      return ofDeletion(asset, isThere);
    case 'content':
      return asset.purpose === 'input'
        ? []
        : [
            ...(isThere ? ofServed(asset, sight) : isExpired && wasRead(asset, known) ? [ofExpired(asset)] : []),
            ...ofContent(asset, sight, first),
          ];
    default:
      return [];
  }
}

type Life = { isThere: boolean; isExpired: boolean };

function ofReading(asset: KnownAsset, { isThere, isExpired }: Life, sight: Sight, known: Known): Demand[] {
  if (isThere) return ofThere(asset);
  if (!isExpired) return isEarly(asset, sight, known) ? [notEarly(asset)] : [];
  const reason = { rule: 'ASSET-EXPIRES', because: [asset.id], why: 'it has expired' };
  const isPurged = sparedAs('its metadata may stay until a later purge', mustBe([404], reason));
  return [mustBe([404, 200], reason), isPurged];
}

function ofServed({ id }: KnownAsset, { view }: Sight): Demand[] {
  const reason = { rule: 'RESULT-CONTENT-200', because: [id], why: 'the result is there and belongs to the caller' };
  const isUnknown = view.request.header['if-none-match'] === UNKNOWN_TAG;
  return [mustServe(reason), ...(isUnknown ? [mustNotBe([304], { ...reason, why: 'no answer had this tag' })] : [])];
}

/** An input that was not shown lately: it may be purged before its time. */
function isEarly({ until, purpose, owner }: KnownAsset, sight: Sight, known: Known): boolean {
  const time = owner.startsWith('own ') ? timeAt(known, sight) : null;
  return purpose === 'input' && known.isAccountMade && until !== null && time !== null && time.to < until;
}

function notEarly({ id }: KnownAsset): Demand {
  const reason = { rule: 'ASSET-NOT-EARLY', because: [id], why: 'it has not expired' };
  return sparedAs('it may be purged early', mustBe([200], reason));
}

/** Where others upload the same picture, its asset may be there again. */
export function mayBeBack({ id, purpose }: KnownAsset, { isAccountMade, unsure }: Known): boolean {
  return purpose === 'input' && (!isAccountMade || unsure.has(id));
}

function ofDeleted(asset: KnownAsset, { route }: Sight, known: Known): Demand[] {
  if (mayBeBack(asset, known)) return [];
  const { id, purpose } = asset;
  const isResult = purpose === 'result';
  const reason = (rule: string) => ({ rule, because: [id], why: `the ${isResult ? 'job' : 'asset'} was deleted` });
  if (route === 'asset')
    return mustRefuseWith(404, 'ASSET_NOT_FOUND', reason(isResult ? 'JOB-DELETED-RESULTS' : 'ASSET-DELETED-404'));
  if (route === 'content') return [mustRefuse(reason(isResult ? 'JOB-DELETED-CONTENT' : 'ASSET-DELETED-CONTENT'))];
  return route === 'asset-delete' && !isResult ? [mustBe([204], reason('ASSET-DELETE-REPEAT-204'))] : [];
}

function ofThere({ id, purpose }: KnownAsset): Demand[] {
  const rule = purpose === 'result' ? 'RESULT-IS-ASSET' : 'ASSET-READ-200';
  const reason = { rule, because: [id], why: 'the asset is there and belongs to the caller' };
  return [mustBe([200], reason), mustShow('/id', id, reason)];
}

/** The same facts about a picture in every answer. */
function ofRead({ id, purpose }: KnownAsset, first: Shown['first']): Demand[] {
  const is = (rule: string, why: string) => ({ rule, because: [id], why });
  if (purpose === 'input')
    return FIXED.map((name) =>
      sparedAs(
        name === 'purpose' ? null : STORED_CONVERTED,
        mustShow(`/${name}`, first[name], is('ASSET-READ-SAME', 'its upload answered so')),
      ),
    );
  return [
    mustShow('/purpose', 'result', is('RESULT-PURPOSE', 'a job made it')),
    ...(['media_type', 'size_bytes'] as const).map((name) =>
      mustShow(`/${name}`, first[name], is('RESULT-ASSET-AGREES', 'its job shows it so')),
    ),
  ];
}

function ofDeletion({ id, purpose }: KnownAsset, isThere: boolean): Demand[] {
  const because = [id];
  if (purpose === 'input')
    return [mustBe([204], { rule: 'ASSET-DELETE-204', because, why: 'the asset belongs to the caller' })];
  // Reading 63.
  if (!isThere) return [];
  const reason = { rule: 'ASSET-OWNED-409', because, why: 'it is a result of a job' };
  return mustRefuseWith(409, 'ASSET_OWNED_BY_JOB', reason);
}

function ofExpired({ id }: KnownAsset): Demand {
  return mustBe([404], { rule: 'RESULT-EXPIRED-404', because: [id], why: 'it has expired' });
}

/** Whether it was shown as an Asset: a result may be kept longer than its job says. */
function wasRead({ id }: KnownAsset, { shown }: Known): boolean {
  const { first, last } = shown.get(id) ?? {};
  return first !== last;
}

function ofContent({ id }: KnownAsset, { exchange, view }: Sight, first: Shown['first']): Demand[] {
  const body = exchange.answer?.body;
  if (view.status !== 200 || body === undefined) return [];
  const image = body.kind === 'bytes' ? body.image : null;
  const size = body.kind === 'bytes' ? body.size : null;
  const demand = (rule: string, name: string, seen: unknown, wanted: unknown): Demand[] => {
    if (wanted === undefined || wanted === null || seen === wanted) return [];
    const expected = `${JSON.stringify(wanted)}, as its job shows`;
    return [{ rule, because: [id], check: () => ({ pointer: `/${name}`, expected, seen: seen ?? null }) }];
  };
  return [
    ...demand('RESULT-CONTENT-WHOLE', 'image', image?.decodable ?? false, true),
    ...demand('RESULT-CONTENT-SIZE', 'size', size, first['size_bytes']),
    ...(image === null
      ? []
      : demand('RESULT-CONTENT-IMAGE', 'image/media_type', image.media_type, first['media_type'])),
    ...(image === null ? [] : ofSides(image, first, demand)),
  ];
}

type Sides = { width: number; height: number };
type OfValue = (rule: string, name: string, seen: unknown, wanted: unknown) => Demand[];

/** The sides may be those of the picture before it was scaled down, but not swapped. */
function ofSides({ width, height }: Sides, first: Shown['first'], demand: OfValue): Demand[] {
  const isOnItsSide = width !== height && width === first['height'] && height === first['width'];
  return (['width', 'height'] as const)
    .flatMap((side) => demand('RESULT-CONTENT-DIMENSIONS', `image/${side}`, { width, height }[side], first[side]))
    .map((one) => sparedAs(isOnItsSide ? null : 'it may be stored smaller', one));
}

function ofExpiredInput(sight: Sight, known: Known): Demand[] {
  const asset = known.mayOthersAct ? undefined : inputOf(sight, known);
  if (asset === undefined || isGone(asset, known) || known.unsure.has(asset.id)) return [];
  if (!hasExpired(asset, sight, known) || wasUsed(asset, known)) return [];
  const reason = { rule: 'SUBMIT-INPUT-410', because: [asset.id], why: 'its input has expired' };
  const isNew = sight.submission !== null && !isKeySent(sight, known);
  // What is long expired may be forgotten.
  const isLately = isNew && !hasExpired({ ...asset, until: (asset.until ?? 0) + LATELY }, sight, known);
  return [mustNotBe(isLately ? [202, 404] : [202], reason)];
}

const LATELY = 600_000;

/** Whether a job was made of it since it was shown last: that may prolong its life. */
function wasUsed({ id }: KnownAsset, { jobs, shown }: Known): boolean {
  const shownAt = shown.get(id)?.position ?? 0;
  return [...jobs.values()].some(
    ({ accepted, submission }) => accepted > shownAt && namedIn(submission, [id]).length > 0,
  );
}
