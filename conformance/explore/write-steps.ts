import { LIST_MISTAKES, MISTAKES, type Mistake, UPLOAD_MISTAKES } from '../../shared/sessions/mistakes.ts';
import type { MakeupBody, Of, Operation, Product, Query, Reference, SkinBody, Submission } from './operation.ts';

/** A step of a scenario, as it stands in a file. */
export type WrittenStep = Record<string, unknown>;

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
    default:
      return drivenSteps(own, operation);
  }
}

/** What drivers bring about, and what came to the receiver. */
function drivenSteps(own: WrittenStep, operation: Operation): WrittenStep[] {
  switch (operation.does) {
    case 'wait':
      return [{ wait: { for: operation.for } }];
    case 'credits':
      return [{ drive: 'credits.change', ...operation.change }];
    case 'without a feature':
      return [
        { drive: 'tenants.change', features: { [operation.feature]: false } },
        { ...own, retry: false, ...callOfFeature(operation) },
        { drive: 'tenants.change', features: { [operation.feature]: true } },
      ];
    case 'with a fault':
      return [
        { drive: 'faults.set', [operation.fault]: true },
        { ...own, retry: false, ...callUnderFault(operation) },
        { drive: 'faults.set', [operation.fault]: false },
      ];
    case 'receive':
      return receivingSteps(own, operation.jobs);
    case 'ping':
      return [{ drive: 'webhooks.ping', hook: HOOK }];
    case 'endpoint':
      return [{ drive: `webhooks.${operation.change}`, hook: HOOK }];
    default:
      return [];
  }
}

export const HOOK = 'sink';

/** All that comes within the time in which attempts are made, and what every delivery must be like. */
function receivingSteps(own: WrittenStep, jobs: readonly number[]): WrittenStep[] {
  const { id } = own;
  const triesAt = (nth: number) => `having(${id}, 'json.data.object.id', ${stepId(nth)}.body.id)`;
  return [
    { ...own, collect: HOOK, until: { elapsed: '50h' } },
    {
      if: `len(${id}) > 0`,
      use: 'lib/in-form',
      deliveries: `\${${id}}`,
      sink: `\${${HOOK}}`,
      secret: `\${${HOOK}.secret}`,
    },
    ...jobs.map((nth) => ({
      if: `defined(${stepId(nth)}.body.id) && len(${triesAt(nth)}) > 0`,
      use: 'lib/on-schedule',
      attempts: `\${${triesAt(nth)}}`,
      sink: `\${${HOOK}}`,
    })),
  ];
}

function callOfFeature({ feature, of }: Of<'without a feature'>): WrittenStep {
  if (feature === 'lists') return { call: 'GET /v1/assets' };
  if (feature === 'credits') return { call: 'GET /v1/credits/balance' };
  const job = of === undefined ? {} : ifThere(of);
  const path = pathOf('job', of ?? 'unknown');
  return { ...job, call: feature === 'cancel' ? `POST ${path}/cancel` : `DELETE ${path}` };
}

function callUnderFault({ fault, of }: Of<'with a fault'>): WrittenStep {
  if (fault === 'ledger_unreadable') return { call: 'GET /v1/credits/balance' };
  return of === undefined ? { call: 'GET /v1/usage' } : { ...ifThere(of), call: `GET ${pathOf('job', of)}` };
}

export function stepId(nth: number): string {
  return `s${nth}`;
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

function listStep(own: WrittenStep, { thing, whole, query, job }: Of<'list'>): WrittenStep {
  const of = job === undefined ? {} : ifThere(job);
  return { ...own, ...of, [whole ? 'walk' : 'call']: `GET /v1/${thing}`, query: queryOf(query, job) };
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

function pathOf(thing: 'job' | 'asset' | 'result' | 'picture', of: Reference): string {
  if (thing === 'job') return `/v1/jobs/${idOf(of)}`;
  const path = `/v1/assets/${idOf(of, thing)}`;
  return thing === 'picture' ? `${path}/content` : path;
}

/** Where the id of a thing stands: an asset and a job in the answer that made it, a result in the answer that showed its job. */
function idOf(of: Reference, thing: string = 'job'): string {
  if (of === 'unknown') return `\${unknown_id('${thing === 'job' ? 'job' : 'asset'}')}`;
  return `\${${idPath(of, thing)}}`;
}

function idPath(of: number, thing: string): string {
  const body = `${stepId(of)}.body`;
  if (thing !== 'result' && thing !== 'picture') return `${body}.id`;
  return `default(${body}.output.image.id, ${body}.output.visualizations[0].id)`;
}

function isThere(of: number, thing = 'job'): string {
  return `defined(${idPath(of, thing)})`;
}

function thereConditions(of: Reference, thing = 'job'): string[] {
  return of === 'unknown' ? [] : [isThere(of, thing)];
}

function ifThere(of: Reference, thing = 'job'): WrittenStep {
  return ifAll(thereConditions(of, thing));
}

function ifAll(conditions: readonly string[]): WrittenStep {
  return conditions.length === 0 ? {} : { if: conditions.join(' && ') };
}

/** The rule that a mistake is about. */
export function ruleOfMistake(operation: Operation): string | null {
  if (operation.does === 'submit' && operation.mistake !== undefined) return MISTAKES[operation.mistake]?.rule ?? null;
  if (operation.does !== 'list') return null;
  const sent = JSON.stringify(operation.query);
  return LIST_MISTAKES.find(({ query }) => JSON.stringify(query) === sent)?.rule ?? null;
}
