import { parseInstant } from '../../shared/expression/quantities.ts';
import { isMap } from '../../shared/is-map.ts';
import { isLawful, type Question } from '../../shared/questions/question.ts';
import { type ExchangeView, viewOf } from '../effects/http/view.ts';
import { type Route, routeOf } from '../target/routes.ts';
import type { Passing } from './traffic.ts';

/** What one exchange shows of a question, and where in it. */
export type OpenAnswer = { question: string; choice: unknown; path: string };

type Look = { view: ExchangeView; status: number; route: Route['name']; body: Readonly<Record<string, unknown>> };
/** `read` gives undefined where the exchange shows nothing. */
type Row = { question: string; path: string; read(look: Look): unknown };

/** Questions that a single exchange answers, whatever was before it. */
const ROWS: readonly Row[] = [
  { question: 'upload_status', path: 'status', read: (look) => (isUpload(look) ? look.status : undefined) },
  {
    question: 'input_retention',
    path: 'body.expires_at',
    read: (look) => (isUpload(look) ? keptFor(look.body, 'created_at') : undefined),
  },
  {
    question: 'job_retention',
    path: 'body.expires_at',
    read: (look) => (isRead(look) ? keptFor(look.body, 'completed_at') : undefined),
  },
  {
    question: 'retry_after',
    path: 'header.retry-after',
    read: (look) => (isRead(look) && isAtWork(look) ? secondsIn(look) : undefined),
  },
  {
    question: 'retry_after_on_read',
    path: 'header.retry-after',
    read: (look) => (isRead(look) && isAtWork(look) ? presence(look, 'retry-after') : undefined),
  },
  {
    question: 'retry_after_on_finished',
    path: 'header.retry-after',
    read: (look) => (isRead(look) && !isAtWork(look) ? presence(look, 'retry-after') : undefined),
  },
  {
    question: 'retry_after_on_429',
    path: 'header.retry-after',
    read: (look) => (look.status === 429 ? presence(look, 'retry-after') : undefined),
  },
  {
    question: 'retry_after_on_503',
    path: 'header.retry-after',
    read: (look) => (look.status === 503 ? presence(look, 'retry-after') : undefined),
  },
  {
    question: 'codes.rate_limited',
    path: 'body.error.code',
    read: (look) => (look.status === 429 ? codeIn(look) : undefined),
  },
  {
    question: 'codes.payload_too_large',
    path: 'body.error.code',
    read: (look) => (look.status === 413 ? codeIn(look) : undefined),
  },
  {
    question: 'codes.internal_error',
    path: 'body.error.code',
    read: (look) => (look.status === 500 ? codeIn(look) : undefined),
  },
  { question: 'time_digits', path: 'body.created_at', read: digitsIn },
  { question: 'json_content_type', path: 'header.content-type', read: typeIn },
  {
    question: 'unit_costs',
    path: 'body.unit_costs',
    read: (look) => (look.route === 'balance' && look.status === 200 ? look.body['unit_costs'] : undefined),
  },
];

/** What an exchange shows of the questions that the specification leaves open. */
export function openAnswersIn({ exchange, missing }: Passing, questions: readonly Question[]): OpenAnswer[] {
  const { request, answer } = exchange;
  const route = routeOf(request.method, request.url);
  if (missing !== null || answer === null || route === null) return [];
  const view = viewOf(exchange);
  const look: Look = { view, status: answer.status, route: route.name, body: isMap(view.body) ? view.body : {} };
  return ROWS.flatMap(({ question: name, path, read }) => {
    const question = questions.find((one) => one.name === name);
    const choice = read(look);
    return question === undefined || choice === undefined || !isLawful(question, choice)
      ? []
      : [{ question: name, choice, path }];
  });
}

/** The questions that such an exchange can answer. */
export const OBSERVABLE: readonly string[] = ROWS.map(({ question }) => question);

function isUpload({ route, status, body }: Look): boolean {
  return route === 'upload' && status < 300 && typeof body['id'] === 'string';
}

function isRead({ route, status }: Look): boolean {
  return route === 'job' && status === 200;
}

function isAtWork({ body }: Look): boolean {
  return body['status'] === 'queued' || body['status'] === 'running';
}

/** Whole seconds: the two times may be written with other fractions. */
function keptFor(body: Look['body'], from: string): number | undefined {
  const [begin, end] = [parseInstant(body[from]), parseInstant(body['expires_at'])];
  return begin === null || end === null ? undefined : Math.round((end - begin) / 1_000) * 1_000;
}

function secondsIn({ view }: Look): number | undefined {
  const text = view.header['retry-after'] ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function presence({ view }: Look, name: string): string {
  return view.header[name] === undefined ? 'absent' : 'present';
}

function codeIn({ body }: Look): unknown {
  return isMap(body['error']) ? body['error']['code'] : undefined;
}

const DIGITS: Readonly<Record<number, string>> = { 0: 'none', 3: 'milliseconds', 6: 'microseconds' };

function digitsIn({ body, status }: Look): string | undefined {
  const [, fraction = ''] = /:\d\d(?:\.(\d+))?(?:Z|[+-])/.exec(String(body['created_at'] ?? '')) ?? ['', undefined];
  return status < 300 && typeof body['created_at'] === 'string' ? DIGITS[fraction.length] : undefined;
}

function typeIn({ view, status, body }: Look): string | undefined {
  const type = view.header['content-type'];
  if (type === undefined || status >= 300 || typeof body['id'] !== 'string') return undefined;
  if (/^application\/json$/.test(type)) return 'plain';
  return /^application\/json; ?charset=utf-8$/.test(type) ? 'charset' : undefined;
}
