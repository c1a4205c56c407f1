import {
  type AccountBook,
  accountOf,
  type Books,
  type EndpointBook,
  environmentOf,
  isTerminal,
  secretOf,
} from './books.ts';
import { holds, same } from './broken.ts';
import { checkLedger } from './check-ledger.ts';
import { checkpoint } from './checkpoint.ts';
import { reached } from './counts.ts';
import { canLook, lookAt } from './judge/see.ts';
import type { Of, Operation } from './operation.ts';
import type { Sim } from './sim.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Used faults and plans are cleared beyond these numbers. */
const MOST_FAULTS = 5;
const MOST_PLANS = 20;

/** Performs an operation that only an emulator supports, and returns its outcome as text. */
export async function control(sim: Sim, operation: Operation): Promise<string> {
  const { emulator } = sim.machine;
  switch (operation.does) {
    case 'advance':
      return advance(sim, operation);
    case 'plan':
      if (emulator.plans.list().length > MOST_PLANS) emulator.plans.clear();
      return emulator.plans.add({ ...operation.plan, outcome: outcomeOf(operation) });
    case 'fault':
      return fault(sim, operation);
    case 'release':
    case 'step':
      return steer(sim, operation);
    case 'change key':
      return changeKey(sim, operation);
    case 'change account':
      return changeAccount(sim, operation);
    case 'credits':
      return credits(sim, operation);
    case 'switch':
      return switches(sim, operation);
    case 'question':
      await emulator.readings.set(operation.choices);
      Object.assign(sim.books.choices, operation.choices);
      return 'chosen';
    case 'register':
      return register(sim, operation);
    case 'endpoint':
      return endpoint(sim, operation);
    case 'ping':
      return ping(sim, operation);
    case 'resend':
      return resend(sim, operation);
    case 'compact':
      sim.machine.files?.hurry();
      await emulator.data?.compact();
      return 'written whole';
    case 'checkpoint':
      return checkpoint(sim, operation);
    default:
      return snapshot(sim, operation);
  }
}

export function noteTime(sim: Sim): void {
  const { books, counts } = sim;
  books.now = Date.parse(sim.machine.emulator.clock.now());
  for (const job of books.jobs.values()) {
    if (job.final === null || job.expiresAt === null || books.now < Date.parse(job.expiresAt)) continue;
    Object.assign(job, { last: null, final: null });
    job.tags.clear();
    if (!job.isDeleted) reached(counts, 'retention of a job passes');
  }
  for (const asset of books.assets.values()) {
    if (asset.text === null || books.now < Date.parse(asset.expiresAt)) continue;
    asset.text = null;
    reached(counts, 'expiry of an asset');
  }
}

/** Advances a day at a time, so that no job ends and expires unseen, and at most an hour while jobs cannot be read. */
async function advance(sim: Sim, { by: drawn, isToDue = false }: Of<'advance'>): Promise<string> {
  const due = isToDue ? nextDue(sim) : null;
  const by = due === null ? drawn : Math.min(drawn + MINUTE, due - sim.books.now);
  for (let left = sim.books.keyStoreUnreadable ? Math.min(by, HOUR) : by; left > 0; left -= DAY) {
    const { next_due: next, now } = await sim.machine.emulator.clock.advance(Math.min(left, DAY));
    holds(
      'timers',
      next === null || next > now,
      () => `at ${now} an advance has ended, and work of ${next} is not done`,
    );
    noteTime(sim);
    if (left > DAY) for (const id of [...sim.books.open]) await lookAt(sim, id);
  }
  return sim.machine.emulator.clock.now();
}

/** The time of the next scheduled work of the emulator; null if there is none. */
function nextDue({ machine, books }: Sim): number | null {
  const dues = [...machine.state().timers.values()].map(({ due }) => due).filter((due) => due > books.now);
  return dues.length === 0 ? null : dues.reduce((first, due) => Math.min(first, due));
}

function outcomeOf({ plan: { outcome } }: Of<'plan'>) {
  return outcome === 'succeeded' ? { status: outcome } : { status: 'failed' as const, code: outcome };
}

