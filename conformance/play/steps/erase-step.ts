import type { Exchange } from '../../effects/http/exchange.ts';
import { asSegment } from '../../suite/expression/percent-encoding.ts';
import { render } from '../../suite/expression/template.ts';
import type { EraseStep } from '../../suite/scenario/scenario.ts';
import type { Frame, Run } from '../frame.ts';

/** A job that is still at work after so many looks is left, and told. */
const MOST_LOOKS = 30;

export async function runErase(step: EraseStep, { run, scope }: Frame): Promise<void> {
  const what = render(step.what, scope);
  const named = Array.isArray(what) ? what.map(String) : null;
  await eraseThings(run, (id) => named === null || named.includes(id));
}

/** Cancels and deletes what the instance made; gives what it could not get rid of. */
export async function eraseThings(run: Run, isMeant: (id: string) => boolean = () => true): Promise<string[]> {
  const left: string[] = [];
  for (const [id, { role }] of [...run.jobs].filter(([id]) => isMeant(id)).reverse()) {
    if (await eraseJob(id, role, run)) run.jobs.delete(id);
    else left.push(id);
  }
  for (const [id, { role }] of [...run.assets].filter(([id]) => isMeant(id)).reverse()) {
    const status =
      run.facts.features['job.delete'] === false ? null : await ask('DELETE', `/v1/assets/${asSegment(id)}`, role, run);
    if (status === 204 || status === 404) run.assets.delete(id);
    else left.push(id);
  }
  return left;
}

async function eraseJob(id: string, role: string, run: Run): Promise<boolean> {
  const canDelete = run.facts.features['job.delete'] !== false;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    // One that cannot be deleted is waited for: what it costs when it ends must not fall upon the scenarios that follow.
    const status = canDelete ? await ask('DELETE', `/v1/jobs/${asSegment(id)}`, role, run) : await endOf(id, role, run);
    if (status !== 409) return canDelete && (status === 204 || status === 404);
    if (looks === 0 && run.facts.offered.includes('jobs')) await run.effects.drive('jobs.release', { job: id });
    if (looks === 0) await ask('POST', `/v1/jobs/${asSegment(id)}/cancel`, role, run);
    if ((await run.effects.wait(1000, 'target')) === 'too_long') return false;
  }
  return false;
}

/** As deleting would answer: 409 while the job is at work. */
async function endOf(id: string, role: string, run: Run): Promise<number | null> {
  const { answer } = await send('GET', `/v1/jobs/${asSegment(id)}`, role, run);
  const isAtWork = answer?.body.kind === 'text' && /"status":\s*"(?:queued|running)"/.test(answer.body.text);
  return isAtWork ? 409 : null;
}

async function ask(method: string, url: string, role: string, run: Run): Promise<number | null> {
  return (await send(method, url, role, run)).answer?.status ?? null;
}

async function send(method: string, url: string, role: string, run: Run): Promise<Exchange> {
  const key = run.facts.keys[role as keyof typeof run.facts.keys]?.secret;
  const headers: Record<string, string> = key === undefined ? {} : { 'X-API-Key': key };
  const { exchange } = await run.effects.send({
    method,
    url,
    headers,
    body: null,
    timeout: run.facts.target.timeouts.answer,
  });
  return exchange;
}
