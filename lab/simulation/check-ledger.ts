import { type Account, accountOf, isTerminal } from './books.ts';
import { same } from './broken.ts';
import { canLook, lookAt, watch } from './judge/see.ts';
import type { Owner } from './operation.ts';
import type { Sim } from './sim.ts';

const LIVE: Readonly<Record<Account, Owner>> = { one: 'one/live', two: 'two/live' };

/** Spec 2.5: compares the balance with all jobs that were ever accepted. */
export async function checkLedger(sim: Sim, account: Account, isWhole: boolean): Promise<void> {
  const { books } = sim;
  const book = books.accounts[account];
  if (!canLook(sim)) return;
  // A job with a requested cancel may have ended, even while the balance cannot be read.
  for (const id of [...books.open]) {
    const job = books.jobs.get(id);
    const isAsked = job?.isCancelAsked === true || isWhole;
    if (job !== undefined && accountOf(job.owner) === account && isAsked) await lookAt(sim, id);
  }
  if (books.ledgerUnreadable || !book.features.live.credits) return;
  const answer = await watch(sim, LIVE[account], '/v1/credits/balance');
  if (answer === null) return;
  same('status', answer.status, 200, `the answer to a read of the balance of ${account}`);
  const { settled_units: settled, held_units: held, available_units: available, ...rest } = answer.body;
  same('ledger-sum', available, settled - held, `available_units of ${account}`);
  same('ledger-sum', available, book.granted - book.spent, `available_units of ${account}, granted ${book.granted},`);
  const spendable = available - (book.enforced ? book.testFunded : 0);
  same('ledger-spendable', rest.spendable_units, spendable, `spendable_units of ${account}`);
  same('ledger-spendable', rest.enforced, book.enforced, `enforced of ${account}`);
  const isLow = book.threshold !== null && spendable <= book.threshold;
  same('ledger-spendable', rest.low_balance, isLow, `low_balance of ${account}`);
  if (isWhole) same('ledger-held', held, heldIn(sim, account), `held_units of ${account}`);
}

function heldIn({ books }: Sim, account: Account): number {
  return [...books.open]
    .map((id) => books.jobs.get(id))
    .filter((job) => job !== undefined)
    .filter((job) => accountOf(job.owner) === account && !isTerminal(job.status))
    .reduce((sum, { cost }) => sum + cost, 0);
}