function fault({ machine: { emulator } }: Sim, { key, route, effect, times }: Of<'fault'>): string {
  if (emulator.faults.list().length > MOST_FAULTS) emulator.faults.clear();
  const given = { match: { key: secretOf(key), route }, effect, times };
  return emulator.faults.add(given as Parameters<typeof emulator.faults.add>[0]);
}

async function steer({ machine, books }: Sim, { does, of }: Of<'release' | 'step'>): Promise<string> {
  const job = machine.state().jobs.get(books.made.get(of) ?? '');
  if (job === undefined || isTerminal(job.stage)) return 'no such job under way';
  const { stage } = await machine.emulator.jobs[does](job.id);
  return stage;
}

function changeKey({ machine: { emulator }, books }: Sim, { change }: Of<'change key'>): string {
  emulator.accounts.changeKey('one', 'second', change);
  const { second } = books;
  if (typeof change['revoked'] === 'boolean') second.isRevoked = change['revoked'];
  if (change['expires_in'] !== undefined) second.expiresAt = books.now + 30_000;
  if (change['expired'] === false) second.expiresAt = null;
  if (change['allowlist'] !== undefined) second.isOutside = change['allowlist'] !== null;
  if (Array.isArray(change['scopes'])) second.scopes = change['scopes'];
  return 'changed';
}

type Change = {
  features?: Record<string, boolean | Record<string, boolean>>;
  unit_costs?: Partial<AccountBook['costs']>;
  webhooks?: boolean;
  daily_quota?: number | null;
  admission_per_minute?: number | null;
};

function changeAccount({ machine: { emulator }, books }: Sim, { account, change }: Of<'change account'>): string {
  const after = emulator.accounts.change(account, change);
  const { features = {}, unit_costs, webhooks } = change as Change;
  const book = books.accounts[account];
  for (const [name, value] of Object.entries(features)) {
    if (typeof value !== 'boolean') Object.assign(book.features.live, value);
    else
      for (const environment of ['live', 'test'] as const) Object.assign(book.features[environment], { [name]: value });
  }
  Object.assign(book.costs, unit_costs);
  book.isLimited = after.daily_quota !== null || after.admission_per_minute !== null;
  if (webhooks === undefined || webhooks === book.webhooks) return 'changed';
  book.webhooks = webhooks;
  for (const one of books.endpoints.values()) if (accountOf(one.owner) === account) interrupt(books, one);
  return 'changed';
}

async function credits(sim: Sim, { account, change }: Of<'credits'>): Promise<string> {
  const { machine, books } = sim;
  const book = books.accounts[account];
  // The settled units are set as a number, so the books must first know which jobs have been cancelled.
  if (change.set !== undefined && !canLook(sim)) return 'the jobs cannot be read, so nothing is set';
  await checkLedger(sim, account, true);
  const body = machine.emulator.accounts.credits(account, change);
  const { adjust, set, enforced, threshold, test_funded: testFunded } = change;
  if (typeof adjust === 'number') book.granted += adjust;
  if (typeof set === 'number') {
    same('ledger-sum', body.settled_units, set, `settled_units of ${account}`);
    book.granted = body.available_units + book.spent;
  }
  if (typeof enforced === 'boolean') book.enforced = enforced;
  if (typeof threshold === 'number') book.threshold = threshold;
  if (typeof testFunded === 'number') book.testFunded = testFunded;
  return `available ${body.available_units}`;
}

function switches({ machine, books }: Sim, { switches: given }: Of<'switch'>): string {
  const now = machine.emulator.switches.set(given);
  books.keyStoreUnreadable = now.key_store_unreadable;
  books.ledgerUnreadable = now.ledger_unreadable;
  books.isLimited = now.admission_per_minute !== null || now.daily_quota !== null;
  return 'switched';
}

const ALL_EVENTS = ['job.succeeded', 'job.failed', 'job.cancelled'] as const;

function register({ machine, books }: Sim, { nth, owner, events, replies }: Of<'register'>): string {
  const url = `https://receiver-${nth}.test/events`;
  const subscribed = (events ?? ALL_EVENTS) as (typeof ALL_EVENTS)[number][];
  const given = { account: accountOf(owner), environment: environmentOf(owner), url, events: subscribed };
  const { id, secret } = machine.emulator.webhooks.register(given);
  books.made.set(nth, url);
  books.endpoints.set(url, {
    ...{ id, owner, secrets: [{ secret, until: null }], events: subscribed, isOff: false, isGone: false, replies },
    ...{ calls: 0, failing: null, steadySince: books.now, sent: new Map() },
  });
  return `${id} at ${url}`;
}

