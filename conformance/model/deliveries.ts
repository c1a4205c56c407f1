import { isMap } from '../../shared/is-map.ts';
import type { ReceivedHook } from '../effects/http/exchange.ts';
import { hookViewOf } from '../effects/http/view.ts';
import type { Mismatch } from '../suite/expectation/finding.ts';
import { hasEnded, type JobStatus, type Known, type KnownJob } from './known.ts';

/** An endpoint that leads to a receiver, and what has come there. */
export type Inbox = { environment: 'live' | 'test'; received: readonly ReceivedHook[]; position: number };

export type DeliveryFinding = { rule: string; mismatch: Mismatch; because: readonly string[]; position: number };

/** A job has one event, which is attempted eight times, and sent again now and then. */
const MOST_OF_JOB = 100;

type Event = { index: number; id: unknown; type: unknown; job: KnownJob; object: Record<string, unknown> };

const RULE_OF_END: Partial<Record<JobStatus, string>> = {
  succeeded: 'EVENT-SUCCEEDED',
  failed: 'EVENT-FAILED',
  cancelled: 'EVENT-CANCELLED',
};

/** Spec 6.1, 6.2: what events of known jobs break, each once, when all of them and the ends of the jobs are known. */
export function findingsOfDeliveries(inboxes: readonly Inbox[], known: Known): DeliveryFinding[] {
  return inboxes.flatMap((inbox) => {
    const events = eventsIn(inbox, known);
    const byJob = new Map<KnownJob, Event[]>();
    for (const event of events) byJob.set(event.job, [...(byJob.get(event.job) ?? []), event].slice(0, MOST_OF_JOB));
    return [...byJob].flatMap(([job, own]) => findingsOfJob(job, own, inbox));
  });
}

function eventsIn({ received }: Inbox, known: Known): Event[] {
  return received.flatMap((hook, index) => {
    const { json } = hookViewOf(hook);
    const object = isMap(json) && isMap(json['data']) ? json['data']['object'] : undefined;
    const job = isMap(object) ? known.jobs.get(String(object['id'])) : undefined;
    return job === undefined || !isMap(json) || !isMap(object)
      ? []
      : [{ index, id: json['id'], type: json['type'], job, object }];
  });
}

function findingsOfJob(job: KnownJob, events: readonly Event[], inbox: Inbox): DeliveryFinding[] {
  const { position, environment } = inbox;
  const finding = (rule: string, pointer: string, expected: string, seen: unknown): DeliveryFinding => ({
    rule,
    because: [job.id],
    position,
    mismatch: { pointer, expected, seen },
  });
  const at = ({ index }: Event) => `/received/${index}/json`;
  const [first] = events;
  if (first === undefined) return [];
  const [account, own] = job.owner.split(' ');
  if (account === 'own' && own !== 'other' && own !== environment)
    return [finding('WH-OWN-ENVIRONMENT', at(first), `no event of a job of the environment ${own}`, first.type)];
  const other = events.find(({ id }) => id !== first.id);
  const wrongType = hasEnded(job) ? events.find(({ type }) => type !== `job.${job.status}`) : undefined;
  const wrongBody = events.find(({ object }) => object['deleted'] !== true && object['operation'] !== job.operation);
  const rule = RULE_OF_END[job.status] ?? 'EVENT-ONE-TERMINAL';
  return [
    ...(other === undefined ? [] : [finding('EVENT-ONE-TERMINAL', `${at(other)}/id`, String(first.id), other.id)]),
    ...(wrongType === undefined ? [] : [finding(rule, `${at(wrongType)}/type`, `job.${job.status}`, wrongType.type)]),
    ...(wrongBody === undefined
      ? []
      : [
          finding(
            'WH-BODY-IS-JOB',
            `${at(wrongBody)}/data/object/operation`,
            job.operation,
            wrongBody.object['operation'],
          ),
        ]),
  ];
}
