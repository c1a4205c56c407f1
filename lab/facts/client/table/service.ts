import {
  at,
  details,
  errorMembers,
  header,
  idForm,
  members,
  message,
  names,
  refusal,
  says,
  shape,
  timeForm,
} from '../forms.ts';
import { from, type Group } from '../read-facts.ts';
import { admission, crowd, errors, pause, quota } from '../scenes/errors.ts';
import { accounting, assetLists, jobLists, outages } from '../scenes/lists.ts';
import { events, oddEvents, otherHeaders, retries, signatureForm } from '../scenes/webhooks.ts';

const PAGE = ['data', 'has_more', 'next_cursor'];
const ASSET = 'id purpose media_type size_bytes width height created_at expires_at livemode'.split(' ');
const EVENT = 'id object type api_version created livemode data'.split(' ');
const BALANCE = 'as_of settled_units held_units available_units test_funded_units spendable_units enforced low_balance';

const LISTS = [
  from(assetLists, {
    'assets.headers': ({ page }) => names(page),
    'assets.further members': ({ page }) => members(page.json, PAGE),
    'assets.further members of an item': ({ page }) => members(at(page.json, 'data.0'), ASSET),
    'assets.cursor': ({ cursor }) => (/^[\w.~-]*$/.test(cursor) ? 'plain' : 'to be encoded'),
    'assets.length of a cursor': ({ cursor }) => Math.round(cursor.length / 20) * 20,
    'assets.next_cursor at the end': ({ last }) => shape(at(last.json, 'next_cursor')),
    'assets.of another key': ({ ofSecondKey }) => ofSecondKey,
    'assets.cursor of another key': ({ cursorOfSecond }) => refusal(cursorOfSecond),
    'assets.empty cursor': ({ emptyCursor }) => refusal(emptyCursor),
    'assets.wrong cursor, message': ({ wrongCursor }) => message(wrongCursor),
    'assets.limit 0, details': ({ limitZero }) => details(limitZero),
    'assets.limit 0, named': ({ limitZero }) => says('limit', limitZero),
    'assets.date without a time': ({ dateOnly }) => refusal(dateOnly),
    'assets.of an unknown job': ({ unknownJob }) => refusal(unknownJob),
    'assets.head': ({ head }) => head.status,
  }),
  from(jobLists, {
    'jobs.shape': ({ page }) => members(page.json),
    'jobs.members of an item': ({ item }) => members(item),
    'jobs.empty': ({ empty }) => shape(empty.json),
    'jobs.headers': ({ page }) => names(page),
    'jobs.limit 2': ({ limited }) => limited,
    'jobs.of another key': ({ ofSecondKey }) => ofSecondKey,
    'jobs.by status': ({ byStatus }) => byStatus,
    'jobs.by operation': ({ byOperation }) => byOperation,
    'jobs.created_gte': ({ byTime }) => byTime,
    'jobs.created_lt': ({ byTimeBefore }) => byTimeBefore,
    'jobs.unknown parameter': ({ unknown }) => refusal(unknown),
    'jobs.unknown status': ({ unknownStatus }) => refusal(unknownStatus),
    'jobs.limit 0': ({ limitZero }) => refusal(limitZero),
    'jobs.head': ({ head }) => head.status,
  }),
];

const ACCOUNTING = from(accounting, {
  'usage.shape': ({ usage }) => shape(usage.json),
  'usage.empty': ({ empty }) => shape(empty.json),
  'usage.of a test key': ({ usageOfTest }) => shape(usageOfTest.json),
  'usage.after a cancel': ({ afterCancel }) => afterCancel,
  'usage.with dates': ({ withDates }) => `${refusal(withDates)} ${shape(withDates.json)}`,
  'usage.wrong date': ({ wrongDate }) => refusal(wrongDate),
  'usage.unknown parameter': ({ unknownParameter }) => refusal(unknownParameter),
  'usage.headers': ({ usage }) => names(usage),
  'charge.queued': ({ charged }) => charged['queued'],
  'charge.picked_up': ({ charged }) => charged['picked_up'],
  'charge.preparing': ({ charged }) => charged['preparing'],
  'charge.processing': ({ charged }) => charged['processing'],
  'balance.further members': ({ balance }) => members(balance.json, BALANCE.split(' ')),
  'balance.price of skin': ({ balance }) => at(balance.json, ['unit_costs', 'skin.analyze']),
  'balance.price of makeup': ({ balance }) => at(balance.json, ['unit_costs', 'makeup.apply']),
  'balance.price of hair': ({ balance }) => at(balance.json, ['unit_costs', 'hair.try_on']),
  'balance.of a test key': ({ balanceOfTest }) => Number(at(balanceOfTest, 'settled_units')) > 0,
  'balance.headers': ({ balance }) => names(balance),
  'balance.unknown parameter': ({ balanceWithParameter }) => refusal(balanceWithParameter),
  'balance.as_of': ({ balance }) => timeForm(at(balance.json, 'as_of')),
});

const OUTAGES = from(outages, {
  '503.retry-after': ({ ledger }) => header(ledger, 'retry-after'),
  '503.headers': ({ ledger }) => names(ledger),
  '503.error members': ({ ledger }) => errorMembers(ledger),
  '503.retryable': ({ ledger }) => at(ledger.json, 'error.retryable'),
  '503.message': ({ ledger }) => message(ledger),
  '503.retry-after of the key store': ({ keyStore }) => header(keyStore, 'retry-after'),
  'off.list of jobs': ({ jobListOff }) => refusal(jobListOff),
  'off.list of assets': ({ assetListOff }) => refusal(assetListOff),
  'off.deletion of an asset': ({ assetDeleteOff }) => refusal(assetDeleteOff),
});

