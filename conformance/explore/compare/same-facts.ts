import { isDeepStrictEqual } from 'node:util';
import { ownerOf } from '../../../shared/sessions/known.ts';
import type { Known } from '../../sessions/known.ts';
import type { Operation } from '../../sessions/operation.ts';
import { ATTEMPTS, type Facts, OWN_TYPE } from './facts.ts';

/** Members that a server may omit. They are compared if both have them. */
const OPTIONAL = ['livemode', 'has the tag of the cancel'];
/** The facts about a list with a known form; the form of a list of jobs is left open. */
const OF_ITEMS = ['items', 'listed though expired'];
const OF_OUTPUT = ['output', 'concerns', 'pictures', 'pictures that lack', 'pictures that were not requested'];

/** Returns the first member in which the facts differ; null if there is none. */
export function sameFacts(operation: Operation, known: Known, target: Facts, twin: Facts): string | null {
  const [one, other] = [target['status'], twin['status']];
  // The server's own answers determine whether the tag matches the body; the rules of every answer check that.
  if (operation.does === 'read' && operation.tag !== undefined && isFresh(one) && isFresh(other)) return null;
  if (!isSameStatus(operation, known, one, other)) return 'status';
  // If the status of a refusal is left open, so are its code and its body.
  if (one !== other) return null;
  const open = openPlaces(operation, [target, twin]);
  const places = [...new Set([...Object.keys(target), ...Object.keys(twin)])].filter((place) => !open.includes(place));
  return places.find((place) => !isSame(operation, place, target[place], twin[place])) ?? null;
}

/** Returns what cannot be compared because the form of the answer is left open. */
function openPlaces(operation: Operation, facts: readonly Facts[]): readonly string[] {
  const isOfJobs = (operation.does === 'list' || operation.does === 'next page') && operation.thing === 'jobs';
  const hasOwnType = facts.some(({ output }) => output === OWN_TYPE);
  return [
    ...(isOfJobs ? OF_ITEMS.filter((place) => facts.some((own) => own[place] === undefined)) : []),
    ...(hasOwnType && facts.every(({ output }) => output !== null) ? OF_OUTPUT : []),
  ];
}

function isFresh(status: unknown): boolean {
  return status === 200 || status === 304;
}

function isSame(operation: Operation, place: string, target: unknown, twin: unknown): boolean {
  if (OPTIONAL.includes(place) && (target === undefined || twin === undefined)) return true;
  if (place.startsWith(ATTEMPTS)) return Number(target ?? 0) >= Number(twin ?? 0);
  if (place === 'code' && !isCodeSaid(operation, twin)) return true;
  return isDeepStrictEqual(target, twin);
}

/** The specified codes, for any request. */
const CODES = [
  'INVALID_CURSOR',
  'INVALID_API_KEY',
  'INSUFFICIENT_CREDITS',
  'INSUFFICIENT_SCOPE',
  'API_KEY_IP_NOT_ALLOWED',
  'JOB_NOT_FOUND',
  'ASSET_NOT_FOUND',
  'IDEMPOTENCY_KEY_REUSED',
  'JOB_NOT_CANCELLABLE',
  'JOB_IN_PROGRESS',
  'ASSET_OWNED_BY_JOB',
  'JOB_DELETED',
  'SERVICE_UNAVAILABLE',
];

/**
 * Spec 7: INVALID_REQUEST is specified for lists; the codes of other routes, and of the content route, are left open.
 */
function isCodeSaid(operation: Operation, code: unknown): boolean {
  if (operation.does === 'read' && operation.thing === 'picture') return false;
  if (operation.does === 'without a feature') return false;
  if (code === 'INVALID_REQUEST') return operation.does === 'list' || operation.does === 'next page';
  return typeof code === 'string' && CODES.includes(code);
}

/** If the specification leaves the status open, any status of its class counts as the same. */
function isSameStatus(operation: Operation, known: Known, target: unknown, twin: unknown): boolean {
  if (target === twin) return true;
  return isStatusOpen(operation, known, twin) && classOf(target) === classOf(twin);
}

function isStatusOpen(operation: Operation, known: Known, twin: unknown): boolean {
  if (operation.does === 'upload') return Number(twin) < 300;
  if (operation.does === 'upload badly') return true;
  if (twin === 401 || ('key' in operation && ownerOf(operation.key) === null)) return false;
  if (operation.does === 'read') return operation.thing === 'picture';
  // Reading 64: the answer to another account's change only causes a warning.
  if (operation.does === 'cancel' || operation.does === 'delete') return isOfStranger(operation, known);
  return operation.does === 'submit' && isOnForeignAsset(operation, known);
}

function isOfStranger(
  { of, key }: Extract<Operation, { does: 'cancel' | 'delete' }>,
  { jobs, assets }: Known,
): boolean {
  const thing = [...jobs, ...assets].find(({ nth }) => nth === of);
  return thing !== undefined && thing.owner !== ownerOf(key);
}

function isOnForeignAsset({ of, key }: Extract<Operation, { does: 'submit' }>, { assets }: Known): boolean {
  const asset = assets.find(({ nth }) => nth === of);
  return asset !== undefined && asset.owner !== ownerOf(key);
}

/** A picture may be served by a redirect. */
function classOf(status: unknown): number {
  const hundreds = Math.floor(Number(status) / 100);
  return hundreds === 3 ? 2 : hundreds;
}
