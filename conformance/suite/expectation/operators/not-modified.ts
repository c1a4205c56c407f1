import { isDeepStrictEqual } from 'node:util';
import { MissingValue } from '../../../../shared/expression/scope.ts';
import { isMap } from '../../../../shared/is-map.ts';
import { type Finding, HELD, NOT_ASKED_FOR, type Target, violated } from '../finding.ts';
import { memberOf } from '../paths.ts';

/** What an answer says of the tag of a body. Without a key, all are taken to be asked for with the same. */
type Tagged = { tag: string; status: unknown; route: unknown; key: unknown; body: unknown };

/**
 * Whether a 304 is right after earlier answers about the same thing: the tag that was sent is one that they had, and that of
 * the body that they showed last.
 */
export function notModified(earlier: unknown, target: Target): Finding {
  if (!Array.isArray(earlier)) throw new MissingValue('earlier answers');
  const sent = sentTag(target);
  if (sent === null) return NOT_ASKED_FOR;
  const own = memberOf(memberOf(target, 'header'), 'etag');
  if (typeof own.value === 'string' && strongPart(own.value) !== strongPart(sent))
    return violated(own, `${sent}, which was sent`);
  const status = memberOf(target, 'status');
  const tagged = earlier.flatMap(taggedOf);
  if (!tagged.some(({ tag }) => strongPart(tag) === strongPart(sent)))
    return violated(status, `200, since no answer had the tag ${sent}`);
  return isOutdated(sent, tagged.filter(isState), memberOf(target, 'key').value)
    ? violated(status, `200, since the body has changed since ${sent}`)
    : HELD;
}

/** One tag alone: what a list of them or a star means is left open. */
function sentTag(target: Target): string | null {
  const { value: sent } = memberOf(memberOf(memberOf(target, 'request'), 'header'), 'if-none-match');
  return typeof sent !== 'string' || sent.trim() === '*' || sent.includes(',') ? null : sent.trim();
}

function taggedOf(answer: unknown): Tagged[] {
  if (!isMap(answer) || !isMap(answer['header'])) return [];
  const { status, route, key, body } = answer;
  const { etag: tag } = answer['header'];
  return typeof tag === 'string' && tag !== '' ? [{ tag, status, route, key, body }] : [];
}

/** The first answer to a submission is no read, and a replay may show an earlier state: their bodies are not compared. */
function isState({ status, route }: Tagged): boolean {
  return status !== 304 && !String(route).startsWith('submit');
}

/** Tags of one key say nothing of those of another, as long as the body is the same. */
function isOutdated(sent: string, states: readonly Tagged[], key: unknown): boolean {
  const last = states.filter((one) => one.key === key).at(-1);
  if (last === undefined || strongPart(last.tag) === strongPart(sent)) return false;
  const ofTag = states.filter(({ tag }) => strongPart(tag) === strongPart(sent));
  return ofTag.length > 0 && !ofTag.some(({ body }) => isDeepStrictEqual(body, last.body));
}

function strongPart(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