/** Pending attempts are dropped, and later deliveries are not a continuation of them. */
function interrupt({ now }: Books, endpoint: EndpointBook): void {
  for (const event of endpoint.sent.values()) for (const run of event.runs) run.isOver = true;
  endpoint.steadySince = now;
}

function endpointIn({ books }: Sim, of: Of<'ping'>['of']): EndpointBook | undefined {
  const endpoint = books.endpoints.get(books.made.get(of) ?? '');
  return endpoint?.isGone === false ? endpoint : undefined;
}

function endpoint(sim: Sim, { of, change }: Of<'endpoint'>): string {
  const { machine, books } = sim;
  const book = endpointIn(sim, of);
  if (book === undefined) return 'no such endpoint';
  const { webhooks } = machine.emulator;
  switch (change) {
    case 'rotate':
    case 'rotate at once': {
      const keep = change === 'rotate' ? DAY : 0;
      const { secret } = webhooks.rotate(book.id, { keep_previous_for: keep });
      const [present] = book.secrets;
      const previous = present === undefined ? [] : [{ ...present, until: books.now + keep }];
      book.secrets = [{ secret, until: null }, ...previous];
      return 'rotated';
    }
    case 'all events':
    case 'one event':
      book.events = webhooks.update(book.id, {
        events: change === 'all events' ? [...ALL_EVENTS] : ['job.failed'],
      }).events;
      book.steadySince = books.now;
      return 'subscribed';
    case 'enable':
      // An endpoint that was not disabled continues, but its failures are reset in any case.
      webhooks.enable(book.id);
      if (book.isOff) interrupt(books, book);
      book.isOff = false;
      book.failing = null;
      return 'enabled';
    default:
      if (change === 'remove') webhooks.remove(book.id);
      else webhooks.disable(book.id);
      interrupt(books, book);
      book.isOff = true;
      book.isGone = change === 'remove';
      return `${change}d`;
  }
}

async function ping(sim: Sim, { of }: Of<'ping'>): Promise<string> {
  const book = endpointIn(sim, of);
  if (book === undefined || book.isOff || !sim.books.accounts[accountOf(book.owner)].webhooks)
    return 'no receiver is there';
  await sim.machine.emulator.webhooks.ping(book.id);
  return 'sent';
}

async function resend(sim: Sim, { delivery }: Of<'resend'>): Promise<string> {
  const { webhooks } = sim.machine.emulator;
  const on = webhooks.list().filter(({ enabled, account }) => enabled && sim.books.accounts[account as 'one'].webhooks);
  const all = on.flatMap(({ id }) => webhooks.deliveries(id)).filter(({ event }) => event.type !== 'test.ping');
  const chosen = all.at(-1 - (delivery % Math.max(1, all.length)));
  if (chosen === undefined) return 'nothing was sent';
  sim.isResending = true;
  try {
    await webhooks.resend(chosen.id);
  } finally {
    sim.isResending = false;
  }
  return `${chosen.event.id} again`;
}

async function snapshot(sim: Sim, operation: Operation): Promise<string> {
  const { emulator } = sim.machine;
  if (!('slot' in operation)) throw new Error(`there is no way to ${operation.does}`);
  const { does, slot } = operation;
  const name = `slot-${slot}`;
  if (does === 'save') {
    emulator.snapshots.save(name);
    sim.saved.set(slot, structuredClone(sim.books));
    return 'saved';
  }
  if (does === 'export') {
    sim.exported.set(slot, { bytes: await emulator.files.export(), books: structuredClone(sim.books) });
    return 'exported';
  }
  const file = does === 'import' ? sim.exported.get(slot) : undefined;
  const books = does === 'load' ? sim.saved.get(slot) : file?.books;
  if (books === undefined) return 'there is none';
  if (file === undefined) emulator.snapshots.load(name);
  else await emulator.files.import(file.bytes);
  sim.books = structuredClone(books);
  return `back at ${emulator.clock.now()}`;
}
