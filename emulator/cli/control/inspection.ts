import { countFlag, EXIT, type Flags, listFlag, textFlag, UsageError } from '../../../shared/command.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import { LARGEST_PAGE } from '../../control/schemas/names.ts';
import { type ExchangeReport, filterSchema } from '../../domain/test-control/exchange.ts';
import { ENVIRONMENTS, JOB_STATUSES, OPERATIONS } from '../../domain/vocabulary.ts';
import { callControl, liveSummaries, type RemoteAddress, RemoteError } from '../../remote/control-call.ts';
import { AUDIT_FLAGS, expectedStatuses } from '../audit-flags.ts';
import { interrupted, print, printError, printPainted } from '../print.ts';
import { asUsageError, callRemote, remoteAddress, say } from '../remote.ts';
import { exchangeText, explanationText, findingsText, jobsText, jobText, storyText } from './answer-text.ts';
import { controlCommand, type Given } from './control-command.ts';

const LIMIT = { about: `list only the newest N, at most ${LARGEST_PAGE}`, value: 'N' };

export const jobsCommand = controlCommand('jobs', {
  verbs: {
    '[list]': {
      about: 'list jobs with their internal stages, oldest first',
      call: 'GET /jobs',
      query: ({ flags }) => ({ ...valuesOf(flags, JOB_FILTERS), limit: countFlag(flags, 'limit', LARGEST_PAGE) }),
      print: jobsText,
    },
    'show ID': {
      about: 'show what decided a job, its pictures and its response body',
      call: 'GET /jobs/:ID/story',
      print: storyText,
    },
    'step ID': { about: 'move a job to its next stage now', call: 'POST /jobs/:ID/step', print: jobText },
    'release ID': { about: 'release a held job', call: 'POST /jobs/:ID/release', print: jobText },
  },
  needs: { ID: 'the id of a job, as in jobs list' },
  flags: {
    status: { about: 'only jobs with this status', value: 'STATUS', words: JOB_STATUSES },
    operation: { about: 'only jobs of this operation', value: 'NAME', words: OPERATIONS },
    environment: { about: 'only jobs of this environment', value: 'NAME', words: ENVIRONMENTS },
    account: { about: 'only jobs of this account', value: 'NAME' },
    limit: LIMIT,
  },
  examples: {
    'List running jobs': 'tryon-emulator jobs --status running',
    'Hold the next job, and release it': `tryon-emulator plan add '{"hold_at": "processing"}'
tryon-emulator jobs --status running
tryon-emulator jobs release job_…`,
  },
});

const JOB_FILTERS = ['status', 'operation', 'environment', 'account'];

/** The values of the given flags, by the fields of the control call: `--idempotency-key` is `idempotency_key`. */
function valuesOf(flags: Flags, names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name.replaceAll('-', '_'), textFlag(flags, name)]));
}

const FILTER_FLAGS: Readonly<Record<string, { about: string; value: string }>> = {
  route: { about: "only requests of this route, such as 'GET /v1/jobs/:id'", value: 'ROUTE' },
  method: { about: 'only requests with this method, such as POST', value: 'METHOD' },
  path: { about: 'only requests with this full path; * matches any text', value: 'PATH' },
  status: { about: 'only requests answered with this status', value: 'N' },
  code: { about: 'only refusals with this error code', value: 'CODE' },
  key: { about: 'only requests with this key: its secret, id or masked form', value: 'KEY' },
  'idempotency-key': { about: 'only requests with this Idempotency-Key', value: 'KEY' },
  'body-contains': { about: 'only requests with this text in the body', value: 'TEXT' },
  mentions: { about: 'only requests with this text in path, query or bodies', value: 'TEXT' },
};
const FILTERS = Object.keys(filterSchema.shape).map((field) => field.replaceAll('_', '-'));
const FOLLOWED_AT_FIRST = 10;

export const journalCommand = controlCommand('journal', {
  verbs: {
    '[list]': { about: 'list requests to /v1 and their answers, oldest first', run: listJournal },
    'explain ID': {
      about: 'explain why the request with this request_id was refused',
      call: 'GET /journal/explain/:ID',
      print: explanationText,
    },
  },
  needs: { ID: 'the request_id of a refusal' },
  flags: {
    follow: { about: 'print new requests until you stop it' },
    har: { about: 'print an HTTP Archive (HAR) for browsers and proxies' },
    limit: { ...LIMIT, default: `${FOLLOWED_AT_FIRST} with --follow` },
    ...Object.fromEntries(FILTERS.map((flag) => [flag, FILTER_FLAGS[flag] ?? { about: '', value: 'TEXT' }])),
  },
  examples: {
    'Watch all answers with status 400': 'tryon-emulator journal --follow --status 400',
    'Save the journal for a browser': 'tryon-emulator journal --har > run.har',
  },
});

