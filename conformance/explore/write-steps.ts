import { LIST_MISTAKES, MISTAKES, type Mistake, UPLOAD_MISTAKES } from '../../shared/sessions/mistakes.ts';
import { isOfAsset, oddOf } from './odd.ts';
import type { Between, MakeupBody, Of, Operation, Product, Query, SkinBody, Submission } from './operation.ts';
import { idOf, ifAll, ifThere, isThere, pathOf, stepId, thereConditions, type WrittenStep } from './places-in-steps.ts';
import { drivenSteps } from './write-driven-steps.ts';
import { togetherSteps } from './write-together.ts';

/** How an operation is done, in the language of scenarios. The step that has its answer is named by its number. */
export function stepsOf(operation: Operation): WrittenStep[] {
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
        { ...ifThere(operation.of), drive: 'jobs.step', job: idOf(operation.of), as: `at${nth}` },
        { ...own, ...ifThere(operation.of), value: `\${at${nth}}` },
      ];
    case 'follow':
      return Array.from({ length: operation.steps }, () => ({
        ...ifThere(operation.of),
        drive: 'jobs.step',
        job: idOf(operation.of),
      }));
    case 'finish':
      return [
        ...(operation.release ? [{ ...ifThere(operation.of), drive: 'jobs.release', job: idOf(operation.of) }] : []),
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
        operation.parts.map((part) => ({ part, steps: stepsOf(part) })),
      );
    default:
      return drivenSteps(own, operation);
  }
}

function oddStep(own: WrittenStep, { request, of }: Of<'odd'>): WrittenStep {
  const { call, key, headers, query } = oddOf(request);
  const filled = (text: string) =>
    text.replaceAll('${id}', idOf(of, isOfAsset(request) ? 'asset' : 'job')).replaceAll('secret', 'key.primary.secret');
  const all = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value)]));
  return {
    ...own,
    ...ifThere(of),
    ...(key !== undefined && { key }),
    call: filled(call),
    ...(headers !== undefined && { headers: all(headers) }),
    ...(query !== undefined && { query: all(query) }),
  };
}

export function mistakenUpload(name: string): { type: string; body: unknown } {
  return UPLOAD_MISTAKES[name] ?? { type: 'text/plain', body: '' };
}

function readOf({ thing, of, tag }: Of<'read'>): WrittenStep {
  const headers = tag === undefined ? {} : { headers: { 'If-None-Match': `\${${stepId(tag)}.header.ETag}` } };
  const conditions = [
    ...thereConditions(of, thing),
    ...(tag === undefined ? [] : [`defined(${stepId(tag)}.header.etag)`]),
  ];
  return { ...ifAll(conditions), call: `GET ${pathOf(thing, of)}`, ...headers };
}

function pollOf(of: number): WrittenStep {
  return {
    poll: `GET ${pathOf('job', of)}`,
    until: { any_of: [{ 'body.status': { in: ['succeeded', 'failed', 'cancelled'] } }, { status: { ge: 400 } }] },
    deadline: { after: '10m', else: 'inconclusive' },
  };
}

function listStep(own: WrittenStep, { thing, whole, query, job, since, until }: Of<'list'>): WrittenStep {
  const needed = [
    ...(job === undefined ? [] : [isThere(job)]),
    ...[since, until].filter((nth) => nth !== undefined).map((nth) => `defined(${stepId(nth)}.body.created_at)`),
  ];
  const asked = { ...queryOf(query, job), ...between({ since, until }) };
  return { ...own, ...ifAll(needed), [whole ? 'walk' : 'call']: `GET /v1/${thing}`, query: asked };
}

function between({ since, until }: { [name in keyof Between]: Between[name] | undefined }): Query {
  const instant = (nth: number) => `\${${stepId(nth)}.body.created_at}`;
  return {
    ...(since !== undefined && { created_gte: instant(since) }),
    ...(until !== undefined && { created_lt: instant(until) }),
  };
}

function queryOf(query: Query, job: number | undefined): Query {
  return { ...query, ...(job !== undefined && { job_id: idOf(job) }) };
}

function nextPage(own: WrittenStep, { of, thing, query, job }: Of<'next page'>): WrittenStep {
  const cursor = `${stepId(of)}.body.next_cursor`;
  return {
    ...own,
    if: `defined(${cursor}) && ${cursor} != null`,
    call: `GET /v1/${thing}`,
    query: { ...queryOf(query, job), cursor: `\${${cursor}}` },
  };
}

function submissionSteps(own: WrittenStep, submission: Of<'submit'>): WrittenStep[] {
  const { nth, claim, of, product, plan } = submission;
  const planned = plan === undefined ? [] : [{ drive: 'jobs.script', next: planOf(plan) }];
  const key = claim === nth ? [{ let: { [keyName(nth)]: '${fresh_key()}' } }] : [];
  const step = {
    ...own,
    ...ifThere(of, 'asset'),
    call: `POST ${PATHS[product]}`,
    headers: { 'Idempotency-Key': `\${${keyName(claim)}}`, ...(mistakeOf(submission).text !== undefined && JSON_TYPE) },
    ...requestBody(submission),
  };
  const held = plan?.hold_at === undefined ? [] : [{ ...ifThere(nth), drive: 'jobs.await_hold', job: idOf(nth) }];
  return [...key, ...planned, step, ...held];
}

const PATHS: Readonly<Record<Product, string>> = {
  'skin.analyze': '/v1/skin/analyses',
  'makeup.apply': '/v1/makeup/try-ons',
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
  const good = { inputs: [{ asset_id: idOf(of, 'asset'), role: 'source' }], ...writtenBody(body) };
  if (mistake.text !== undefined) return { body: mistake.text(JSON.stringify(good)) };
  const json = mistake.json?.(good) ?? good;
  return { json: respell === undefined ? json : { of: json, respell } };
}

function writtenBody(body: SkinBody | MakeupBody): Record<string, unknown> {
  if (!('products' in body)) return body;
  const colors = ['${target.data.products[0].color}', '${target.data.products[-1].color}'];
  return { products: body.products.map(({ color, ...rest }) => ({ ...rest, color: colors[color] })) };
}

function keyName(nth: number): string {
  return `key${nth}`;
}

/** The rule that a mistake is about. */
export function ruleOfMistake(operation: Operation): string | null {
  if (operation.does === 'submit' && operation.mistake !== undefined) return MISTAKES[operation.mistake]?.rule ?? null;
  if (operation.does === 'odd') return oddOf(operation.request).rule;
  if (operation.does !== 'list') return null;
  const sent = JSON.stringify(operation.query);
  return LIST_MISTAKES.find(({ query }) => JSON.stringify(query) === sent)?.rule ?? null;
}
