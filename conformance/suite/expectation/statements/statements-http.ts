import { isDeepStrictEqual } from 'node:util';
import { parseDuration } from '../../../../shared/expression/quantities.ts';
import { MissingValue } from '../../../../shared/expression/scope.ts';
import { isMap } from '../../../../shared/is-map.ts';
import { didYouMean } from '../../../../shared/nearest.ts';
import { plain } from '../../../../shared/yaml/node.ts';
import { field, readFields, required, node as value } from '../../yaml/fields.ts';
import { type Check, type Finding, HELD, heldIf, joined, NOT_ASKED_FOR, type Target, violated } from '../finding.ts';
import { DURATION } from '../operators/measure.ts';
import { listParser, optionalOperand, parsedOperand, referenceOperand, textOrNull } from '../operators/operand.ts';
import { NEVER_RUN, type Table, type Use } from '../operators/operator.ts';
import { shapeCheck } from '../operators/operators-plain.ts';
import { isSignedWith, parseSignature, type SignatureHeader } from '../operators/signatures.ts';
import { compareExchanges } from '../operators/whole-exchange.ts';
import { memberOf } from '../paths.ts';

const NOT_MODIFIED = { status: 304, header: {}, request: { header: { 'if-none-match': '"1"' } } };

/** Statements on a whole answer or a whole delivery. */
export const MESSAGES: Table = {
  shape: {
    about: 'the whole body has the named shape of schemas/',
    argument: 'the name of a shape',
    example: ['{shape: job}'],
    compile: bodyShape,
  },
  exchange: {
    about: 'the whole answer is the same as an earlier one, but for what is masked',
    argument:
      'same_as: an earlier exchange, or two that say the same: what differs between them may differ; mask: paths and texts',
    example: ['{exchange: {same_as: first, mask: [body.error.request_id]}}'],
    compile: exchange,
  },
  not_modified: {
    about: 'a 304 is right after these earlier answers: it answers the tag of the body that they showed last',
    argument: 'a list of earlier answers, such as history',
    example: ['{not_modified: [first]}', NOT_MODIFIED, { ...NOT_MODIFIED, header: { etag: '"2"' } }],
    compile: ({ node, context }) => {
      const earlier = referenceOperand(node, context);
      return (target, scope) => notModified(earlier(scope), target);
    },
  },
  signed_by: {
    about: 'the delivery is signed with the secret, or with each of several',
    argument: 'a secret, or a list of them',
    example: ['{signed_by: "${sink.secret}"}'],
    compile: signedBy,
  },
  skew: {
    about: 'how far the time of the signature may be from a clock',
    argument:
      'le: a duration (5 minutes), clock: target (either clock, as it is usually) or received (that of the tester)',
    example: ['{signed_by: "${sink.secret}", skew: {le: 300s, clock: target}}'],
    of: ['signed_by'],
  },
};

/** A view is checked by its body; any other value is checked itself. */
function bodyShape(use: Use): Check {
  const check = shapeCheck(use);
  return (target, scope) => check(bodyOf(target), scope);
}

function bodyOf(target: Target): Target {
  const { value } = target;
  if (!isMap(value)) return target;
  if ('request' in value && 'status' in value) return memberOf(target, 'body');
  return 'received_at' in value && 'raw' in value ? memberOf(target, 'json') : target;
}

const EXCHANGE = {
  same_as: required('an earlier exchange, or two that say the same', value('exchange')),
  mask: field('paths and texts that may differ', value('paths and texts')),
};

function exchange({ node, context }: Use): Check {
  const { same_as, mask } = readFields(node, EXCHANGE, 'exchange', context.problems);
  if (same_as === undefined) return NEVER_RUN;
  const earlier = referenceOperand(same_as, context);
  const masks = optionalOperand(mask, context, listParser(textOrNull), 'a list of paths and texts', []);
  return (target, scope) => compareExchanges(earlier(scope), target, masks(scope));
}

const SKEW = {
  le: field('how far it may be from a clock', value('duration')),
  clock: field('target or received', value('clock')),
};
const CLOCKS = ['target', 'received', 'wall'];

