import type { Sent } from '../../effects/effects.ts';
import { viewOf } from '../../effects/http/view.ts';
import { StopInstance } from '../../effects/untestable.ts';
import type { Play } from '../frame.ts';

/** Stops a scenario if its account has run out of units, unless the scenario is about that. */
export async function refuseEmptyAccount({ exchange }: Sent, key: string, play: Play): Promise<void> {
  const { tenant, keys } = play.facts;
  if (exchange.answer?.status !== 402 || tenant?.hasOwnUnits === true) return;
  const owner = keys[key as keyof typeof keys];
  if (owner === undefined) return;
  if (tenant === null && owner.environment === 'live')
    throw new StopInstance('budget', 'the account of the key has no credits left: add credits, or use a test key');
  const left = await unitsLeft(exchange.request.url, owner.secret, play);
  if (left === 'enough') return;
  if (tenant === null) throw new StopInstance('budget', `the account of the key has not enough credits: ${left}`);
  throw new StopInstance(
    'needs-tenant',
    `the account from the driver tenants has not enough credits (${left}): grant some by default`,
  );
}

type Balance = { enforced?: unknown; spendable_units?: unknown; unit_costs?: unknown };

/** If the balance covers the job, the refusal is a mistake; if the balance is unreadable, it is not. */
async function unitsLeft(path: string, secret: string, { effects, facts }: Play): Promise<string> {
  const { exchange } = await effects.send({
    method: 'GET',
    url: '/v1/credits/balance',
    headers: { 'X-API-Key': secret },
    body: null,
    timeout: facts.target.timeouts.answer,
  });
  const { status, body } = viewOf(exchange);
  if (status !== 200 || typeof body !== 'object' || body === null) return 'its balance cannot be read';
  const { enforced, spendable_units: spendable, unit_costs: costs } = body as Balance;
  const cost: unknown = Object(costs)[OPERATIONS[path.split('?')[0] ?? ''] ?? ''];
  if (enforced === false || Number(spendable) >= Number(cost)) return 'enough';
  return `${spendable} are spendable, and a job costs ${cost}`;
}

const OPERATIONS: Readonly<Record<string, string>> = {
  '/v1/skin/analyses': 'skin.analyze',
  '/v1/makeup/try-ons': 'makeup.apply',
  '/v1/hair/try-ons': 'hair.try_on',
};
