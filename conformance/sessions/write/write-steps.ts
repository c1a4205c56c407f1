import { MISTAKES, type Mistake, ruleOfQuery, UPLOAD_MISTAKES } from '../../../shared/sessions/mistakes.ts';
import {
  type Between,
  type Body,
  type Product,
  type Query,
  type Reference,
  type Submission,
  UNKNOWN_TAG,
} from '../../../shared/sessions/operation.ts';
import { isOfAsset, oddOf } from '../odd.ts';
import type { Of, Operation, Session } from '../operation.ts';
import {
  idOf,
  idPath,
  ifAll,
  ifThere,
  isThere,
  pathOf,
  stepId,
  thereConditions,
  type WrittenStep,
} from './places-in-steps.ts';
import { drivenSteps } from './write-driven-steps.ts';
import { togetherSteps } from './write-together.ts';

/**
 * How an operation is done, in the language of scenarios. The step that has its answer is named by its number.
 * `submitterOf` gives the key of the submission of that number: drivers reach a job by it.
 */
export function stepsOf(operation: Operation, submitterOf: SubmitterOf): WrittenStep[] {
  const { nth } = operation;
  const own = { id: stepId(nth), ...('key' in operation && operation.key !== undefined && { key: operation.key }) };
  switch (operation.does) {
    case 'upload':
      return [{ ...own, call: 'POST /v1/assets', body: { fixture: operation.picture } }];
    case 'upload badly': {
      const { type, body } = mistakenUpload(operation.mistake);
      return [{ ...own, call: 'POST /v1/assets', headers: { 'Content-Type': type }, body }];
    }
    case 'read':
      return [{ ...own, ...readOf(operation) }];
    case 'delete':
      return [
        { ...own, ...ifThere(operation.of, operation.thing), call: `DELETE ${pathOf(operation.thing, operation.of)}` },
      ];
    case 'cancel':
      return [{ ...own, ...ifThere(operation.of), call: `POST ${pathOf('job', operation.of)}/cancel` }];
    case 'submit':
      return submissionSteps(own, operation);
    case 'step':
      return [
        { ...driveOfJob('jobs.step', operation.of, submitterOf), as: `at${nth}` },
        { ...own, ...ifThere(operation.of), value: `\${at${nth}}` },
      ];
    case 'follow':
      return Array.from({ length: operation.steps }, () => driveOfJob('jobs.step', operation.of, submitterOf));
    case 'finish':
      return [
        ...(operation.release ? releaseSteps(own, operation.of, submitterOf) : []),
        { ...own, ...ifThere(operation.of), ...pollOf(operation.of) },
      ];
    case 'list':
      return [listStep(own, operation)];
    case 'next page':
      return [nextPage(own, operation)];
    case 'balance':
      return [{ ...own, call: 'GET /v1/credits/balance' }];
    case 'usage':
      return [{ ...own, call: 'GET /v1/usage' }];
    case 'odd':
      return [oddStep(own, operation)];
    case 'at once':
      return togetherSteps(
        own,
        operation.parts.map((part) => ({ part, steps: stepsOf(part, submitterOf) })),
      );
    default:
      return drivenSteps(own, operation);
  }
}

export type SubmitterOf = (nth: number) => { key?: string };

export function submittersIn({ operations }: Pick<Session, 'operations'>): SubmitterOf {
  return (of) => {
    const submission = operations.find(({ nth }) => nth === of);
    return submission?.does === 'submit' ? keyOf(submission) : {};
  };
}

function keyOf({ key }: Of<'submit'>): { key?: string } {
  return key === undefined || key === 'none' ? {} : { key };
}

function driveOfJob(drive: string, of: number, submitterOf: SubmitterOf): WrittenStep {
  return { ...ifThere(of), drive, job: idOf(of), ...submitterOf(of) };
}

/** A driver cannot release a job that was deleted, or that has ended. */
function releaseSteps(own: WrittenStep, of: number, submitterOf: SubmitterOf): WrittenStep[] {
  const before = `${own['id']}_before`;
  const isRunning = `${before}.body.status == 'queued' || ${before}.body.status == 'running'`;
  return [
    { ...own, id: before, ...ifThere(of), call: `GET ${pathOf('job', of)}` },
    { ...driveOfJob('jobs.release', of, submitterOf), if: `defined(${before}.body.status) && (${isRunning})` },
  ];
}

