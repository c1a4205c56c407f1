import { ERROR_TABLE } from '../domain/errors.ts';
import { WORKING_STAGES } from '../domain/job.ts';
import { ROUTES, type RouteFacts } from '../domain/routes.ts';
import {
  ATTEMPT_OUTCOMES,
  type AttemptOutcome,
  type Behaviour,
  type CoverageReport,
  type CoveredBehaviour,
  isRetried,
  KEYS,
  losesAnswer,
  type Mark,
  type Marks,
} from '../domain/test-control/coverage.ts';
import { JOB_ERROR_CODES } from '../domain/vocabulary.ts';
import { EVENT_TYPES } from '../domain/webhook.ts';
import { REFUSALS } from '../http/openapi/errors.ts';
import { OPERATIONS, type Success } from '../http/openapi/operations.ts';
import {
  by,
  FAULT_KINDS,
  HOW_TO_LOSE,
  type HowTo,
  howToAnswer,
  howToFail,
  howToHarm,
  howToHold,
  howToMeetRefusal,
  howToMeetSuccess,
  words,
} from './how-to-meet.ts';

/** Everything that a client can encounter, derived from the routes, answers, errors, stages, events and faults. */
export function catalogue(): Behaviour[] {
  return [...operations(), ...jobs(), ...webhooks(), ...faults()];
}

const RETRY = 'try again, after Retry-After if there is one';
const POLL = 'poll the job again, or take its event';

function operations(): Behaviour[] {
  return Object.values(ROUTES).flatMap((route) => {
    const { successes, errors } = OPERATIONS[route.id];
    return [
      ...successes.map((success) => successOf(route, success, successes)),
      ...errors.map((kind) => refusalOf(route, kind)),
    ];
  });
}

/** If the server may choose the status, every status that no other answer of the route uses. */
function statusesOf(success: Success, all: readonly Success[]): number[] {
  if (success.isOpen !== true) return [success.status];
  const others = all.filter((other) => other !== success).map((other) => other.status);
  return [200, 201, 202].filter((candidate) => !others.includes(candidate));
}

function successOf(route: RouteFacts, success: Success, all: readonly Success[]): Behaviour {
  const statuses = statusesOf(success, all);
  const shown = success.isOpen === true ? '2xx' : String(success.status);
  const isReplay = success.headers?.includes('Idempotency-Replayed') ?? false;
  return {
    id: `${route.name} ${shown}`,
    topic: 'operations',
    says: plain(success.when),
    section: sectionIn(success.source ?? OPERATIONS[route.id].source),
    keys: statuses.map((status) => KEYS.success(route.name, status)),
    reaction: route.submits === null ? null : POLL,
    ...howToMeetSuccess(route, statuses[0] ?? 200, isReplay),
  };
}

function refusalOf(route: RouteFacts, kind: keyof typeof REFUSALS): Behaviour {
  const { status, code } = ERROR_TABLE[kind];
  return {
    id: `${route.name} ${status} ${code}${kind === 'duplicate_concern' ? ' (concerns)' : ''}`,
    topic: 'operations',
    says: plain(REFUSALS[kind].when),
    section: sectionIn(REFUSALS[kind].source),
    keys: [KEYS.refusal(route.name, kind)],
    reaction: isRetried(kind) ? RETRY : null,
    ...howToMeetRefusal(route, kind),
  };
}

/** The text of the document without the Markdown marks for code. */
function plain(words: string): string {
  return words.replaceAll('`', '');
}

/** The first section: `5.5` in `spec 5.5, 7`. */
function sectionIn(source: string): string | null {
  return /^spec (\d+(?:\.\d+)?)/.exec(source)?.[1] ?? null;
}

function jobs(): Behaviour[] {
  const submitted = Object.values(ROUTES).flatMap(({ submits, name }) => (submits === null ? [] : [{ submits, name }]));
  return [
    ...WORKING_STAGES.map((stage) =>
      row('jobs', KEYS.stage(stage), `a read of a job that is ${stage.replace('_', ' ')}`, '3', howToHold(stage), POLL),
    ),
    ...submitted.map(({ submits, name }) =>
      row(
        'jobs',
        KEYS.success_of(submits),
        'a read of a job that succeeded',
        '2.3',
        words(`have the client ${name}, and read the job`),
      ),
    ),
    ...JOB_ERROR_CODES.map((code) =>
      row('jobs', KEYS.failure(code), `a read of a job that failed with ${code}`, '2.2', howToFail(code)),
    ),
    row('jobs', KEYS.stage('cancelled'), 'a read of a job that was cancelled', '3', howToHold('queued')),
    ...(['job', 'asset'] as const).flatMap((what) =>
      (['deleted', 'expired'] as const).map((cause) => {
        const key = KEYS.gone(what, cause);
        const section = what === 'job' ? '4.3' : '4.1';
        return row(
          'jobs',
          key,
          `a read of ${what === 'job' ? 'a job' : 'an asset'} that is ${cause}`,
          section,
          lost(key),
        );
      }),
    ),
  ];
}