function signedBy({ node, beside, context }: Use): Check {
  const secrets = parsedOperand(node, context, listParser(textOrNull), 'a secret, or a list of them');
  const skew = beside('skew');
  const { le, clock: name } = skew === undefined ? {} : readFields(skew, SKEW, 'skew', context.problems);
  const most = optionalOperand(le, context, parseDuration, DURATION, 300_000);
  const hint = name === undefined ? '' : didYouMean(String(plain(name)), CLOCKS);
  const clock = optionalOperand(name, context, parseClock, `a clock${hint}: target, received or wall`, 'target');
  return (target, scope) => {
    const header = memberOf(memberOf(target, 'header'), 'service-signature');
    const signature = typeof header.value === 'string' ? parseSignature(header.value) : null;
    if (signature === null) return violated(header, 't=<seconds>,v1=<hex>, with t exactly once');
    return joined([
      ...secrets(scope).map((secret, index) => signedWith(secret, signature, { header, delivery: target, index })),
      inTime(signature, header, arrivals(target, clock(scope)), most(scope)),
    ]);
  };
}

function parseClock(value: unknown): string | null {
  return typeof value === 'string' && CLOCKS.includes(value) ? value : null;
}

type Parts = { header: Target; delivery: Target; index: number };

function signedWith(secret: string, signature: SignatureHeader, { header, delivery, index }: Parts): Finding {
  const raw = bytesOf(memberOf(delivery, 'raw').value);
  if (raw === null) return violated(memberOf(delivery, 'raw'), 'the bytes of the delivery');
  const words = () => `a v1 made with secret ${index + 1} over "<t>." and the body as it came`;
  return heldIf(isSignedWith(secret, signature, raw), header, words);
}

function bytesOf(raw: unknown): Uint8Array | null {
  if (!isMap(raw)) return null;
  if (typeof raw['text'] === 'string') return Buffer.from(raw['text'], 'utf8');
  return typeof raw['base64'] === 'string' ? Buffer.from(raw['base64'], 'base64') : null;
}

/**
 * The arrival times of a delivery on the clocks that may judge its signature: the tester's clock, and the target's
 * clock if that was moved. Reading 40: a receiver checks `t` against its own clock, so a target may always sign with
 * the real time.
 */
function arrivals(target: Target, clock: string): number[] {
  const members = clock === 'target' ? ['at', 'clock_at', 'received_at'] : ['received_at'];
  return members.flatMap((name) => {
    const { value } = memberOf(target, name);
    const time = typeof value === 'string' ? Date.parse(value) : Number(value ?? Number.NaN);
    return Number.isNaN(time) ? [] : [time];
  });
}

/** `t` is in whole seconds, so times are compared in whole seconds. */
function inTime({ t }: SignatureHeader, header: Target, times: readonly number[], most: number): Finding {
  const [first] = times;
  if (first === undefined) return HELD;
  const offOf = (time: number) => Math.abs(Math.floor(time / 1000) - t) * 1000;
  const off = times.reduce((least, time) => Math.min(least, offOf(time)), offOf(first));
  const expected = () => `t within ${most / 1000} s of ${new Date(first).toISOString()}, not ${off / 1000} s off`;
  return heldIf(off <= most, header, expected);
}

/** An answer's entity tag with its body. Without a key, all answers count as requested with the same one. */
type Tagged = { tag: string; status: unknown; route: unknown; key: unknown; body: unknown };

/**
 * Checks whether a 304 is correct after earlier answers about the same thing: the tag that was sent is one of theirs,
 * and belongs to the latest body.
 */
function notModified(earlier: unknown, target: Target): Finding {
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

/** Returns a single tag only: the meaning of a list of tags or a star is left open. */
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

/**
 * The first answer to a submission is not a read, and a replay may contain an earlier state, so their bodies are not
 * compared.
 */
function isState({ status, route }: Tagged): boolean {
  return status !== 304 && !String(route).startsWith('submit');
}

/** If the body is the same, the tags of one key say nothing about those of another. */
function isOutdated(sent: string, states: readonly Tagged[], key: unknown): boolean {
  const last = states.filter((one) => one.key === key).at(-1);
  if (last === undefined || strongPart(last.tag) === strongPart(sent)) return false;
  const ofTag = states.filter(({ tag }) => strongPart(tag) === strongPart(sent));
  return ofTag.length > 0 && !ofTag.some(({ body }) => isDeepStrictEqual(body, last.body));
}

function strongPart(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