function oddStep(own: WrittenStep, { request, of }: Of<'odd'>): WrittenStep {
  const { call, key, headers, query } = oddOf(request);
  const filled = (text: string) =>
    text
      .replaceAll('the.picture', idPath(of, 'picture'))
      .replaceAll('the.id', idPath(of, isOfAsset(request) ? 'asset' : 'job'))
      .replaceAll('the.secret', 'key.primary.secret');
  const all = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value)]));
  return {
    ...own,
    ...ifThere(of, call.includes('the.picture') ? 'picture' : 'job'),
    ...(key !== undefined && { key }),
    call: filled(call),
    ...(headers !== undefined && { headers: all(headers) }),
    ...(query !== undefined && { query: all(query) }),
  };
}

export function mistakenUpload(name: string): { type: string; body: unknown } {
  return UPLOAD_MISTAKES[name] ?? { type: 'text/plain', body: '' };
}

function readOf({ thing, of, tag, isLonger }: Of<'read'>): WrittenStep {
  const headers = tag === undefined ? {} : { headers: { 'If-None-Match': tagOf(tag, isLonger) } };
  const conditions = [
    ...thereConditions(of, thing),
    ...(typeof tag === 'number' ? [`defined(${stepId(tag)}.header.etag)`] : []),
  ];
  return { ...ifAll(conditions), call: `GET ${pathOf(thing, of)}`, ...headers };
}

function tagOf(tag: Reference, isLonger = false): string {
  if (tag === 'unknown') return UNKNOWN_TAG;
  const own = `${stepId(tag)}.header.ETag`;
  return isLonger ? `\${slice(${own}, 0, len(${own}) - 1)}0"` : `\${${own}}`;
}

function pollOf(of: number): WrittenStep {
  return {
    poll: `GET ${pathOf('job', of)}`,
    until: { any_of: [{ 'body.status': { in: ['succeeded', 'failed', 'cancelled'] } }, { status: { ge: 400 } }] },
    deadline: { after: '10m', else: 'inconclusive' },
  };
}

function listStep(own: WrittenStep, { thing, whole, query, job, since, until, by }: Of<'list'>): WrittenStep {
  const needed = [...(job === undefined ? [] : thereConditions(job)), ...shownConditions(since, until)];
  const asked = { ...queryOf(query, job), ...between({ since, until, by }) };
  return { ...own, ...ifAll(needed), [whole ? 'walk' : 'call']: `GET /v1/${thing}`, query: asked };
}

function shownConditions(...uploads: readonly (number | undefined)[]): string[] {
  return uploads.filter((nth) => nth !== undefined).map((nth) => `defined(${stepId(nth)}.body.created_at)`);
}

function between({ since, until, by = 0 }: { [name in keyof Between]: Between[name] | undefined }): Query {
  const later = by === 0 ? '' : by > 0 ? ` + ${by}ms` : ` - ${-by}ms`;
  const instant = (nth: number) => `\${${stepId(nth)}.body.created_at${later}}`;
  return {
    ...(since !== undefined && { created_gte: instant(since) }),
    ...(until !== undefined && { created_lt: instant(until) }),
  };
}

function queryOf(query: Query, job: Reference | undefined): Query {
  return { ...query, ...(job !== undefined && { job_id: idOf(job) }) };
}

function nextPage(own: WrittenStep, { of, thing, query, job, since, until, by }: Of<'next page'>): WrittenStep {
  const cursor = `${stepId(of)}.body.next_cursor`;
  return {
    ...own,
    ...ifAll([`defined(${cursor})`, `${cursor} != null`, ...shownConditions(since, until)]),
    call: `GET /v1/${thing}`,
    query: { ...queryOf(query, job), ...between({ since, until, by }), cursor: `\${${cursor}}` },
  };
}

