import type { Exchange } from '../../effects/http/exchange.ts';
import { render } from '../../suite/expression/template.ts';
import type { EraseStep } from '../../suite/scenario/scenario.ts';
import { assetPath, jobPath } from '../../target/routes.ts';
import type { Frame, Play } from '../frame.ts';
import { withoutThing } from '../state.ts';
import type { Leftover } from '../trace.ts';

/** A job that is still in progress after this many reads is left, and reported. */
const MOST_LOOKS = 30;

export async function playErase(step: EraseStep, { play, scope }: Frame): Promise<void> {
  if (play.goesWhole) return;
  const what = render(step.what, scope);
  const named = Array.isArray(what) ? what.map(String) : null;
  await eraseThings(play, (id) => named === null || named.includes(id));
}

/** Cancels and deletes what the instance made. Returns what could not be erased, and why. */
export async function eraseThings(play: Play, isMeant: (id: string) => boolean = () => true): Promise<Leftover[]> {
  const left: Leftover[] = [];
  for (const [id, role] of [...play.state.jobs].filter(([id]) => isMeant(id)).reverse()) {
    const why = await eraseJob(id, role, play);
    if (why === null) play.state = withoutThing(play.state, 'jobs', id);
    else left.push({ id, why });
  }
  for (const [id, role] of [...play.state.assets].filter(([id]) => isMeant(id)).reverse()) {
    const why = await eraseAsset(id, role, play);
    if (why === null) play.state = withoutThing(play.state, 'assets', id);
    else left.push({ id, why });
  }
  return left;
}

const DELETION_OFF = 'deletion is off on this server';

/** Returns null if the asset is gone, or else the reason why not. */
async function eraseAsset(id: string, role: string, play: Play): Promise<string | null> {
  if (play.facts.features['job.delete'] === false) return DELETION_OFF;
  return whyLeft(await ask('DELETE', assetPath(id), role, play));
}

function whyLeft(status: number | null): string | null {
  if (status === 204 || status === 404) return null;
  return status === null ? 'DELETE got no answer' : `DELETE answered ${status}`;
}

async function eraseJob(id: string, role: string, play: Play): Promise<string | null> {
  const canDelete = play.facts.features['job.delete'] !== false;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    // Waits for a job that cannot be deleted, so that its cost does not affect the following scenarios.
    const status = canDelete ? await ask('DELETE', jobPath(id), role, play) : await endOf(id, role, play);
    if (status !== 409) return canDelete ? whyLeft(status) : DELETION_OFF;
    if (looks === 0 && play.facts.offered.includes('jobs'))
      await play.effects.drive('jobs.release', { job: id, key: role });
    if (looks === 0) await ask('POST', `${jobPath(id)}/cancel`, role, play);
    if ((await play.effects.wait(1000, 'target')) === 'too_long')
      return 'it was still at work when the time of the run was over';
  }
  return `it was still at work after ${MOST_LOOKS} looks`;
}

/** Returns the status that a deletion would have: 409 while the job is in progress. */
async function endOf(id: string, role: string, play: Play): Promise<number | null> {
  const { answer } = await send('GET', jobPath(id), role, play);
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
