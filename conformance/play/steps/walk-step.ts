import type { ExchangeView } from '../../effects/http/view.ts';
import { render } from '../../suite/expression/template.ts';
import type { WalkStep } from '../../suite/scenario/scenario.ts';
import { type Frame, type RenderedRequest, setName } from '../frame.ts';
import { recordMoment } from '../record-moment.ts';
import { renderRequest } from '../render-request.ts';
import { sendRequest, subjectOf } from './send.ts';

const MOST_PAGES = 50;

type Page = { data?: unknown; has_more?: unknown; next_cursor?: unknown };

/** Follows a list from page to page. The subject is {pages, items, complete}. */
export async function playWalk(step: WalkStep, frame: Frame): Promise<void> {
  const most = step.most === null ? MOST_PAGES : Number(render(step.most, frame.scope));
  const first = renderRequest(step.request, frame);
  const pages: ExchangeView[] = [];
  const exchanges: number[] = [];
  let request: RenderedRequest | null = first;
  let silence = null;
  while (request !== null && pages.length < most) {
    const sent = await sendRequest(request, frame);
    const page = subjectOf(sent, frame);
    pages.push(page);
    exchanges.push(sent.index);
    silence = sent.exchange.silence;
    request = nextRequest(first, page);
  }
  const items = pages.flatMap(({ body }) => listIn(body as Page | undefined));
  const subject = { pages, items, complete: request === null, status: pages.at(-1)?.status ?? null };
  setName(frame, step.id, subject);
  recordMoment(step, { subject, exchanges, silence }, frame);
}

function listIn(page: Page | undefined): unknown[] {
  return Array.isArray(page?.data) ? page.data : [];
}

function nextRequest(first: RenderedRequest, page: ExchangeView): RenderedRequest | null {
  const body = page.body as Page | undefined;
  if (page.status !== 200 || body?.has_more !== true || typeof body.next_cursor !== 'string') return null;
  return { ...first, query: { ...first.query, cursor: body.next_cursor } };
}
