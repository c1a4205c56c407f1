import { createHmac } from 'node:crypto';
import { jobView } from './job-view.ts';
import { type Job, later, newId, now, stamp, type World } from './world.ts';

const MINUTE = 60_000;
const WAITS = [1, 5, 30, 60, 180, 360, 720].map((minutes) => minutes * MINUTE);
const PATIENCE = 10_000;
const DAY = 86_400_000;

type Event = { id: string; type: string; created: number; job: Job };

/** Sends the terminal event of a live job to the endpoint, where one is registered. */
export function sendEvent(world: World, job: Job): void {
  const isDeaf = job.environment === 'test' && !world.breaks('events of test jobs go to live endpoints');
  if (world.options.webhook === undefined || isDeaf || job.account.id !== 'main') return;
  const type = `job.${world.breaks('every end is a success') ? 'succeeded' : job.status}`;
  const event = { id: newId(world, 'evt'), type, created: now(world), job };
  later(world, 5, () => void attempt(world, event, 1));
}

async function attempt(world: World, event: Event, count: number): Promise<void> {
  const wait = WAITS[count - 1];
  if ((await isTaken(world, event, count)) || wait === undefined) return;
  const pause = wait * (0.8 + Math.random() * 0.4);
  if (Date.now() + pause <= event.created + DAY) later(world, pause, () => void attempt(world, event, count + 1));
}

async function isTaken(world: World, event: Event, count: number): Promise<boolean> {
  const { webhook } = world.options;
  if (webhook === undefined) return true;
  const body = JSON.stringify(envelope(world, event));
  try {
    const answer = await fetch(webhook.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
      body,
      headers: { ...headersOf(world, event, count), 'service-signature': signature(world, webhook.secret, body) },
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function headersOf({ breaks }: World, { id, type }: Event, count: number): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': breaks('another user agent') ? 'other-make/2' : 'Service-Webhooks/1',
    'service-event-id': id,
    'service-event-type': type,
    'service-delivery-attempt': String(breaks('attempts count from 0') ? count - 1 : count),
  };
}

function envelope(world: World, { id, type, created, job }: Event): Record<string, unknown> {
  const object = job.isDeleted ? { object: 'job', deleted: true, id: job.id } : shownJob(world, job);
  return {
    data: { object },
    created: stamp(world, created),
    object: 'event',
    type,
    ...(world.choice('livemode') !== 'never' && { livemode: job.environment === 'live' }),
    api_version: 'v1',
    id,
  };
}

function shownJob(world: World, job: Job): unknown {
  const view = jobView(world, job);
  return world.breaks('events leave out the output') ? { ...view, output: null } : view;
}

function signature({ breaks }: World, secret: string, body: string): string {
  const time = Math.floor(Date.now() / 1_000);
  const signed = breaks('other bytes are signed') ? JSON.stringify(JSON.parse(body), null, 1) : body;
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${signed}`).digest('hex')}`;
}
