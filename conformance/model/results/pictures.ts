import type { BodyRecord } from '../../effects/http/exchange.ts';
import { idOf } from '../../effects/http/view.ts';
import type { Owner } from '../../plan/owner.ts';
import { apart, mostApart } from '../../suite/expression/looks.ts';
import { type Demand, failing } from '../demand.ts';
import { type Known, keepIn } from '../known.ts';
import { assetOf, type Sight } from '../sight.ts';
import type { CreateTopic } from '../topic.ts';
import { isDifferent, isPainted, type Painted, paintedBy } from './painted.ts';

/** What is kept of a picture: a digest of its bytes, and its coarse colors, which observed traffic lacks. */
type Picture = { id: string; sha256: string; look: string | null };
/** The result of a makeup try-on, the picture that it was made of, and what must be visible of its products. */
type TryOn = Picture & { owner: Owner; source: Picture; painted: Painted };
type Sources = ReadonlyMap<string, Picture>;

/**
 * Spec 5.3: what the picture of a try-on shows, with live keys only, since test keys get fixture results. How a server renders
 * and encodes is open, so only equal pictures and much different colors say anything.
 */
export const createPictures: CreateTopic = (known) => {
  const sources = keepIn(known, new Map<string, Picture>());
  /** Of the results that were made of the same picture, the first one with these bytes. */
  const results = keepIn(known, new Map<string, TryOn>());
  return {
    demands: (sight) => {
      const result = resultIn(sight, sources, known);
      return result === null
        ? []
        : [...ofSource(result, sources), ...ofProducts(result), ...ofOthers(result, results.get(nameOf(result)))];
    },
    keep: (sight) => {
      const upload = uploadIn(sight);
      if (upload !== null) sources.set(upload.id, upload);
      const result = resultIn(sight, sources, known);
      if (result !== null && !results.has(nameOf(result))) results.set(nameOf(result), result);
    },
  };
};

function nameOf({ owner, source, sha256 }: TryOn): string {
  return `${owner} ${source.sha256} ${sha256}`;
}

function uploadIn({ route, view, exchange }: Sight): Picture | null {
  const id = route === 'upload' && (view.status ?? 500) < 300 ? idOf(view) : null;
  return id === null ? null : pictureIn(exchange.request.body, id);
}

function pictureIn(body: BodyRecord, id: string): Picture | null {
  if (body.kind !== 'bytes' || body.image?.decodable !== true) return null;
  return { id, sha256: body.sha256, look: body.image.look ?? null };
}

function resultIn(sight: Sight, sources: Sources, known: Known): TryOn | null {
  const { route, view, exchange, owner, isJudged } = sight;
  if (route !== 'content' || view.status !== 200 || !isJudged || !owner?.endsWith(' live')) return null;
  const asset = assetOf(sight, known);
  const job = known.jobs.get(asset?.job ?? '');
  const source = sources.get(job?.submission?.input ?? '');
  if (asset === undefined || job?.operation !== 'makeup.apply' || source === undefined) return null;
  if (known.unsure.has(job.id) || known.doubtful.has(source.id) || exchange.answer === null) return null;
  const picture = pictureIn(exchange.answer.body, asset.id);
  return picture && { ...picture, owner, source, painted: paintedBy(job.submission?.body['products']) };
}

/** Of 255. Two encodings of a picture, or a face and a made-up one, are nearer. */
const FAR = 20;

/** An upload may be the result of an earlier try-on, so only uploads that are far from the source are compared. */
function ofSource({ look, source }: TryOn, sources: Sources): Demand[] {
  const own = distance(look, source.look);
  const nearer = [...sources.values()].find(
    (other) => distance(other.look, source.look) > FAR && 2 * distance(other.look, look) < own,
  );
  if (nearer === undefined) return [];
  const expected = `a picture of ${source.id} rather than of ${nearer.id}, since its job is about that`;
  return [failing('RESULT-OF-SOURCE', nearer.id, expected, `${Math.round(own)} of 255 from ${source.id}`)];
}

/** Zero where the colors are not known. */
function distance(one: string | null, other: string | null): number {
  return one === null || other === null ? 0 : (apart(one, other) ?? 0);
}

/** Of 255. Decoders differ by less. */
const SAME = 2;

function ofProducts({ sha256, look, source, painted: { face, lips } }: TryOn): Demand[] {
  const isCopy = sha256 === source.sha256;
  // Lips are too small to be seen in coarse colors.
  const isSame = look !== null && source.look !== null && (mostApart(look, source.look) ?? SAME) < SAME;
  const isUnpainted = (isCopy && isPainted(lips)) || ((isCopy || isSame) && isPainted(face));
  return isUnpainted ? [failing(SHOWN, source.id, 'a picture that differs from its source', 'no difference')] : [];
}

const SHOWN = 'RESULT-SHOWS-PRODUCTS';

function ofOthers({ painted }: TryOn, before: TryOn | undefined): Demand[] {
  if (before === undefined || !isDifferent(painted, before.painted)) return [];
  return [failing(SHOWN, before.id, `another picture than ${before.id}, which has other products`, 'the same bytes')];
}