async function listJournal({ flags }: Given): Promise<number> {
  const [follows, asHar] = [flags['follow'] === true, flags['har'] === true];
  if (follows && asHar) throw new UsageError('--har and --follow do not work together: remove one');
  const filter = new URLSearchParams();
  for (const [field, value] of Object.entries(valuesOf(flags, FILTERS)))
    if (value !== undefined) filter.set(field, value);
  const limit = countFlag(flags, 'limit', LARGEST_PAGE);
  if (follows) return follow(flags, filter, limit ?? FOLLOWED_AT_FIRST);
  if (limit !== undefined) filter.set('limit', String(limit));
  if (asHar) {
    print(JSON.stringify(await callRemote(flags, 'GET', `/journal.har?${filter}`), null, 2));
    return EXIT.fine;
  }
  const exchanges = await callRemote<ExchangeReport[]>(flags, 'GET', `/journal?${filter}`);
  if (flags['json'] === true || exchanges.length === 0)
    return say(flags, exchanges, () => 'no request in the journal matches');
  printPainted(exchanges.map(exchangeText).join('\n'));
  return EXIT.fine;
}

async function follow(flags: Flags, filter: URLSearchParams, newest: number): Promise<number> {
  const address = remoteAddress(flags);
  const stopping = new AbortController();
  interrupted().then(() => stopping.abort());
  const toLine = flags['json'] === true ? (one: ExchangeReport) => JSON.stringify(one) : exchangeText;
  await followJournal({
    address,
    filter,
    newest,
    stop: stopping.signal,
    tell: (exchanges) => {
      if (exchanges.length > 0) printPainted(exchanges.map(toLine).join('\n'));
    },
    onGone: () => printError(`the emulator at ${address.url} does not answer: waiting until it is back`),
  }).catch(asUsageError);
  return EXIT.fine;
}

export const auditCommand = controlCommand('audit', {
  verbs: {
    '': {
      about: '',
      call: 'GET /audit',
      query: ({ flags }) => ({ ignore: listFlag(flags, 'ignore'), expect: expectedStatuses(flags) }),
      print: findingsText,
      exit: (findings) => (findings.length === 0 ? EXIT.fine : EXIT.problems),
    },
  },
  flags: AUDIT_FLAGS,
  notes: 'The oldest finding is printed first.',
  exits: { [EXIT.problems]: 'the client made a mistake' },
  examples: {
    'After the tests of a client': 'tryon-emulator audit --ignore poll-too-soon',
    'If your tests provoke 402 on purpose': 'tryon-emulator audit --expect 402',
  },
});

/** The maximum number of exchanges in one answer. */
const PAGE = 1_000;
const BETWEEN_LOOKS = 500;

type Followed = {
  address: RemoteAddress;
  filter: URLSearchParams;
  newest: number;
  tell(exchanges: readonly ExchangeReport[]): void;
  /** The emulator has stopped, and may come back. */
  onGone(): void;
  stop: AbortSignal;
};

/** Reports exchanges until stopped, even after a restart. Throws without an emulator at first, or without the world. */
export async function followJournal(followed: Followed): Promise<void> {
  const view: View = { state: 'new', seen: null };
  while (!followed.stop.aborted) {
    await listen(followed, view).catch((error: unknown) => broken(followed, view, error));
    await wallClock.sleep(BETWEEN_LOOKS, followed.stop);
  }
}

/** How far the journal has been read: up to which serial; null if not at all. */
type View = { state: 'new' | 'there' | 'gone'; seen: number | null };

async function listen(followed: Followed, view: View): Promise<void> {
  for await (const { exchanges: last } of liveSummaries(followed.address, followed.stop)) {
    // A journal whose last serial is lower than the last one read was restarted.
    if (view.state === 'gone' || (view.seen !== null && last < view.seen)) view.seen = 0;
    view.state = 'there';
    await tellBetween(followed, view.seen, last);
    view.seen = last;
  }
}

/** An error that is neither a refusal nor an unreachable emulator is a broken connection, which is reopened. */
function broken({ stop, onGone }: Followed, view: View, error: unknown): void {
  if (stop.aborted) return;
  const isAway = error instanceof RemoteError && error.status === null;
  if (view.state === 'new' || !(isAway || error instanceof TypeError)) throw error;
  if (!isAway || view.state === 'gone') return;
  view.state = 'gone';
  onGone();
}

async function tellBetween(followed: Followed, seen: number | null, last: number): Promise<void> {
  if (last === (seen ?? 0)) return;
  const { newest, tell } = followed;
  if (seen === null) return tell(await pageOf(followed, { limit: newest, before: last + 1 }));
  const pages: ExchangeReport[][] = [];
  for (let before = last + 1; ; ) {
    const page = await pageOf(followed, { limit: PAGE, after: seen, before });
    pages.unshift(page);
    const [oldest] = page;
    if (oldest === undefined || page.length < PAGE) break;
    before = oldest.serial;
  }
  for (const page of pages) tell(page);
}

function pageOf({ address, filter, stop }: Followed, part: Record<string, number>): Promise<ExchangeReport[]> {
  const query = new URLSearchParams(filter);
  for (const [name, value] of Object.entries(part)) query.set(name, String(value));
  return callControl<ExchangeReport[]>(address, 'GET', `/journal?${query}`, undefined, stop);
}
