import { parseInstant } from '../../shared/expression/quantities.ts';
import { isMap } from '../../shared/is-map.ts';
import { isLawful, type Question } from '../../shared/questions/question.ts';
import { type ExchangeView, viewOf } from '../effects/http/view.ts';
import { type Route, routeOf } from '../target/routes.ts';
import type { Passing } from './traffic.ts';

/** What one exchange shows about a question, and where. */
export type OpenAnswer = { question: string; choice: unknown; path: string };

type Look = { view: ExchangeView; status: number; route: Route['name']; body: Readonly<Record<string, unknown>> };
/** If `when` holds, `read` returns the choice, or undefined if the exchange does not show it. */
type Row = { question: string; path: string; when(look: Look): boolean; read(look: Look): unknown };

const WAIT = 'header.retry-after';
const CODE = 'body.error.code';

/** Questions that a single exchange answers, regardless of earlier ones. */
const ROWS: readonly Row[] = [
  row('upload_status', 'status', isUpload, ({ status }) => status),
  row('input_retention', 'body.expires_at', isUpload, ({ body }) => keptFor(body, 'created_at')),
  row('job_retention', 'body.expires_at', isRead, ({ body }) => keptFor(body, 'completed_at')),
  row('retry_after', WAIT, isAtWork, secondsIn),
  row('retry_after_on_read', WAIT, isAtWork, waitIn),
  row('retry_after_on_finished', WAIT, (look) => isRead(look) && !isAtWork(look), waitIn),
  row('retry_after_on_429', WAIT, is(429), waitIn),
  row('retry_after_on_503', WAIT, is(503), waitIn),
  row('codes.rate_limited', CODE, is(429), codeIn),
  row('codes.payload_too_large', CODE, is(413), codeIn),
  row('codes.internal_error', CODE, is(500), codeIn),
  row('time_digits', 'body.created_at', isSuccess, digitsIn),
  row('json_content_type', 'header.content-type', isSuccess, typeIn),
  row(
    'unit_costs',
    'body.unit_costs',
    ({ route }) => route === 'balance',
    ({ body }) => body['unit_costs'],
  ),
];

function row(question: string, path: string, when: Row['when'], read: Row['read']): Row {
  return { question, path, when, read };
}

/** What an exchange shows about the questions that the specification leaves open. */
export function openAnswersIn({ exchange, missing }: Passing, questions: readonly Question[]): OpenAnswer[] {
  const { request, answer } = exchange;
  const route = routeOf(request.method, request.url);
  if (missing !== null || answer === null || route === null) return [];
  const view = viewOf(exchange);
  const look: Look = { view, status: answer.status, route: route.name, body: isMap(view.body) ? view.body : {} };
  return ROWS.flatMap(({ question: name, path, when, read }) => {
    const question = questions.find((one) => one.name === name);
    const choice = when(look) ? read(look) : undefined;
    return question === undefined || choice === undefined || !isLawful(question, choice)
      ? []
      : [{ question: name, choice, path }];
  });
}

/** The questions that a single exchange can answer. */
export const OBSERVABLE: readonly string[] = ROWS.map(({ question }) => question);

function is(status: number): Row['when'] {
  return (look) => look.status === status;
}

function isSuccess({ status }: Look): boolean {
  return status < 300;
}

function isUpload({ route, status, body }: Look): boolean {
  return route === 'upload' && status < 300 && typeof body['id'] === 'string';
}

function isRead({ route, status }: Look): boolean {
  return route === 'job' && status === 200;
}

function isAtWork(look: Look): boolean {
  return isRead(look) && ['queued', 'running'].includes(String(look.body['status']));
}

/** In whole seconds: the two times may have different fractions. */
function keptFor(body: Look['body'], from: string): number | undefined {
  const [begin, end] = [parseInstant(body[from]), parseInstant(body['expires_at'])];
  return begin === null || end === null ? undefined : Math.round((end - begin) / 1_000) * 1_000;
}

function secondsIn({ view }: Look): number | undefined {
  const text = view.header['retry-after'] ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function waitIn({ view }: Look): string {
  return view.header['retry-after'] === undefined ? 'absent' : 'present';
}

function codeIn({ body }: Look): unknown {
  return isMap(body['error']) ? body['error']['code'] : undefined;
}

const DIGITS: Readonly<Record<number, string>> = { 0: 'none', 3: 'milliseconds', 6: 'microseconds' };

function digitsIn({ body }: Look): string | undefined {
  const [, fraction = ''] = /:\d\d(?:\.(\d+))?(?:Z|[+-])/.exec(String(body['created_at'] ?? '')) ?? ['', undefined];
  return typeof body['created_at'] === 'string' ? DIGITS[fraction.length] : undefined;
}

function typeIn({ view, body }: Look): string | undefined {
  const type = view.header['content-type'];
  if (type === undefined || typeof body['id'] !== 'string') return undefined;
  if (/^application\/json$/.test(type)) return 'plain';
  return /^application\/json; ?charset=utf-8$/.test(type) ? 'charset' : undefined;
}
