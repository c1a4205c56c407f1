import { isMap } from '../../../shared/is-map.ts';
import { type Demand, mustNotBe, mustShow } from '../demand.ts';
import type { CreateDetail } from './detail.ts';
import { isGone, type Sight, type Thing, type World } from './world.ts';

const OF_TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'UPLOAD-JPEG',
  'image/png': 'UPLOAD-PNG',
  'image/webp': 'UPLOAD-WEBP',
};
/** What of an asset does not change. */
const FIXED = ['purpose', 'media_type', 'size_bytes', 'width', 'height'] as const;

/** Spec 2.1, 2.3: the answer to an upload, and the same facts about a picture in every answer. */
export const createAssets: CreateDetail = (world) => {
  /** The pictures that were taken, by owner. */
  const taken = new Set<string>();
  return {
    demands: (sight) => {
      if (sight.route === 'upload' && sight.isAnswered && sight.owner !== null) return ofUpload(sight, taken);
      if (!sight.isJudged || sight.owner === null) return [];
      const asset = world.things.get(sight.id);
      if (asset?.kind !== 'asset' || asset.owner !== sight.owner || isGone(asset, world)) return [];
      if (sight.route === 'asset') return ofRead(asset);
      return sight.route === 'content' ? ofContent(asset, sight) : [];
    },
    keep: ({ route, view, exchange, owner }) => {
      const { body } = exchange.request;
      if (route === 'upload' && body.kind === 'bytes' && (view.status ?? 500) < 300)
        taken.add(`${owner} ${body.sha256}`);
    },
  };
};

function ofUpload({ exchange, owner, view }: Sight, taken: ReadonlySet<string>): Demand[] {
  const { body } = exchange.request;
  const type = view.request.header['content-type'] ?? '';
  const image = body.kind === 'bytes' ? body.image : null;
  if (image?.decodable !== true || image.media_type !== type) return ofBadUpload(type);
  const { width, height } = image;
  const is = (rule: string, why: string) => ({ rule, because: [], why });
  const size = is('UPLOAD-SIZE', 'so many bytes were sent');
  const sides = is('UPLOAD-DIMENSIONS', 'so large is the picture that was sent');
  return [
    ...(body.kind === 'bytes' && taken.has(`${owner} ${body.sha256}`)
      ? [mustNotBe(REFUSALS, is(OF_TYPES[type] ?? 'UPLOAD-STATUS', 'the same picture was taken before'))]
      : []),
    mustShow('/purpose', 'input', is('UPLOAD-PURPOSE-INPUT', 'it was uploaded')),
    mustShow('/media_type', type, is('UPLOAD-MEDIA-TYPE', 'that type was sent')),
    ...(body.kind === 'bytes' ? [mustShow('/size_bytes', body.size, size)] : []),
    mustShow('/width', width, sides),
    mustShow('/height', height, sides),
  ];
}

/** A server may take whatever it is sent, and find out later what it is. */
function ofBadUpload(type: string): Demand[] {
  const rule = type in OF_TYPES ? 'UPLOAD-400' : 'UPLOAD-MEDIA-TYPE-REFUSED';
  const why = 'it is no picture of its type';
  return [mustNotBe([500, 501, 301, 302, 303, 307, 308], { rule, because: [], why })];
}

const REFUSALS: readonly number[] = [400, 403, 404, 405, 406, 409, 410, 422];

function ofRead(asset: Thing): Demand[] {
  const because = [asset.id];
  const { made, told } = asset;
  const uploaded = isMap(made?.body) ? made.body : null;
  return [
    ...(uploaded === null
      ? []
      : FIXED.map((name) =>
          mustShow(`/${name}`, uploaded[name], { rule: 'ASSET-READ-SAME', because, why: 'its upload answered so' }),
        )),
    ...(told === null
      ? []
      : [
          mustShow('/purpose', 'result', { rule: 'RESULT-PURPOSE', because, why: 'a job made it' }),
          ...(['media_type', 'size_bytes'] as const).map((name) =>
            mustShow(`/${name}`, told[name], { rule: 'RESULT-ASSET-AGREES', because, why: 'its job shows it so' }),
          ),
        ]),
  ];
}

function ofContent({ id, told }: Thing, { exchange, view }: Sight): Demand[] {
  const body = exchange.answer?.body;
  if (told === null || view.status !== 200 || body === undefined) return [];
  const image = body.kind === 'bytes' ? body.image : null;
  const size = body.kind === 'bytes' ? body.size : null;
  const demand = (rule: string, name: string, seen: unknown, expected: unknown): Demand[] =>
    expected === undefined || expected === null
      ? []
      : [
          {
            rule,
            because: [id],
            check: () =>
              seen === expected
                ? null
                : {
                    pointer: `/${name}`,
                    expected: `${JSON.stringify(expected)}, as its job shows`,
                    seen: seen ?? null,
                  },
          },
        ];
  return [
    ...demand('RESULT-CONTENT-WHOLE', 'image', image?.decodable ?? false, true),
    ...demand('RESULT-CONTENT-SIZE', 'size', size, told['size_bytes']),
    ...(image === null
      ? []
      : [
          ...demand('RESULT-CONTENT-IMAGE', 'image/media_type', image.media_type, told['media_type']),
          ...demand('RESULT-CONTENT-DIMENSIONS', 'image/width', image.width, told['width']),
          ...demand('RESULT-CONTENT-DIMENSIONS', 'image/height', image.height, told['height']),
        ]),
  ];
}

/** What of a known asset an item of a list must be like. */
export function wrongItem(
  item: Readonly<Record<string, unknown>>,
  { things }: World,
): { name: string; expected: unknown } | null {
  const known = things.get(String(item['id']));
  const shown = known?.body ?? known?.told ?? null;
  if (shown === null) return null;
  // A size may be null in one view and known in another.
  const name = FIXED.find((one) => isKnown(shown[one]) && isKnown(item[one]) && item[one] !== shown[one]);
  return name === undefined ? null : { name, expected: shown[name] };
}

function isKnown(value: unknown): boolean {
  return value !== undefined && value !== null;
}
