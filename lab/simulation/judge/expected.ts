import type { Role } from '../../../shared/sessions/operation.ts';
import {
  accountOf,
  type Books,
  type ClaimBook,
  environmentOf,
  fingerprintOf,
  isReadable,
  isTerminal,
  type JobBook,
  scopeOf,
  scopesOf,
} from '../books.ts';
import type { Feature, Of } from '../operation.ts';
import { ownerOf } from '../operation.ts';
import { type Asked, filtersOf, isMistakenList, type ServiceOperation } from '../requests.ts';

/** The statuses that a request can be answered with, as far as the server is known; null if too little is known. */
export function expectedOf(operation: ServiceOperation, asked: Asked, books: Books): readonly number[] | null {
  if (books.keyStoreUnreadable) return null;
  if (operation.does === 'odd') return operation.request === 'key in the query' ? [401] : null;
  const refused = keyRefusal(operation.key, books);
  if (refused === 401) return [401];
  const owner = ownerOf(operation.key);
  const features = books.accounts[accountOf(owner)].features[environmentOf(owner)];
  const feature = FEATURES[operation.does] ?? null;
  if (feature !== null && !features[feature]) return refused === null ? [404] : [404, refused];
  if (refused !== null) return [refused];
  return served(operation, asked, books);
}

function keyRefusal(role: Role | undefined, { second, now }: Books): number | null {
  if (role === 'second') {
    if (second.isRevoked || (second.expiresAt !== null && now >= second.expiresAt)) return 401;
    return second.isOutside ? 403 : null;
  }
  if (role === 'outside') return 403;
  return role === 'none' || role === 'revoked' || role === 'expired' || role === 'disabled' ? 401 : null;
}

const FEATURES: Readonly<Partial<Record<ServiceOperation['does'], Feature>>> = {
  list: 'lists',
  'next page': 'lists',
  cancel: 'cancel',
  delete: 'delete',
  balance: 'credits',
};

function served(operation: ServiceOperation, asked: Asked, books: Books): readonly number[] | null {
  switch (operation.does) {
    case 'upload':
      return [books.choices['upload_status'] === 200 ? 200 : 201];
    case 'upload badly':
      return [400];
    case 'submit':
      return submitted(operation, asked, books);
    case 'read':
      return readOf(operation, asked, books);
    case 'cancel':
      return cancelled(operation, asked, books);
    case 'delete':
      return operation.thing === 'job' ? deleted(operation, asked, books) : deletedAsset(operation, asked, books);
    case 'list':
      return isMistakenList(operation) ? [400] : [200];
    case 'next page':
      return nextPage(operation, books);
    case 'balance':
      return [books.ledgerUnreadable && ownerOf(operation.key) !== 'one/test' ? 503 : 200, ...unreadable(books)];
    default:
      return [200];
  }
}

function unreadable({ ledgerUnreadable }: Books): number[] {
  return ledgerUnreadable ? [503] : [];
}

function submitted(operation: Of<'submit'>, { id }: Asked, books: Books): readonly number[] {
  const { product, key, claim, mistake } = operation;
  const owner = ownerOf(key);
  if (!scopesOf(books, key).includes(scopeOf(product))) return [403];
  if (mistake !== undefined) return [400];
  const claimed = books.claims.get(`${owner} claim-${claim}`);
  if (claimed !== undefined) return replayed(claimed, fingerprintOf(operation, id ?? ''), books);
  const asset = books.assets.get(id ?? '');
  if (asset === undefined || asset.owner !== owner || asset.isDeleted) return [404, ...unreadable(books)];
  return isReadable(books, asset) ? admitted(operation, books) : [410, ...unreadable(books)];
}

function replayed(claimed: ClaimBook, fingerprint: string, books: Books): readonly number[] {
  const job = books.jobs.get(claimed.job);
  const isThere = job !== undefined && isReadable(books, job);
  if (claimed.fingerprint !== fingerprint) return isThere ? [409] : [409, 410];
  return isThere ? [200] : [410];
}

function admitted({ product, key }: Of<'submit'>, books: Books): readonly number[] {
  const owner = ownerOf(key);
  const account = books.accounts[accountOf(owner)];
  const { granted, spent, testFunded, enforced, costs } = account;
  const limited = books.isLimited || account.isLimited ? [429] : [];
  if (environmentOf(owner) === 'test') return [202, ...limited];
  if (books.ledgerUnreadable) return [503, ...limited, 202];
  const isShort = enforced && granted - spent - testFunded < costs[product];
  return isShort ? [402] : [202, ...limited];
}

function jobIn(books: Books, { id }: Asked, key: Role | undefined): JobBook | null {
  const job = books.jobs.get(id ?? '');
  return job === undefined || job.owner !== ownerOf(key) ? null : job;
}

function readOf({ thing, key, tag }: Of<'read'>, asked: Asked, books: Books): readonly number[] | null {
  if (thing === 'job') {
    const job = jobIn(books, asked, key);
    if (job === null || !isReadable(books, job)) return [404];
    return typeof tag === 'number' ? [200, 304] : [200];
  }
  const asset = books.assets.get(asked.id ?? '');
  if (asset === undefined || asset.owner !== ownerOf(key) || !isThere(books, asset)) return [404];
  if (thing !== 'picture' || asset.purpose === 'result') return [200];
  return [books.choices['input_content'] === 'serve' ? 200 : 404];
}

/** A result is deleted or expires with its job. */
export function isThere(books: Books, asset: { isDeleted: boolean; expiresAt: string; job: string | null }): boolean {
  const job = asset.job === null ? undefined : books.jobs.get(asset.job);
  return isReadable(books, asset) && (job === undefined || isReadable(books, job));
}

function cancelled({ key }: Of<'cancel'>, asked: Asked, books: Books): readonly number[] {
  const job = jobIn(books, asked, key);
  if (job === null || !isReadable(books, job)) return key === 'no_scope' ? [403, 404] : [404];
  if (!scopesOf(books, key).includes(scopeOf(job.product))) return [403];
  if (job.status === 'queued') return job.isCancelAsked ? [202] : [200, 202];
  if (job.status === 'running') return [202];
  return job.status === 'cancelled' ? [200] : [409];
}

function deleted({ key }: Of<'delete'>, asked: Asked, books: Books): readonly number[] {
  const job = jobIn(books, asked, key);
  if (job === null) return key === 'no_scope' ? [403, 404] : [404];
  const isPast = !job.isDeleted && !isReadable(books, job);
  if (!scopesOf(books, key).includes(scopeOf(job.product))) return isPast ? [403, 404] : [403];
  if (job.isDeleted) return [204];
  if (isPast) return [204, 404];
  return isTerminal(job.status) ? [204] : [409];
}

function deletedAsset({ key }: Of<'delete'>, { id }: Asked, books: Books): readonly number[] {
  const asset = books.assets.get(id ?? '');
  if (asset === undefined || asset.owner !== ownerOf(key)) return [404];
  if (asset.purpose === 'input') return [204];
  return isThere(books, asset) ? [409] : [204, 404];
}

/** Spec 4.1: a cursor is valid with the same filters and for the same caller, with any limit. */
function nextPage(operation: Of<'next page'>, books: Books): readonly number[] {
  if (isMistakenList(operation)) return [400];
  const cursor = books.cursors.get(operation.of);
  const isGood = cursor?.filters === filtersOf(operation) && cursor.owner === ownerOf(operation.key);
  return isGood ? [200] : [400];
}
