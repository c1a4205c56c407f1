import { isGone, type Known } from './known.ts';
import { mistakesIn } from './mistakes.ts';
import { operationOf, sourceOf } from './read-submission.ts';
import type { Sight } from './sight.ts';

/**
 * Whether nothing but its key is a reason to refuse a request. The order of checks is open: a request with two mistakes may be
 * refused for either.
 */
export function isSoundButForKey(sight: Pick<Sight, 'route' | 'view' | 'id'>, known: Known): boolean {
  const { route, view, id } = sight;
  const { request } = view;
  switch (route) {
    case 'upload':
      return request.image?.decodable === true && request.image.media_type === request.header['content-type'];
    case 'submit':
      return isSoundSubmission(view.request, known);
    // The fields of its body are not shown.
    case 'submit-hair':
    case null:
      return false;
    case 'usage':
    case 'balance':
    case 'job-list':
    case 'asset-list':
      return !request.url.includes('?');
    default:
      return isThere(id, known);
  }
}

const USUAL_KEY = /^[\w-]{8,64}$/;

function isSoundSubmission({ url, body, text, header }: Sight['view']['request'], known: Known): boolean {
  const mistakes = mistakesIn(operationOf(url) ?? '', body, text);
  const isOfKey = USUAL_KEY.test(header['idempotency-key'] ?? '') && header['content-type'] === 'application/json';
  return mistakes?.length === 0 && isOfKey && isThere(sourceOf(body) ?? '', known);
}

function isThere(id: string, known: Known): boolean {
  const job = known.jobs.get(id);
  const asset = known.assets.get(id);
  return job !== undefined ? !job.isDeleted : asset !== undefined && !isGone(asset, known);
}
