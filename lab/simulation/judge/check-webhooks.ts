import { accountOf, type Books, type EndpointBook, type EventBook, isTerminal, type JobBook } from '../books.ts';
import { holds, same } from '../broken.ts';
import type { Sim } from '../sim.ts';
import { WAITS } from './receivers.ts';

const DAY = 24 * 3_600_000;
/** The longest wait after each attempt, including jitter. */
const LONGEST = WAITS.map((wait) => wait * 1.2);

/** Spec 6.5: an endpoint that existed before a job was submitted gets its event, and failed attempts are repeated. */
export function checkAtLeastOnce({ books, machine }: Sim): void {
  const reports = new Map(machine.emulator.webhooks.list().map((report) => [report.id, report]));
  for (const [url, endpoint] of books.endpoints) {
    if (endpoint.isGone || !books.accounts[accountOf(endpoint.owner)].webhooks) continue;
    same('disabled', reports.get(endpoint.id)?.enabled, !endpoint.isOff, `whether ${url} is enabled`);
    if (endpoint.isOff) continue;
    for (const job of books.jobs.values()) checkHeard(books, endpoint, job);
    for (const event of endpoint.sent.values()) checkTried(books, endpoint, event);
  }
}

function checkHeard({ events }: Books, endpoint: EndpointBook, job: JobBook): void {
  const isMeant = job.owner === endpoint.owner && endpoint.events.includes(`job.${job.status}`);
  if (!isMeant || !isTerminal(job.status) || Date.parse(job.createdAt) <= endpoint.steadySince) return;
  const event = events.get(job.id);
  const hasHeard = event !== undefined && endpoint.sent.has(event.id);
  holds('at-least-once', hasHeard, () => `${endpoint.id} has not heard of the end of ${job.id}`);
}

function checkTried({ now }: Books, endpoint: EndpointBook, event: EventBook): void {
  for (const run of event.runs) {
    const due = run.at + (LONGEST[run.attempt - 1] ?? Number.POSITIVE_INFINITY);
    const isDue = !run.isOver && !run.isResend && due < now && due <= event.created + DAY;
    if (!isDue || run.at < endpoint.steadySince) continue;
    holds('at-least-once', false, () => `attempt ${run.attempt + 1} of ${event.id} at ${endpoint.id} has not come`);
  }
}