const ERRORS = from(errors, {
  '401.headers': ({ wrongKey }) => names(wrongKey),
  '401.error members': ({ wrongKey }) => errorMembers(wrongKey),
  '401.retryable': ({ wrongKey }) => at(wrongKey.json, 'error.retryable'),
  '401.doc_url': ({ wrongKey }) => at(wrongKey.json, 'error.doc_url'),
  '401.message': ({ wrongKey }) => message(wrongKey),
  '401.type': ({ wrongKey }) => header(wrongKey, 'content-type'),
  '401.www-authenticate': ({ wrongKey }) => header(wrongKey, 'www-authenticate'),
  '402.error members': ({ noCredits }) => errorMembers(noCredits),
  '402.message': ({ noCredits }) => message(noCredits),
  '403.error members': ({ noScope }) => errorMembers(noScope),
  '403.message': ({ noScope }) => message(noScope),
  'ids of requests': ({ wrongKey }) => idForm(at(wrongKey.json, 'error.request_id')),
  'path.unknown': ({ path }) => refusal(path),
  'path.unknown, body': ({ path }) => shape(path.json),
  'path.unknown, message': ({ path }) => message(path),
  'path.unknown, type': ({ path }) => header(path, 'content-type'),
  'path.unknown without a key': ({ pathWithoutKey }) => refusal(pathWithoutKey),
  'path.outside of v1': ({ pathOfNoVersion }) => refusal(pathOfNoVersion),
  'path.with a slash': ({ slash }) => refusal(slash),
  'method.wrong': ({ method }) => refusal(method),
  'method.wrong, allow': ({ method }) => header(method, 'allow'),
  'method.wrong on a job': ({ methodOfJob }) => refusal(methodOfJob),
  'method.wrong without a key': ({ methodWithoutKey }) => refusal(methodWithoutKey),
  'options.status': ({ options }) => refusal(options),
  'options.allow': ({ options }) => header(options, 'allow'),
  'options.preflight': ({ preflight }) => `${preflight.status} ${header(preflight, 'access-control-allow-origin')}`,
  cors: ({ ofOrigin }) => header(ofOrigin, 'access-control-allow-origin'),
  'head.of an unknown path': ({ headOfUnknown }) => headOfUnknown.status,
  'head.of the usage': ({ headOfUsage }) => headOfUsage.status,
  compression: ({ compressed }) => header(compressed, 'content-encoding'),
  'accept.text alone': ({ wrongAccept }) => refusal(wrongAccept),
});

const LIMITS = [
  from(admission, {
    'admission.refusal': ({ refused }) => refusal(refused),
    'admission.retry-after': ({ refused }) => header(refused, 'retry-after'),
    'admission.headers': ({ refused }) => names(refused),
    'admission.error members': ({ refused }) => errorMembers(refused),
    'admission.message': ({ refused }) => message(refused),
    'admission.of another key': ({ ofSecond }) => ofSecond.status,
    'admission.replay': ({ replay }) => replay.status,
    'admission.faulty request': ({ faulty }) => refusal(faulty),
    'admission.in the next minute': ({ afterTheMinute }) => afterTheMinute.status,
    'admission.after sixty seconds': ({ afterSixty }) => afterSixty.status,
  }),
  from(quota, {
    'quota.refusal': ({ refused }) => refusal(refused),
    'quota.retry-after': ({ refused }) => pause(refused),
    'quota.retryable': ({ refused }) => at(refused.json, 'error.retryable'),
    'quota.of another operation': ({ ofOther }) => ofOther.status,
    'quota.of another key': ({ ofSecond }) => ofSecond.status,
    'quota.after a cancel': ({ afterCancel }) => afterCancel.status,
    'quota.next day': ({ nextDay }) => nextDay.status,
  }),
  from(crowd, { 'jobs at work of six': ({ atWork }) => atWork }),
];

const WEBHOOKS = [
  from(events, {
    'event.further members': ({ event }) => members(event?.json, EVENT),
    'event.livemode': ({ event }) => at(event?.json, 'livemode'),
    'event.id': ({ event }) => idForm(at(event?.json, 'id')),
    'event.created': ({ event }) => timeForm(at(event?.json, 'created')),
    'event.carries the bytes of the job': ({ isJob }) => isJob,
    'event.signature': ({ event }) => signatureForm(event),
    'event.further headers': ({ event }) => otherHeaders(event),
    'event.delay': ({ delay }) => delay,
    'event.copies': ({ copies }) => copies,
    'event.signature after a rotation': ({ rotated }) => signatureForm(rotated),
    'event.attempt of a resend': ({ resent }) => resent?.headers['service-delivery-attempt'],
    'ping.members of the object': ({ ping }) => members(at(ping?.json, 'data.object')),
    'ping.livemode': ({ ping }) => at(ping?.json, 'livemode'),
  }),
  from(retries, {
    'retries.waits': ({ waits }) => waits,
    'retries.same body': ({ sameBody }) => sameBody,
    'retries.time of their own': ({ ownTime }) => ownTime,
  }),
  from(oddEvents, {
    'disabled.ping': ({ ping }) => ping,
    'disabled.ping arrives': ({ pinged }) => pinged,
    'disabled.events listed': ({ listed }) => listed,
  }),
];

export const OF_THE_SERVICE: readonly Group[] = [...LISTS, ACCOUNTING, OUTAGES, ERRORS, ...LIMITS, ...WEBHOOKS];