function lost(key: string): HowTo {
  return HOW_TO_LOSE[key] ?? words('let time pass');
}

/** How a receiver has to reply for an attempt to end with each outcome. */
const REPLIES: Record<AttemptOutcome, string | null> = {
  '2xx': '200',
  '3xx': '302',
  '4xx': '404',
  '5xx': '503',
  timeout: "'timeout'",
  connection: "'reset'",
  tls: null,
};
const RECEIVER = 'await emulator.webhooks.receiver()';
const FAILS = "emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } })";
const FAILING = 'emulator.webhooks.receiver({ otherwise: 503 })';
const ACKNOWLEDGE = 'answer 2xx within ten seconds';

function webhooks(): Behaviour[] {
  const rotated = 'const receiver = await emulator.webhooks.receiver(); emulator.webhooks.rotate(receiver)';
  const pinged = 'const receiver = await emulator.webhooks.receiver(); await emulator.webhooks.ping(receiver)';
  const pings = 'for (let n = 0; n < 20; n += 1) await emulator.webhooks.ping(receiver)';
  const oneMore = "await emulator.clock.advance('25h'); await emulator.webhooks.ping(receiver)";
  const disabled = `const receiver = await ${FAILING}; ${pings}; ${oneMore}`;
  const rows: [key: string, says: string, section: string, how: HowTo, reaction?: string][] = [
    ...EVENT_TYPES.map((type): [string, string, string, HowTo, string] => [
      KEYS.event(type),
      `an event ${type}`,
      '6.1',
      type === 'job.failed' ? by('a receiver, and a job that fails', `${RECEIVER}; ${FAILS}`) : howToAnswer(null),
      ACKNOWLEDGE,
    ]),
    [KEYS.event('test.ping'), 'a test event', '6.1', by('a test event is sent', pinged), ACKNOWLEDGE],
    [KEYS.event_of_deleted, 'an event of a job that was deleted meanwhile', '6.2', howToAnswer('503')],
    ...ATTEMPT_OUTCOMES.map((outcome): [string, string, string, HowTo] => [
      KEYS.attempt(outcome),
      `an attempt that ends in ${outcome}`,
      '6.5',
      outcome === 'tls'
        ? words('register an https address whose certificate is not trusted')
        : howToAnswer(REPLIES[outcome]),
    ]),
    [KEYS.again('retry'), 'a later attempt at an event', '6.5', howToAnswer('503', 'and two minutes')],
    [
      KEYS.again('resend'),
      'an event that is sent again by hand',
      '6.5',
      words('emulator.webhooks.resend(delivery), with the id of one of emulator.webhooks.deliveries()'),
    ],
    [KEYS.exhausted, 'a delivery that is given up', '6.5', by('a receiver that fails, and a day', `await ${FAILING}`)],
    [
      KEYS.disabled,
      'an endpoint that is disabled: twenty failures in a row, and a day of failing',
      '6.5',
      by('a receiver that fails for more than a day', disabled),
    ],
    [KEYS.signature(1), 'a delivery that is signed with one secret', '6.4', howToAnswer(null)],
    [
      KEYS.signature(2),
      'a delivery that is signed with two secrets, during a rotation',
      '6.4',
      by('the secret is rotated', rotated),
    ],
  ];
  return rows.map(([key, says, section, how, reaction]) => row('webhooks', key, says, section, how, reaction));
}

function faults(): Behaviour[] {
  return FAULT_KINDS.map((kind) => {
    const reaction = losesAnswer(kind) ? RETRY : undefined;
    return row('faults', KEYS.fault(kind), `a fault ${kind}`, null, howToHarm(kind), reaction);
  });
}

function row(
  topic: Behaviour['topic'],
  key: string,
  says: string,
  section: string | null,
  how: HowTo,
  reaction?: string,
): Behaviour {
  return { id: key, topic, says, section, keys: [key], reaction: reaction ?? null, ...how };
}

export function coverageReport(marks: Marks): CoverageReport {
  const all = catalogue();
  const behaviours = all.map((behaviour) => covered(behaviour, marks));
  const count = (state: CoveredBehaviour['state']) => behaviours.filter((one) => one.state === state).length;
  const listed = new Set(all.flatMap(({ keys }) => keys));
  const [met, total] = [count('met'), all.length];
  return {
    version: 1,
    percent: Math.floor((met / total) * 1_000) / 10,
    met,
    unanswered: count('unanswered'),
    never: count('never'),
    total,
    behaviours,
    others: [...marks.keys()].filter((key) => !listed.has(key)),
  };
}

function covered({ keys, ...behaviour }: Behaviour, marks: Marks): CoveredBehaviour {
  const found = keys.flatMap((key) => marks.get(key) ?? []);
  const rule = found.find((mark) => mark.rule !== null)?.rule ?? null;
  return { ...behaviour, state: stateOf(behaviour.reaction, found), rule };
}

function stateOf(reaction: string | null, found: readonly Mark[]): CoveredBehaviour['state'] {
  if (found.length === 0) return 'never';
  return reaction === null || found.some(({ answered }) => answered) ? 'met' : 'unanswered';
}
