import { isMap } from '../../../shared/is-map.ts';
import { hookViewOf } from '../../effects/http/view.ts';
import type { Inbox } from '../../play/trace.ts';
import type { KnownJob } from '../known.ts';
import { type Outcome, outcomeOf } from './replies.ts';

/** What must be known of a job to judge its events. */
export type JobOfEvents = Pick<KnownJob, 'id' | 'owner' | 'operation' | 'accepted' | 'status' | 'end' | 'deletedBy'>;

/** A delivery of the end of a known job. */
export type Attempt = {
  readonly index: number;
  readonly event: Readonly<Record<string, unknown>>;
  readonly job: JobOfEvents;
  readonly object: Readonly<Record<string, unknown>>;
  /** On the clock of the target. */
  readonly at: number;
  /** How it was answered. */
  readonly reply: string;
  readonly outcome: Outcome;
  /** Its number, as its header says, is not that of a retry. */
  readonly isFirst: boolean;
};

/** Returns what a receiver got about known jobs, in order. */
export function attemptsIn({ received }: Inbox, jobs: ReadonlyMap<string, JobOfEvents>): Attempt[] {
  return received.flatMap((hook, index) => {
    const { json, header } = hookViewOf(hook);
    const isFirst = !(Number(header['service-delivery-attempt'] ?? 1) > 1);
    const object = isMap(json) && isMap(json['data']) ? json['data']['object'] : undefined;
    const job = isMap(object) ? jobs.get(String(object['id'])) : undefined;
    if (job === undefined || !isMap(json) || !isMap(object) || !isOfAnEnd(json['type'])) return [];
    const { target_at: at, reply } = hook;
    return [{ index, event: json, job, object, at, reply, outcome: outcomeOf(hook), isFirst }];
  });
}

/** Further types may report what happens before its end. */
function isOfAnEnd(type: unknown): boolean {
  return typeof type === 'string' && /^job\.(?:succeeded|failed|cancelled)$/.test(type);
}
