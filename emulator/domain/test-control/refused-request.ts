import { UNUSABLE } from '../key.ts';
import { type Exchange, isForService } from './exchange.ts';

/**
 * Every reason for a refusal, and whether the client could have known better; only then is it a mistake. Reasons that
 * depend on time, on the account, on another request or on data from others are circumstances that any client must
 * handle.
 */
export const REFUSALS: Readonly<Record<string, { isMistake: boolean; why: string }>> = {
  'REQUEST-400': mistake('the form of a request is specified'),
  'SKIN-CONCERNS-SET-400': mistake('concerns are a set'),
  'LIST-400': mistake('the parameters of a list are specified'),
  'CURSOR-400': mistake('a cursor goes back with the filters of its list'),
  'AUTH-401': mistake('a request needs a key; that it was revoked, only the refusal shows'),
  'AUTH-SCOPE-403': mistake('the scopes of a key are chosen when it is made'),
  'PATH-404': mistake('paths and their methods are specified'),
  'ASSET-OWNED-409': mistake('a result is deleted with its job; its purpose says that it is one'),
  'UPLOAD-400': mistake('a body that is no image is not uploaded; a picture that cannot be used is its sender’s'),
  'IDEM-REUSED-409': circumstance('the audit has a rule of its own for it, idempotency-key-reused'),
  'AUTH-NETWORK-403': circumstance('the network of the machine, and not the request'),
  'FEATURE-OFF-404': circumstance('an operation may be switched off for an account at any time'),
  'SUBMIT-INPUT-404': circumstance('an asset may have been deleted meanwhile'),
  'SUBMIT-INPUT-410': circumstance('an asset expires'),
  'ASSET-404': circumstance('an asset expires, or may have been deleted meanwhile'),
  'JOB-404': circumstance('a job is kept for a time that is not specified'),
  'CREDIT-402': circumstance('the balance of the account'),
  'CANCEL-DONE-409': circumstance('a job may end before its cancel arrives'),
  'JOB-IN-PROGRESS-409': circumstance('a job may not have ended yet'),
  'IDEM-DELETED-410': circumstance('a job may have been deleted meanwhile'),
  'IDEM-RACE-ONE-JOB': circumstance('two requests at once'),
  'BODY-413': circumstance('the limit is not specified'),
  'ADMISSION-429': circumstance('the pace of all clients of a key'),
  'QUOTA-429': circumstance('what the account has used'),
  'LIST-429': circumstance('the pace of all clients of a key'),
  'CREDIT-UNREADABLE-503': circumstance('a failure of the service'),
  'AUTH-UNREADABLE-503': circumstance('a failure of the service'),
  'DATA-KEPT': circumstance('a picture that was lost with a part of the data directory'),
  'WORLD-PUT-BACK': circumstance('a world that was reset while the request arrived'),
  'MEMORY-BOUND': circumstance('a limit of the emulator'),
  'INTERNAL-500': circumstance('a failure of the service'),
  FAULT: circumstance('a fault that a test injected'),
};

function mistake(why: string) {
  return { isMistake: true, why };
}

function circumstance(why: string) {
  return { isMistake: false, why };
}

/**
 * What the client did that the specification refuses; null if it made no such mistake. `wasAllowed`: an earlier request
 * with the same key was not refused for this reason.
 */
export function refusedRequest(exchange: Exchange, wasAllowed: boolean): string | null {
  const { because, fault, method, path, status } = exchange;
  if (because === null || fault !== null || status < 400 || REFUSALS[because.rule]?.isMistake !== true) return null;
  if (because.rule === 'PATH-404' && !isForService(exchange)) return null;
  if (because.rule === 'UPLOAD-400' && declaresImage(exchange)) return null;
  if (wasAllowed || (because.rule === 'AUTH-401' && !NEVER_USABLE.includes(because.compared['key']))) return null;
  return `sent ${method} ${path}, which was refused with ${status} (${because.rule}, spec ${because.section})`;
}

/** A key that could be used once was taken away from the client, which learns it by the refusal. */
const NEVER_USABLE: readonly unknown[] = [UNUSABLE.missing, UNUSABLE.unknown];

/** Only the service can see whether a picture can be used. */
function declaresImage({ requestHeaders }: Exchange): boolean {
  return /^image\/(?:jpeg|png|webp)\b/i.test(requestHeaders['content-type'] ?? '');
}
