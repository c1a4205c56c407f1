import type { Exchange } from '../../effects/http/exchange.ts';
import { asSegment } from '../../suite/expression/percent-encoding.ts';
import { render } from '../../suite/expression/template.ts';
import type { EraseStep } from '../../suite/scenario/scenario.ts';
import type { Frame, Play } from '../frame.ts';
import { withoutThing } from '../state.ts';

/** A job that is still at work after so many looks is left, and told. */
const MOST_LOOKS = 30;

export async function playErase(step: EraseStep, { play, scope }: Frame): Promise<void> {
  const what = render(step.what, scope);
  const named = Array.isArray(what) ? what.map(String) : null;
  await eraseThings(play, (id) => named === null || named.includes(id));
}

/** Cancels and deletes what the instance made; gives what it could not get rid of. */
export async function eraseThings(play: Play, isMeant: (id: string) => boolean = () => true): Promise<string[]> {
  const left: string[] = [];
  for (const [id, role] of [...play.state.jobs].filter(([id]) => isMeant(id)).reverse()) {
    if (await eraseJob(id, role, play)) play.state = withoutThing(play.state, 'jobs', id);
    else left.push(id);
  }
  for (const [id, role] of [...play.state.assets].filter(([id]) => isMeant(id)).reverse()) {
    if (await eraseAsset(id, role, play)) play.state = withoutThing(play.state, 'assets', id);
    else left.push(id);
  }
  return left;
}

async function eraseAsset(id: string, role: string, play: Play): Promise<boolean> {
  if (play.facts.features['job.delete'] === false) return false;
  const status = await ask('DELETE', `/v1/assets/${asSegment(id)}`, role, play);
  return status === 204 || status === 404;
}

async function eraseJob(id: string, role: string, play: Play): Promise<boolean> {
  const canDelete = play.facts.features['job.delete'] !== false;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    // One that cannot be deleted is waited for: what it costs when it ends must not fall upon the scenarios that follow.
    const status = canDelete
      ? await ask('DELETE', `/v1/jobs/${asSegment(id)}`, role, play)
      : await endOf(id, role, play);
    if (status !== 409) return canDelete && (status === 204 || status === 404);
    if (looks === 0 && play.facts.offered.includes('jobs')) await play.effects.drive('jobs.release', { job: id });
    if (looks === 0) await ask('POST', `/v1/jobs/${asSegment(id)}/cancel`, role, play);
    if ((await play.effects.wait(1000, 'target')) === 'too_long') return false;
  }
  return false;
}

/** As deleting would answer: 409 while the job is at work. */
async function endOf(id: string, role: string, play: Play): Promise<number | null> {
  const { answer } = await send('GET', `/v1/jobs/${asSegment(id)}`, role, play);
  const isAtWork = answer?.body.kind === 'text' && /"status":\s*"(?:queued|running)"/.test(answer.body.text);
  return isAtWork ? 409 : null;
}

async function ask(method: string, url: string, role: string, play: Play): Promise<number | null> {
  return (await send(method, url, role, play)).answer?.status ?? null;
}

async function send(method: string, url: string, role: string, play: Play): Promise<Exchange> {
  const key = play.facts.keys[role as keyof typeof play.facts.keys]?.secret;
  const headers: Record<string, string> = key === undefined ? {} : { 'X-API-Key': key };
  const { exchange } = await play.effects.send({
    method,
    url,
    headers,
    body: null,
    timeout: play.facts.target.timeouts.answer,
  });
  return exchange;
}
