import { ruleOfMistake } from '../../sessions/write/write-steps.ts';
import type { Difference } from '../compare/compare.ts';
import { nameOfOperation } from '../coverage.ts';

/**
 * Returns the rules that a difference may be about, the most likely first, according to the operation and the expected
 * answer.
 */
export function rulesOf({ operation, what, twin, rule }: Difference): string[] {
  if (rule !== null) return [rule];
  const mistake = ruleOfMistake(operation);
  const { key } = operation as { key?: string };
  const ofKey = key === undefined ? undefined : OF_KEYS[key];
  const found = what === 'status' || what === 'code' ? (OF_STATUS[`${nameOfOperation(operation)} ${twin}`] ?? []) : [];
  const rest = OF_MEMBERS[what] ?? OF_OPERATIONS[nameOfOperation(operation)] ?? [];
  const all = [mistake, what === 'status' && Number(twin) >= 401 ? ofKey : null, ...found, ...rest];
  return [...new Set(all.filter((one): one is string => typeof one === 'string'))].slice(0, MOST);
}

const MOST = 4;

const OF_KEYS: Readonly<Record<string, string>> = {
  none: 'AUTH-MISSING-401',
  revoked: 'AUTH-REVOKED-401',
  expired: 'AUTH-EXPIRED-401',
  disabled: 'AUTH-DISABLED-401',
  outside: 'AUTH-NETWORK-403',
  other_account: 'ISOLATION-ACCOUNT',
  other_env: 'ISOLATION-ENVIRONMENT',
};

const OF_STATUS: Readonly<Record<string, readonly string[]>> = {
  'submit 200': ['IDEM-REPLAY-200', 'IDEM-SAME-JOB'],
  'submit 202': ['SUBMIT-202', 'IDEM-OTHER-KEY'],
  'submit 402': ['CREDIT-402', 'CREDIT-402-TEST-FUNDED'],
  'submit 403': ['AUTH-SCOPE-403'],
  'submit 404': ['SUBMIT-INPUT-404', 'ISOLATION-SUBMIT'],
  'submit 409': ['IDEM-REUSED-409', 'IDEM-OTHER-INPUT-409', 'IDEM-LIST-ORDER'],
  'submit 410': ['IDEM-DELETED-410', 'IDEM-DELETED-CLAIMED'],
  'cancel 200': ['CANCEL-QUEUED-200', 'CANCEL-REPEAT-200'],
  'cancel 202': ['CANCEL-PICKED-202'],
  'cancel 403': ['CANCEL-SCOPE-403'],
  'cancel 404': ['CANCEL-404', 'ISOLATION-CANCEL'],
  'cancel 409': ['CANCEL-DONE-409'],
  'delete job 204': ['JOB-DELETE-204', 'JOB-DELETE-REPEAT-204'],
  'delete job 403': ['JOB-DELETE-SCOPE-403'],
  'delete job 404': ['JOB-DELETE-404', 'ISOLATION-JOB-DELETE'],
  'delete job 409': ['JOB-IN-PROGRESS-409'],
  'delete asset 204': ['ASSET-DELETE-204', 'ASSET-DELETE-REPEAT-204'],
  'delete asset 404': ['ASSET-DELETE-404', 'ISOLATION-ASSET-DELETE'],
  'delete result 409': ['ASSET-OWNED-409'],
  'read job 200': ['JOB-READ-200', 'JOB-FAILED-200', 'ETAG-304'],
  'read job 304': ['ETAG-304'],
  'read job 404': ['JOB-404', 'JOB-DELETED-404', 'ISOLATION-ACCOUNT'],
  'read asset 200': ['ASSET-READ-200'],
  'read asset 404': ['ASSET-404', 'ASSET-DELETED-404', 'ISOLATION-ACCOUNT'],
  'read result 200': ['RESULT-IS-ASSET'],
  'read result 404': ['JOB-DELETED-RESULTS', 'ISOLATION-ACCOUNT'],
  'read picture 200': ['RESULT-CONTENT-200'],
  'read picture 404': ['JOB-DELETED-CONTENT', 'ISOLATION-CONTENT'],
  'list assets 400': ['LIST-400'],
  'next page assets 200': ['CURSOR-ANY-LIMIT', 'LIST-200'],
  'next page assets 400': ['CURSOR-FILTERS-400', 'CURSOR-CALLER-400'],
  'with a fault 503': ['CREDIT-UNREADABLE-503', 'AUTH-UNREADABLE-503'],
  'without a feature 404': ['FEATURE-OFF-404'],
};

