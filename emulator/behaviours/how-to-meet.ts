import type { ErrorKind } from '../domain/errors.ts';
import type { RouteFacts } from '../domain/routes.ts';
import { FAULT_ERRORS, type FaultEffect } from '../domain/test-control/fault.ts';
import type { JobErrorCode } from '../domain/vocabulary.ts';

/** How to bring a behavior about: in words, and as code for an `emulator` if a call can do it. */
export type HowTo = { remedy: string; code: string | null };

export function howToMeetRefusal(route: RouteFacts, kind: ErrorKind): HowTo {
  const { name, feature } = route;
  const fault = FAULT_ERRORS.find((error) => error === kind);
  if (fault !== undefined)
    return by('the next such request is answered with it', addFault({ kind: 'error', error: fault }, name));
  if (kind === 'path_not_found' && feature !== null)
    return by('an account that lacks it', account(`change(name, { features: { ${feature}: false } })`));
  if (kind === 'asset_not_found') return howToMissAsset(route);
  return REFUSED[kind] ?? words(`have the client send what is refused as ${kind}`);
}

function howToMissAsset({ id }: RouteFacts): HowTo {
  const past = { readAsset: '25h', downloadAsset: '8d' }[id as string];
  if (past === undefined) return words('have the client name an asset that never existed, or that it has deleted');
  return by('what is there is gone by then', `await emulator.clock.advance('${past}')`);
}

const KEY = 'for (const key of emulator.accounts.keys(name)) emulator.accounts.changeKey(name, key.id, ';

const REFUSED: Partial<Record<ErrorKind, HowTo>> = {
  invalid_request: words('have the client send a field, parameter or id that is not valid'),
  duplicate_concern: words('have the client name a concern twice'),
  invalid_cursor: words('have the client send a cursor with other filters'),
  invalid_api_key: by('a key that is revoked', account('', `${KEY}{ revoked: true })`)),
  insufficient_scope: by('a key without the scope', account('', `${KEY}{ scopes: [] })`)),
  ip_not_allowed: by('a key that is allowed elsewhere only', account('', `${KEY}{ allowlist: ['203.0.113.0/24'] })`)),
  insufficient_credits: by('an account without units, and a live key', 'emulator.credits.set({ units: 0 })'),
  job_not_found: by('jobs that are there are gone by then', "await emulator.clock.advance('8d')"),
  asset_expired: by('uploads that are there have expired by then', "await emulator.clock.advance('25h')"),
  idempotency_key_reused: words('have the client use an Idempotency-Key for another request'),
  job_deleted: words('have the client use the Idempotency-Key of a job that was deleted'),
  job_not_cancellable: words('have the client cancel a job that has ended'),
  job_in_progress: by('the next job stays where it is', "emulator.plans.add({ hold_at: 'processing' })"),
  asset_owned_by_job: words('have the client delete the picture of a result'),
};

export function howToMeetSuccess({ name, submits, id }: RouteFacts, status: number, isReplay: boolean): HowTo {
  if (isReplay && submits !== null)
    return by('the answer is lost, so a client that tries again gets it', addFault({ kind: 'commit_then_drop' }, name));
  if (status === 304) return words('have the client send the last ETag in If-None-Match');
  if (id === 'cancelJob' && status === 202)
    return by('the next job is picked up and waits', "emulator.plans.add({ hold_at: 'preparing' })");
  return words('have the client call it');
}

export function howToHold(stage: string): HowTo {
  return by('the next job waits there until it is released', `emulator.plans.add({ hold_at: '${stage}' })`);
}

export function howToFail(code: JobErrorCode): HowTo {
  return by('the next job fails with it', `emulator.plans.add({ outcome: { status: 'failed', code: '${code}' } })`);
}

export const HOW_TO_LOSE: Readonly<Record<string, HowTo>> = {
  'job deleted': words('have the client read a job that it has deleted'),
  'job expired': by('jobs that are there are past their retention by then', "await emulator.clock.advance('8d')"),
  'asset deleted': words('have the client read an asset that it has deleted'),
  'asset expired': by('assets that are there have expired by then', "await emulator.clock.advance('25h')"),
};

/** A receiver that replies by a script: registered in place of the client's, or as a proxy in front of it. */
export function howToAnswer(reply: string | null, further = ''): HowTo {
  const script = reply === null ? '' : `{ replies: [${reply}] }`;
  return by(
    further === '' ? 'a receiver that answers so' : `a receiver that answers so, ${further}`,
    `await emulator.webhooks.receiver(${script})`,
  );
}

const FAULT_EXAMPLES: Readonly<Record<FaultEffect['kind'], string>> = {
  error: "kind: 'error', error: 'service_unavailable', retry_after: 2",
  commit_then_error: "kind: 'commit_then_error'",
  commit_then_drop: "kind: 'commit_then_drop'",
  reset: "kind: 'reset'",
  delay: "kind: 'delay', by: '200ms'",
  truncate: "kind: 'truncate', bytes: 20",
  dribble: "kind: 'dribble', bytes: 50, every: '5ms'",
};
export const FAULT_KINDS = Object.keys(FAULT_EXAMPLES) as FaultEffect['kind'][];

export function howToHarm(kind: FaultEffect['kind']): HowTo {
  return by('the next request meets it', `emulator.faults.add({ effect: { ${FAULT_EXAMPLES[kind]} } })`);
}

function addFault(effect: Record<string, string>, route: string): string {
  const fields = Object.entries(effect).map(([name, value]) => `${name}: '${value}'`);
  return `emulator.faults.add({ match: { route: '${route}' }, effect: { ${fields.join(', ')} } })`;
}

function account(change: string, more = ''): string {
  return `const [name] = emulator.accounts.list(); ${more === '' ? `emulator.accounts.${change}` : more}`;
}

export function by(remedy: string, code: string): HowTo {
  return { remedy, code };
}

export function words(remedy: string): HowTo {
  return { remedy, code: null };
}