function submissionSteps(own: WrittenStep, submission: Of<'submit'>): WrittenStep[] {
  const { nth, claim, of, product, plan } = submission;
  const planned =
    plan === undefined
      ? []
      : [{ ...ifThere(of, 'asset'), drive: 'jobs.script', next: planOf(plan), ...keyOf(submission) }];
  const key = claim === nth ? [{ let: { [keyName(nth)]: `\${${ownKeyOf(submission)}}` } }] : [];
  const step = {
    ...own,
    ...ifThere(of, 'asset'),
    ...(submission.once && { retry: false }),
    call: `POST ${PATHS[product]}`,
    headers: { 'Idempotency-Key': `\${${keyName(claim)}}`, ...(mistakeOf(submission).text !== undefined && JSON_TYPE) },
    ...requestBody(submission),
  };
  const held = plan?.hold_at === undefined ? [] : [driveOfJob('jobs.await_hold', nth, () => keyOf(submission))];
  // A plan that is left over would decide another job.
  const forgotten = plan === undefined ? [] : [{ if: `!${isThere(nth)}`, drive: 'jobs.forget' }];
  return [...key, ...planned, step, ...held, ...forgotten];
}

function ownKeyOf({ like }: Submission): string {
  if (like === undefined) return 'fresh_key()';
  const near = keyName(like.claim);
  return like.how === 'in capitals' ? `upper(${near})` : `slice(${near}, 0, len(${near}) - 1)`;
}

const PATHS: Readonly<Record<Product, string>> = {
  'skin.analyze': '/v1/skin/analyses',
  'makeup.apply': '/v1/makeup/try-ons',
  'hair.try_on': '/v1/hair/try-ons',
};
const JSON_TYPE = { 'Content-Type': 'application/json' };

function planOf({ hold_at, outcome, lasting }: NonNullable<Submission['plan']>): unknown {
  const end = outcome === 'succeeded' ? { status: 'succeeded' } : { status: 'failed', code: outcome };
  return { ...(hold_at !== undefined && { hold_at }), outcome: end, ...(lasting && { stages: LASTING }) };
}

/** Longer than any session. */
const LASTING = { picked_up: '9000h', preparing: '9000h', processing: '9000h' };

function mistakeOf({ mistake }: Submission): Partial<Mistake> {
  return (mistake === undefined ? undefined : MISTAKES[mistake]) ?? {};
}

function requestBody(submission: Submission): WrittenStep {
  const { of, body, respell } = submission;
  const mistake = mistakeOf(submission);
  const asset = idOf(of, 'asset');
  const isHair = 'color_gradient' in body;
  const input = isHair
    ? { [hairField('asset_id')]: asset, [hairField('role')]: hairField('source') }
    : { asset_id: asset, role: 'source' };
  const good = { [isHair ? hairField('inputs') : 'inputs']: [input], ...writtenBody(body) };
  if (mistake.text !== undefined) return { body: mistake.text(JSON.stringify(good)) };
  const json = mistake.json?.(good) ?? good;
  return { json: respell === undefined ? json : { of: json, respell: [respell] } };
}

function writtenBody(body: Body): Record<string, unknown> {
  const colors = ['${target.data.products[0].color}', '${target.data.products[-1].color}'];
  if ('products' in body) return { products: body.products.map((one) => ({ ...one, color: colors[one.color] })) };
  if (!('color_gradient' in body)) return body;
  const { dark, light } = body.color_gradient;
  const stop = ({ color, opacity }: typeof dark) => ({
    [hairField('color')]: colors[color],
    ...(opacity !== undefined && { [hairField('opacity')]: opacity }),
  });
  return { [hairField('color_gradient')]: { [hairField('dark')]: stop(dark), [hairField('light')]: stop(light) } };
}

/** The draft has the names that the target gives it. */
function hairField(name: string): string {
  return `\${target.hair.fields.${name}}`;
}

function keyName(nth: number): string {
  return `key${nth}`;
}

/** The rule that a mistake is about. */
export function ruleOfMistake(operation: Operation): string | null {
  if (operation.does === 'submit' && operation.mistake !== undefined) return MISTAKES[operation.mistake]?.rule ?? null;
  if (operation.does === 'odd') return oddOf(operation.request).rule;
  return operation.does === 'list' ? ruleOfQuery(operation.query) : null;
}