const OF_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  replayed: ['IDEM-REPLAY-MARK', 'SUBMIT-NO-REPLAY-MARK'],
  'the Location to poll is sent': ['SUBMIT-LOCATION'],
  'has the tag of the cancel': ['CANCEL-ETAG'],
  inputs: ['JOB-INPUTS-AS-SENT'],
  operation: ['JOB-OPERATION'],
  concerns: ['SKIN-ALL-REQUESTED', 'SKIN-ONLY-REQUESTED'],
  'pictures that lack': ['SKIN-VIS-ALL-ASKED'],
  'pictures that were not requested': ['SKIN-VIS-ONLY-ASKED'],
  pictures: ['MAKEUP-IMAGE'],
  picture: ['RESULT-CONTENT-WHOLE'],
  purpose: ['UPLOAD-PURPOSE-INPUT', 'RESULT-PURPOSE'],
  media_type: ['UPLOAD-MEDIA-TYPE'],
  size_bytes: ['UPLOAD-SIZE'],
  width: ['UPLOAD-DIMENSIONS'],
  height: ['UPLOAD-DIMENSIONS'],
  livemode: ['LIVEMODE-JOB', 'LIVEMODE-ASSET'],
  items: ['LIST-COMPLETE', 'LIST-DELETED-OUT', 'ISOLATION-LIST-ASSETS', 'JOBS-LIST-OWN'],
  'in order': ['LIST-ORDER', 'LIST-ORDER-TIES', 'JOBS-LIST-ORDER'],
  'more than the limit': ['LIST-LIMIT', 'LIST-LIMIT-DEFAULT'],
  'of another purpose': ['LIST-PURPOSE', 'LIST-FILTER-KEPT'],
  'with an href': ['LIST-NO-HREF'],
  length: ['LIST-LIMIT', 'LIST-LIMIT-DEFAULT'],
  has_more: ['LIST-HAS-MORE-RIGHT'],
  'has a cursor': ['LIST-CURSOR-END'],
  available_units: ['CREDIT-HOLD', 'CREDIT-RELEASE', 'IDEM-CHARGE-ONCE', 'CREDIT-CAPTURE'],
  spendable_units: ['CREDIT-SPENDABLE'],
  test_funded_units: ['CREDIT-TEST-FUNDED'],
  enforced: ['CREDIT-ENFORCED'],
  low_balance: ['CREDIT-LOW'],
  error: ['JOB-ERROR-CODE'],
  completed: ['JOB-COMPLETED-SET'],
};

const OF_OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  upload: ['UPLOAD-ANSWERS-ASSET'],
  'upload badly': ['UPLOAD-400'],
  submit: ['SUBMIT-ANSWERS-JOB', 'IDEM-SAME-JOB'],
  finish: ['CANCEL-BOUNDARY', 'CANCEL-RUNS-ON', 'JOB-TERMINAL-FROZEN'],
  cancel: ['CANCEL-BODY'],
  'read job': ['JOB-READ-200', 'JOB-FORWARD-ONLY'],
  'read asset': ['ASSET-READ-SAME'],
  'read result': ['RESULT-ASSET-AGREES'],
  'list jobs': ['JOBS-LIST-200'],
  'list assets': ['LIST-200'],
  balance: ['CREDIT-BALANCE-200'],
  usage: ['USAGE-200'],
  receive: ['EVENT-ONE-TERMINAL', 'WH-DELIVERED'],
};
