import type { AccountSpec, MadeAccount } from '../effects/drivers/drivers.ts';
import { jsonOf } from '../effects/http/view.ts';
import type { Send } from '../target/ask.ts';

type Wish = Omit<AccountSpec, 'keys' | 'own_clock'>;

/**
 * What is known about a new account: the wishes that it does not meet, as reported or seen, and those about which
 * nothing is known.
 */
export type SeenAccount = { declined: readonly { member: string; seen?: string }[]; unsure: readonly string[] };

/** The time limit for reading the balance of a new account. */
const PATIENCE = 10_000;

/** A driver that does not report what it declined is not trusted, so the balance is checked as far as possible. */
export async function seenAccount(
  wish: Wish,
  { keys, declined, reportsDeclined }: MadeAccount,
  send: Send,
): Promise<SeenAccount> {
  const ofWish = declined.filter((name) => (name.split('.')[0] ?? '') in wish);
  const said = ofWish.map((member) => ({ member }));
  const open = Object.keys(wish).filter((name) => !ofWish.some((one) => one.split('.')[0] === name));
  if (reportsDeclined || open.length === 0) return { declined: said, unsure: [] };
  const key = keys.live ?? keys.primary;
  const readable = open.some((name) => name in READ) && key !== undefined;
  const balance = readable ? await readBalance(key.secret, send) : null;
  const seen = open.filter((name) => balance !== null && name in READ);
  const other = seen.flatMap((member) => differenceIn(member, wish, balance ?? {}));
  return { declined: [...said, ...other], unsure: open.filter((name) => !seen.includes(name)) };
}

type Balance = Readonly<Record<string, unknown>>;

/** The members of a balance that reveal the wishes. */
const READ: Readonly<Record<string, string>> = {
  credits: 'available_units',
  enforced: 'enforced',
  test_funded: 'test_funded_units',
  unit_costs: 'unit_costs',
};

function differenceIn(member: string, wish: Wish, balance: Balance): { member: string; seen: string }[] {
  const wished = wish[member as keyof Wish];
  const seen = balance[READ[member] ?? ''];
  const isSame =
    typeof wished === 'object' && wished !== null
      ? Object.entries(wished).every(([name, value]) => Object(seen)[name] === value)
      : seen === wished;
  return isSame ? [] : [{ member, seen: JSON.stringify(seen) ?? 'not there' }];
}

async function readBalance(secret: string, send: Send): Promise<Balance | null> {
  const headers = { 'X-API-Key': secret, Accept: 'application/json' };
  const asked = { method: 'GET', url: '/v1/credits/balance', headers, body: null, timeout: PATIENCE };
  const { answer } = await send(asked);
  const body = answer?.status === 200 && answer.body.kind === 'text' ? jsonOf(answer.body.text) : null;
  return typeof body === 'object' ? (body as Balance | null) : null;
}
