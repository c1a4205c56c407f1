import {
  atMostWords,
  type CliCommand,
  countFlag,
  EXIT,
  type Flags,
  oneOfWords,
  textFlag,
  UsageError,
} from '../../../shared/command.ts';
import { valueText } from '../../../shared/report/compared-text.ts';
import { paintLine } from '../../../shared/report/lines.ts';
import { visibleLine } from '../../../shared/visible.ts';
import type { Explanation } from '../../control/schemas/journal.ts';
import { LARGEST_PAGE } from '../../control/schemas/names.ts';
import { type ExchangeReport, filterSchema } from '../../domain/test-control/exchange.ts';
import { interrupted } from '../interrupted.ts';
import { exchangeLine } from '../log/exchange-line.ts';
import { hasColors, print, printError, printPainted } from '../print.ts';
import { asUsageError, callRemote, REMOTE_HELP, REMOTE_OPTIONS, remoteAddress, say } from '../remote.ts';
import { followJournal } from './follow.ts';

/** The fields of a filter as flags: `--idempotency-key` is `idempotency_key`. */
const FILTERS = Object.keys(filterSchema.shape).map((field) => ({ field, flag: field.replaceAll('_', '-') }));
const FOLLOWED_AT_FIRST = 10;

export const journalCommand: CliCommand = {
  help: `tryon-emulator journal [list]       the requests to /v1 and their answers, oldest first, with the rule behind a refusal
tryon-emulator journal explain ID   why a request was refused, by its request_id: the rule, and what was compared

  --follow         go on printing what comes, until interrupted; begins with the newest ${FOLLOWED_AT_FIRST}, or as --limit says
  --har            print an HTTP Archive instead, which browsers and proxies open
  --limit N        only the newest so many, at most ${LARGEST_PAGE}
  --route ROUTE    such as 'GET /v1/jobs/:id'
  --method METHOD  such as POST
  --path PATH      the whole path; * stands for any text
  --status N       the status of the answer
  --code CODE      the error code of a refusal
  --key KEY        a key by its secret, its id or as it is masked
  --idempotency-key KEY
                   the Idempotency-Key of the request
  --body-contains TEXT
                   a text in the body of the request
  --mentions TEXT  a text in the path, the query or a body, such as the id of a job
${REMOTE_HELP}; with --follow a line for each

To watch what is answered with 400, and to keep all for a browser:
  tryon-emulator journal --follow --status 400
  tryon-emulator journal --har > run.har`,
  options: {
    ...REMOTE_OPTIONS,
    follow: { type: 'boolean' },
    har: { type: 'boolean' },
    limit: { type: 'string' },
    ...Object.fromEntries(FILTERS.map(({ flag }) => [flag, { type: 'string' }] as const)),
  },
  run: async (flags, [action = 'list', ...words]) => {
    if (oneOfWords(action, ['list', 'explain'], 'the word after journal') === 'explain') return explained(flags, words);
    atMostWords(words, 0);
    const [follows, asHar] = [flags['follow'] === true, flags['har'] === true];
    if (follows && asHar) throw new UsageError('--har is one document, which --follow would never end: leave one out');
    const filter = filterOf(flags);
    const limit = countFlag(flags, 'limit', LARGEST_PAGE);
    if (follows) return followed(flags, filter, limit ?? FOLLOWED_AT_FIRST);
    if (limit !== undefined) filter.set('limit', String(limit));
    return asHar ? archived(flags, filter) : listed(flags, filter);
  },
};

function filterOf(flags: Flags): URLSearchParams {
  const given = FILTERS.flatMap(({ field, flag }) => {
    const value = textFlag(flags, flag);
    return value === undefined ? [] : [[field, value] as [string, string]];
  });
  return new URLSearchParams(given);
}

async function listed(flags: Flags, filter: URLSearchParams): Promise<number> {
  const exchanges = await callRemote<ExchangeReport[]>(flags, 'GET', `/journal?${filter}`);
  if (flags['json'] === true || exchanges.length === 0)
    return say(flags, exchanges, () => 'the journal has no such request');
  printPainted(exchanges.map(lineOf()).join('\n'));
  return EXIT.fine;
}

async function archived(flags: Flags, filter: URLSearchParams): Promise<number> {
  print(JSON.stringify(await callRemote(flags, 'GET', `/journal.har?${filter}`), null, 2));
  return EXIT.fine;
}

async function followed(flags: Flags, filter: URLSearchParams, newest: number): Promise<number> {
  const address = remoteAddress(flags);
  const stopping = new AbortController();
  interrupted().then(() => stopping.abort());
  const toLine = flags['json'] === true ? (one: ExchangeReport) => JSON.stringify(one) : lineOf();
  await followJournal({
    address,
    filter,
    newest,
    stop: stopping.signal,
    tell: (exchanges) => {
      if (exchanges.length > 0) printPainted(exchanges.map(toLine).join('\n'));
    },
    onGone: () => printError(`the emulator at ${address.url} has gone: waiting until it is back`),
  }).catch(asUsageError);
  return EXIT.fine;
}

function lineOf(): (exchange: ExchangeReport) => string {
  const color = hasColors();
  return (exchange) =>
    paintLine(exchangeLine({ at: exchange.at, world: null, exchange, took: null, wrong: [] }), color);
}

async function explained(flags: Flags, words: readonly string[]): Promise<number> {
  atMostWords(words, 1);
  const [id] = words;
  if (id === undefined) throw new UsageError('journal explain needs the request_id of a refusal');
  const path = `/journal/explain/${encodeURIComponent(id)}`;
  return say(flags, await callRemote<Explanation>(flags, 'GET', path), ({ status, rule, section, compared }) => {
    const values = Object.entries(Object(compared)).map(
      ([name, value]) => `  ${name}  ${visibleLine(valueText(value))}`,
    );
    return [`${status}  ${rule}${section === '-' ? '' : `  (spec ${section})`}`, ...values].join('\n');
  });
}
