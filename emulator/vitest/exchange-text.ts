import { jsonIn } from '../../shared/json-in.ts';
import { comparedParts } from '../../shared/report/compared-text.ts';
import { visibleLine } from '../../shared/visible.ts';
import type { ExchangeReport } from '../index.ts';

const LONGEST = 240;

/** One exchange on one line, and below it the reason for a refusal. */
export function exchangeText(exchange: ExchangeReport): string {
  const { method, path, query, status, because, fault } = exchange;
  const address = query === '' ? path : `${path}?${query.replace(/^\?/, '')}`;
  const line = [`${method} ${address} -> ${status}`, answerWord(exchange)].filter((part) => part !== null).join(' ');
  const played = fault === null ? '' : `, the fault ${fault} was played`;
  return because === null ? line + played : `${line}${played}\n    ${reasonText(because)}`;
}

/** What distinguishes an answer from others with the same status: the code of a refusal, the status of a job. */
export function answerWord({ responseBody }: Pick<ExchangeReport, 'responseBody'>): string | null {
  const body = jsonIn(responseBody ?? 'null') as AnyAnswer | null | undefined;
  const code = body?.error?.code;
  if (typeof code === 'string') return code;
  return body?.id?.startsWith?.('job_') && typeof body.status === 'string' ? body.status : null;
}

export function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function reasonText({ rule, section, compared }: NonNullable<ExchangeReport['because']>): string {
  const where = section === '-' ? '' : ` (spec ${section})`;
  return [`${rule}${where}`, visibleLine(shortened(comparedParts(compared).join(', ')))]
    .filter((part) => part !== '')
    .join(': ');
}

type AnyAnswer = { id?: string; status?: unknown; error?: { code?: unknown } | null };
